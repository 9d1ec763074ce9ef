// In crazyhouse, a piece from the hand is put on the board with the mouse.
import { BoardView } from "../harness/boardView.mjs";
import { game } from "../harness/games.mjs";

export const files = { "crazyhouse.pgn": game({ White: "Huber, Anna", Black: "Novak, Jan", Variant: "Crazyhouse" }, "1. e4 d5 2. exd5 Qxd5") };

export const steps = {
  "a pawn is put on the board": async (ui) => {
    await ui.open("crazyhouse.pgn");
    await ui.click("Qxd5");
    const board = await new BoardView(ui).open();
    await board.says(/^2, Black: queen takes d5/);
    await board.dragFromHand("white", "pawn", "e5");
    await board.writes(/3\. P?@e5 \*/);
    await board.says(/^3, White/);
    await board.close();
  },
};

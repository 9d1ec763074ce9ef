// A pawn that reaches the last rank: the user chooses the piece, by mouse and by keyboard.
import { BoardView } from "../harness/boardView.mjs";
import { game } from "../harness/games.mjs";

const FEN = "8/P6k/8/8/8/8/8/K7 w - - 0 60";

export const files = { "promotion.pgn": game({ White: "Huber, Anna", Black: "Novak, Jan", SetUp: "1", FEN }, "") };

let board;

export const steps = {
  "the piece is chosen with the mouse": async (ui) => {
    await ui.open("promotion.pgn");
    await ui.click("[FEN");
    board = await new BoardView(ui).open();
    await board.drag("a7", "a8");
    await board.frame.locator(".promotion button[aria-label=knight]").click();
    await board.writes(/60\. a8=N/);
  },

  "the choice is left with Escape, and made with the keyboard": async (ui) => {
    await board.press("Home");
    await board.says(/Start position/);
    await board.drag("a7", "a8");
    await board.frame.locator(".promotion").waitFor();
    await ui.page.keyboard.press("Escape");
    await board.frame.locator(".promotion").waitFor({ state: "detached" });
    await board.drag("a7", "a8");
    await board.frame.locator(".promotion button:focus").waitFor();
    await ui.page.keyboard.press("ArrowRight");
    await ui.page.keyboard.press("Enter");
    await board.writes(/\(60\. a8=R\)/);
    await board.close();
  },
};

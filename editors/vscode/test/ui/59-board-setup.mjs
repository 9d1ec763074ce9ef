// A position is set up by hand, texts are pasted onto the board, and results are set from its menu.
import assert from "node:assert/strict";
import { BoardView } from "../harness/boardView.mjs";
import { game } from "../harness/games.mjs";

export const files = { "start.pgn": `${game({ White: "One", Black: "Two" }, "1. e4 e5", "*")}\n` };

let board;

export const steps = {
  "a position is set up with the mouse and becomes a new game": async (ui) => {
    await ui.open("start.pgn");
    await ui.click("e5 *");
    board = await new BoardView(ui).open();
    await board.says(/^1, Black: e5/);
    await board.press("p");
    const setup = board.frame.locator(".setup");
    await setup.waitFor();
    await setup.getByText("Empty Board").click();
    await board.carryNew("white", "king", "e1");
    await board.carryNew("black", "king", "e8");
    await board.carryNew("white", "rook", "h1");
    await setup.getByText("White O-O", { exact: true }).click();
    for (const theme of ["contrast", "light", "dark"]) {
      await ui.useTheme(theme);
      await ui.shot("setup");
    }
    assert.equal(await setup.getByLabel("Position as a FEN").inputValue(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    await setup.getByText("Write into the Text").click();
    await board.writes(/\[FEN "4k3\/8\/8\/8\/8\/8\/8\/4K2R w K - 0 1"\]/);
    await board.says(/Start of the game|White to move/);
  },

  "the position of a game without moves is changed in its place": async () => {
    await board.press("p");
    const fen = board.frame.getByLabel("Position as a FEN");
    await fen.fill("4k3/8/8");
    await board.frame.locator(".setup .refusal", { hasText: "no FEN" }).waitFor();
    await fen.fill("4k3/8/8/8/8/8/4P3/4K3 b - - 3 30");
    await fen.press("Enter");
    await board.writes(/\[FEN "4k3\/8\/8\/8\/8\/8\/4P3\/4K3 b - - 3 30"\]/);
    assert.equal((await board.written()).match(/\[FEN /g).length, 1);
  },

  "moves that are pasted are played": async () => {
    await board.paste("30... Kd7 31. e4! Ke6");
    await board.writes(/30\.\.\. Kd7 31\. e4 Ke6/);
    await board.says(/^31, Black: king e6/);
    await board.paste("31... Qh4");
    await board.frame.locator(".refusal", { hasText: "Qh4" }).first().waitFor();
  },

  "a game that is pasted is added below, and a line from the start becomes a game": async () => {
    await board.paste('[Event "Pasted"]\n\n1. c4 {English} *');
    const listed = (move) => board.frame.locator(".move", { hasText: move }).first().waitFor();
    await listed("c4");
    await board.press("ArrowRight");
    await board.says(/^1, White: c4/);
    await board.paste("1. b3 d5");
    await listed("b3");
    await board.press("ArrowRight");
    await board.says(/^1, White: b3/);
  },

  "a result is set from the menu": async () => {
    await board.frame.locator(".move", { hasText: "b3" }).first().click({ button: "right" });
    await board.frame.getByRole("menuitem", { name: "Result: White won" }).click();
    await board.writes(/1\. b3 d5 1-0/);
    await board.close();
  },
};

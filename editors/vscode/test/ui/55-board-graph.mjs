// The evaluations of a game make a curve below the moves; a click on it goes to the move.
import assert from "node:assert/strict";
import { BoardView } from "../harness/boardView.mjs";
import { game } from "../harness/games.mjs";

/** Moves with the evaluations of an engine: Carlsen's kind of game, where little becomes much. */
const EVALUATED = `1. d4 {[%eval 0.2]} Nf6 {[%eval 0.25]} 2. c4 {[%eval 0.22]} e6 {[%eval 0.18]} 3. Nc3 {[%eval 0.1]} Bb4 {[%eval 0.12]}
4. Qc2 {[%eval 0.05]} O-O {[%eval 0.1]} 5. a3 {[%eval 0.05]} Bxc3+ {[%eval 0.02]} 6. Qxc3 {[%eval 0.1]} b6 {[%eval 0.35]}
7. Bg5 {[%eval 0.2]} Bb7 {[%eval 0.3]} 8. f3 {[%eval 0.25]} h6 {[%eval 0.4]} 9. Bh4 {[%eval 0.3]} d5 {[%eval 0.35]}
10. e3 {[%eval 0.2]} Nbd7 {[%eval 0.55]} 11. cxd5 {[%eval 0.3]} Nxd5 {[%eval 0.9]} 12. Bxd8 {[%eval -1.8]} Nxc3 {[%eval -1.7]}
13. Bh4 {[%eval -2.6]} Nd5 {[%eval -2.4]} 14. Bf2 {[%eval -2.6]} c5 {[%eval -2.2]} 15. Bb5 {[%eval -3.4]} Rfd8 {[%eval -3.2]}`;

export const files = { "evaluated.pgn": game({ White: "Huber, Anna", Black: "Novak, Jan", WhiteElo: "2204", BlackElo: "2251" }, EVALUATED, "0-1") };

export const steps = {
  "a click on the curve goes to the move": async (ui) => {
    await ui.open("evaluated.pgn");
    await ui.withoutSideBar(async () => {
      await ui.click("Nxc3");
      const board = await new BoardView(ui).open();
      await board.says(/^12, Black: knight takes c3/);
      const graph = board.frame.locator(".graph");
      await graph.waitFor();
      const { width, height } = await ui.steady(() => graph.boundingBox(), "the curve");
      for (const theme of ["contrast", "light", "dark"]) {
        await ui.useTheme(theme);
        await ui.shot("graph");
      }
      await graph.click({ position: { x: width - 3, y: height / 2 } });
      await board.says(/^15, Black: rook f d8/);
      await graph.click({ position: { x: 3, y: height / 2 } });
      await board.says(/^1, White: d4/);
      assert.match(await graph.getAttribute("title"), /^1\. d4 \(\+0\.2\)$/);
      await board.press("s");
      await graph.waitFor({ state: "hidden" });
      await board.press("s");
      await board.close();
    });
  },
};

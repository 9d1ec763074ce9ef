// The evaluations of a game make a curve below the moves; a click on it goes to the move.
import assert from "node:assert/strict";
import { BoardView } from "../harness/boardView.mjs";
import { game } from "../harness/games.mjs";

/** Moves with the evaluations of an engine: a quiet game with one slip. */
const EVALUATED = `1. e4 {[%eval 0.3]} c6 {[%eval 0.35]} 2. d4 {[%eval 0.35]} d5 {[%eval 0.35]} 3. Nc3 {[%eval 0.3]}
dxe4 {[%eval 0.35]} 4. Nxe4 {[%eval 0.3]} Bf5 {[%eval 0.3]} 5. Ng3 {[%eval 0.3]} Bg6 {[%eval 0.35]}
6. h4 {[%eval 0.35]} h6 {[%eval 0.4]} 7. Nf3 {[%eval 0.4]} Nd7 {[%eval 0.45]} 8. h5 {[%eval 0.4]}
Bh7 {[%eval 0.35]} 9. Bd3 {[%eval 0.4]} Bxd3 {[%eval 0.35]} 10. Qxd3 {[%eval 0.4]} e6 {[%eval 0.4]}
11. Bf4 {[%eval 0.35]} Qa5+ {[%eval 0.4]} 12. Bd2 {[%eval 0.35]} Qc7 {[%eval 0.4]} 13. O-O-O {[%eval 0.4]}
Ngf6 {[%eval 0.4]} 14. Ne4 {[%eval 0.35]} O-O-O {[%eval 0.55]} 15. g3 {[%eval 0.5]} Nxe4 {[%eval 0.45]}
16. Qxe4 {[%eval 0.5]} Nf6 {[%eval 0.45]} 17. Qe2 {[%eval 0.4]} c5 {[%eval 0.55]} 18. dxc5 {[%eval 0.3]}
Bxc5 {[%eval 0.35]} 19. Ne5 {[%eval -1.1]} Bxf2 {[%eval -1.0]} 20. Qxf2 {[%eval -1.2]} Qxe5 {[%eval -1.2]}`;

export const files = { "evaluated.pgn": game({ White: "Huber, Anna", Black: "Novak, Jan", WhiteElo: "2204", BlackElo: "2251" }, EVALUATED, "0-1") };

export const steps = {
  "a click on the curve goes to the move": async (ui) => {
    await ui.open("evaluated.pgn");
    await ui.withoutSideBar(async () => {
      await ui.click("Bxf2");
      const board = await new BoardView(ui).open();
      await board.says(/^19, Black: bishop takes f2/);
      const graph = board.frame.locator(".graph");
      await graph.waitFor();
      const { width, height } = await ui.steady(() => graph.boundingBox(), "the curve");
      for (const theme of ["contrast", "light", "dark"]) {
        await ui.useTheme(theme);
        await ui.shot("graph");
      }
      await graph.click({ position: { x: width - 3, y: height / 2 } });
      await board.says(/^20, Black: queen takes e5/);
      await graph.click({ position: { x: 3, y: height / 2 } });
      await board.says(/^1, White: e4/);
      assert.match(await graph.getAttribute("title"), /^1\. e4 \(\+0\.3\)$/);
      await board.press("s");
      await graph.waitFor({ state: "hidden" });
      await board.press("s");
      await board.close();
    });
  },
};

// What engines wrote into comments is folded at the move, and games are shown from the side that they want.
import assert from "node:assert/strict";
import { BoardView } from "../harness/boardView.mjs";
import { game } from "../harness/games.mjs";

const MATCH = `1. d4 {d=28, sd=43, mt=2500, tl=1552242, s=18491860, n=4387415909, pv=d4 d5 c4 e6 Nf3 Nf6 g3 dxc4 Bg2, tb=0, wv=0.25, R50=50,}
d5 {d=30, sd=51, mt=4100, tl=1550000, pv=d5 c4 e6 Nf3 Nf6 g3 dxc4 Bg2, tb=0, wv=0.21, R50=50,}
2. c4 {+0.34/20 1.2s} {An old friend.} e6 {-0.30/21 1.4s} 3. Nc3 {book} Nf6 {book}`;

const GAMES = [game({ White: "Stockfish", Black: "Lc0", WhiteElo: "3600", BlackElo: "3590" }, MATCH, "*"), game({ White: "One", Black: "Two", StudyBoardOrientation: "Black" }, "1. e4 c5", "*")];

export const files = { "match.pgn": GAMES.join("\n"), "other.pgn": game({ White: "Three", Black: "Four" }, "1. Nf3 d5", "*") };

export const steps = {
  "the data of an engine is folded, words stay": async (ui) => {
    await ui.open("match.pgn");
    await ui.withoutSideBar(async () => {
      await ui.click("d5 {d=30");
      const board = await new BoardView(ui).open();
      await board.says(/^1, Black: d5/);
      const list = board.frame.locator(".moves");
      await ui.until(async () => (await list.locator(".chip").count()) === 6, "a chip at each move");
      assert.deepEqual(await list.locator(".row.comment").allTextContents(), ["An old friend."]);
      assert.deepEqual(await list.locator(".score").allTextContents(), ["+0.3", "+0.2", "+0.3", "+0.3"]);
      for (const theme of ["contrast", "light", "dark"]) {
        await ui.useTheme(theme);
        await ui.shot("engine");
      }
      await list.locator(".chip").first().click();
      await list.locator(".row.data", { hasText: "pv=d4 d5 c4" }).waitFor();
      await board.says(/^1, Black: d5/);
      await list.locator(".chip").first().click();
      await list.locator(".row.data").waitFor({ state: "detached" });
      await board.press("d");
      await list.locator(".row.data", { hasText: "wv=0.21" }).waitFor();
      await ui.shot("engine-open");
      await board.press("d");
      await list.locator(".row.data").waitFor({ state: "detached" });
      await board.close();
    });
  },

  "a game is shown from the side that it wants": async (ui) => {
    await ui.open("match.pgn");
    await ui.withoutSideBar(async () => {
      await ui.click("e4 c5");
      const board = await new BoardView(ui).open();
      const side = () => board.frame.locator(".board .cg-wrap").getAttribute("class");
      await ui.until(async () => /orientation-black/.test(await side()), "the board from Black's side");
      await board.press("PageUp");
      await ui.until(async () => /orientation-white/.test(await side()), "the board from White's side");
      await board.close();
    });
  },
};

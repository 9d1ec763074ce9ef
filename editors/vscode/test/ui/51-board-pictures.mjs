// What the board looks like: an annotated game, in both themes.
import { BoardView } from "../harness/boardView.mjs";
import { SAMPLE } from "../harness/games.mjs";

export const files = { "morphy.pgn": SAMPLE };

export const steps = {
  "the board is pictured in both themes": async (ui) => {
    await ui.closeAll();
    await ui.open("morphy.pgn");
    await ui.withoutSideBar(async () => {
      await ui.goTo(8, 1); // Where no word is marked.
      const board = await new BoardView(ui).open();
      await board.saysAfter(() => ui.click("Bc4"), /bishop c4/);
      await ui.page.mouse.move(5, 5);
      for (const theme of ["light", "dark"]) {
        await ui.useTheme(theme);
        await ui.page.waitForTimeout(400);
        await ui.shot("board");
      }
      await board.close();
    });
  },
};

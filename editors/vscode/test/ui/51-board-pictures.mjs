// The look of the board: an annotated game, in light, dark and high contrast.
import { BoardView } from "../harness/boardView.mjs";
import { SAMPLE } from "../harness/games.mjs";

export const files = { "morphy.pgn": SAMPLE };

export const steps = {
  "the board is pictured in all themes": async (ui) => {
    await ui.open("morphy.pgn");
    await ui.withoutSideBar(async () => {
      await ui.goTo(8, 1); // Where no word is marked.
      const board = await new BoardView(ui).open();
      await ui.click("Bc4");
      await board.says(/bishop c4/);
      await ui.page.mouse.move(5, 5);
      for (const theme of ["contrast", "light", "dark"]) {
        await ui.useTheme(theme);
        await ui.shot("board");
      }
      await board.close();
    });
  },
};

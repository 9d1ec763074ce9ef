// The display of a game: its colours, the board in a hover, the outline, the list of games.
import assert from "node:assert/strict";
import { COLLECTION, SAMPLE } from "../harness/games.mjs";
import { EDITOR } from "../harness/workbench.mjs";

export const files = { "opera.pgn": SAMPLE, "collection.pgn": COLLECTION };

export const steps = {
  "a game is coloured and has no finding": async (ui) => {
    await ui.open("opera.pgn");
    await ui.page.getByText(/17\smoves/).first().waitFor();
    assert.equal(await ui.squiggles(), 0);
    for (const theme of ["light", "dark"]) {
      await ui.useTheme(theme);
      await ui.shot("game", EDITOR);
    }
  },

  "the board appears over a move": async (ui) => {
    await ui.open("opera.pgn");
    for (const theme of ["contrast", "light", "dark"]) {
      await ui.useTheme(theme);
      await ui.hover("Rxd7 $1", /13\. Rxd7/);
      await ui.hoverPicture();
      await ui.shot("hover", EDITOR);
      await ui.clear();
    }
  },

  "a game is chosen from the list": async (ui) => {
    await ui.open("collection.pgn");
    await ui.withoutSideBar(async () => {
      for (const theme of ["light", "dark"]) {
        await ui.useTheme(theme);
        await ui.command("Scoresheet: Go to Game");
        await ui.page.locator(".quick-input-list .monaco-list-row", { hasText: "Byrne" }).first().waitFor();
        await ui.shot("go-to-game");
        // Words of the players and of what stands beside them, in any order.
        await ui.input.fill("1972 fischer world");
        const rows = ui.page.locator(".quick-input-list .monaco-list-row");
        await ui.until(async () => (await rows.count()) === 1, "the one game");
        await ui.input.press("Enter");
        await ui.until(async () => /Reykjavik/.test(await ui.text()), "the game");
      }
    });
  },
};

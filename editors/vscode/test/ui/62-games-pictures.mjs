// The look of the games view: in light, dark and high contrast, in narrow and wide windows, enlarged; and what axe-core says of it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { GamesView } from "../harness/gamesView.mjs";
import { COLLECTION, SAMPLE } from "../harness/games.mjs";
import { axe } from "../harness/tools.mjs";

export const files = { "famous.pgn": COLLECTION, "morphy.pgn": SAMPLE };

let games;

export const steps = {
  "the table is pictured in all themes": async (ui) => {
    await ui.open("famous.pgn");
    await ui.withoutSideBar(async () => {
      games = await new GamesView(ui).open();
      await games.choose("document");
      await games.sortBy("Date", "ascending");
      await games.type("date < 1920");
      await games.lists("white", ["Anderssen, Adolf", "Anderssen, Adolf", "Morphy, Paul", "Capablanca, Jose Raul"]);
      await games.press("Home", "Shift+ArrowDown");
      for (const theme of ["contrast", "light", "dark"]) {
        await ui.useTheme(theme);
        await ui.shot("games");
      }
    });
  },

  "it fits narrow and wide windows, and is enlarged": async (ui) => {
    const { height } = ui.page.viewportSize();
    await ui.withoutSideBar(async () => {
      for (const [name, size] of [["320", 380], ["800", 860], ["1600", 1660]]) {
        await ui.page.setViewportSize({ width: size, height });
        await ui.until(() => fits(), `the bar fits at ${name}`);
        await ui.shot(`games-${name}`);
      }
      // At 200 % a window has half as many pixels of its own.
      await ui.page.setViewportSize({ width: 600, height: 380 });
      await ui.until(() => fits(), "the bar fits at 200 %");
      await ui.shot("games-200");
    });
    await ui.resetSize();
  },

  "axe-core finds nothing serious": async (ui) => {
    await games.frame.evaluate(readFileSync(axe, "utf8"));
    await games.type("whi");
    await games.offers(["white", "whiteelo"]);
    for (const theme of ["contrast", "light", "dark"]) {
      await ui.useTheme(theme);
      const { violations } = await games.frame.evaluate(() => globalThis.axe.run(document.querySelector("main"), { resultTypes: ["violations"] }));
      const serious = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
      assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html} ${any.map(({ message }) => message)}`).join(" ")}`), [], theme);
    }
    await games.type("");
  },
};

/** Whether nothing of the view reaches over its edges but the table, which scrolls. */
function fits() {
  return games.frame.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth && document.querySelector(".bar").scrollWidth <= window.innerWidth);
}

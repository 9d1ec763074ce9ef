// The board in narrow and wide windows, and enlarged; and what axe-core says of it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { BoardView } from "../harness/boardView.mjs";
import { SAMPLE } from "../harness/games.mjs";
import { axe } from "../harness/tools.mjs";

export const files = { "widths.pgn": SAMPLE };

let board;

export const steps = {
  "it fits narrow and wide windows, and is enlarged": async (ui) => {
    const { height } = ui.page.viewportSize();
    await ui.open("widths.pgn");
    await ui.click("Bc4");
    board = await new BoardView(ui).open();
    await board.says(/bishop c4/);
    await ui.withoutSideBar(async () => {
      await board.press("s", "s");
      await board.select(); // The command is about the group that is active: now and then, the text's is.
      await ui.command("View: Toggle Maximize Editor Group");
      for (const [name, size] of [["320", 372], ["800", 852], ["1600", 1652]]) {
        await ui.page.setViewportSize({ width: size, height });
        await ui.until(() => fits(), `the board fits at ${name}`);
        await ui.shot(`board-${name}`);
        await board.press("v");
        await ui.until(() => fits(), `the menu fits at ${name}`);
        await ui.shot(`board-menu-${name}`);
        await ui.page.keyboard.press("Escape");
      }
      // At 200 % a window has half as many pixels of its own.
      await ui.page.setViewportSize({ width: 600, height: 380 });
      await ui.until(() => fits(), "the board fits at 200 %");
      await ui.shot("board-200");
    });
    await ui.resetSize();
  },

  // The names of moves are their words, which differ from what is seen: "knight takes f3".
  "axe-core finds nothing serious": async (ui) => {
    await board.frame.evaluate(readFileSync(axe, "utf8"));
    for (const theme of ["contrast", "light", "dark"]) {
      await ui.useTheme(theme);
      for (const keys of [["v"], ["Escape", "e"], ["e", "s"], ["s", "p"], ["Escape"]]) {
        await board.press(...keys.slice(0, 1));
        for (const key of keys.slice(1)) await ui.page.keyboard.press(key);
        const { violations } = await board.frame.evaluate(() => globalThis.axe.run(document.querySelector("main"), { resultTypes: ["violations"], rules: { "label-content-name-mismatch": { enabled: false } } }));
        const serious = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
        assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html} ${any.map(({ message }) => message)}`).join(" ")}`), [], `${theme}, after ${keys}`);
      }
    }
    await ui.command("View: Toggle Maximize Editor Group");
    await board.close();
  },
};

/** Whether nothing of the view reaches over its edges. */
function fits() {
  return board.evaluate(() => {
    const inside = ({ left, right }) => left >= -1 && right <= window.innerWidth + 1;
    const parts = [...document.querySelectorAll(".stage, .controls, .move-menu:not([hidden])")].filter((part) => part.offsetParent !== null || part.matches(".move-menu"));
    return document.documentElement.scrollWidth <= window.innerWidth && parts.every((part) => inside(part.getBoundingClientRect()));
  }).catch(() => false); // The frame goes while it is asked.
}

// A move that cannot be played is underlined as it is typed, and a quick fix repairs it.
import assert from "node:assert/strict";
import { game } from "../harness/games.mjs";

const MOVES = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6";

export const files = { "ruy-lopez.pgn": game({ Event: "Training", Site: "Wien AUT", Date: "2026.03.14", Round: "2", White: "Huber, Anna", Black: "Novak, Jan" }, MOVES) };

export const steps = {
  "typing a move that cannot be played shows a squiggle": async (ui) => {
    await ui.open("ruy-lopez.pgn");
    await ui.until(async () => /♞ 1 game/.test(await ui.status()), "the status item counts the game");
    assert.equal(await ui.squiggles(), 0);
    await ui.goTo(9, MOVES.length + 1);
    await ui.page.keyboard.type(" 8. 0-0-0");
    await ui.page.keyboard.press("Escape");
    await ui.until(async () => (await ui.squiggles()) > 0, "a squiggle");
  },

  "the hover says why, above the board": async (ui) => {
    await ui.hover("0-0-0", /castl/i);
    await ui.until(() => ui.page.evaluate(() => [...document.querySelectorAll(".monaco-hover img")].some((image) => image.naturalWidth > 0)), "a picture in the hover");
    for (const theme of ["dark", "light"]) {
      await ui.page.keyboard.press("Escape");
      await ui.useTheme(theme);
      await ui.hover("0-0-0", /castl/i);
      await ui.shot("finding");
    }
    await ui.useTheme("dark");
  },

  "a quick fix repairs a slip": async (ui) => {
    await ui.open("ruy-lopez.pgn");
    await ui.click("0-0-0");
    for (let times = 0; times < 8; times += 1) await ui.page.keyboard.press("Control+Z");
    await ui.goTo(9, MOVES.length + 1);
    await ui.page.keyboard.type(" 8. 0-0");
    await ui.page.keyboard.press("Escape");
    await ui.page.waitForTimeout(300);
    await ui.page.keyboard.press("ArrowLeft");
    await ui.page.keyboard.press("Control+.");
    const menu = ui.page.locator(".action-widget").first();
    await menu.waitFor();
    await ui.until(async () => /Write O-O/.test((await menu.allTextContents()).join()), "the repair");
    await ui.shot("quickfix");
    await ui.page.keyboard.press("Enter");
    await ui.until(async () => /8\. O-O/.test(await ui.text()), "the repaired move");
    await ui.until(async () => (await ui.squiggles()) === 0, "no squiggle");
  },
};

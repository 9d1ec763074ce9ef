// A move that cannot be played is underlined as it is typed, and a quick fix repairs it.
import assert from "node:assert/strict";
import { game } from "../harness/games.mjs";
import { EDITOR } from "../harness/workbench.mjs";

const MOVES = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6";

export const files = { "ruy-lopez.pgn": game({ Event: "Training", Site: "Wien AUT", Date: "2026.03.14", Round: "2", White: "Huber, Anna", Black: "Novak, Jan" }, MOVES) };

export const steps = {
  "typing a move that cannot be played shows a squiggle": async (ui) => {
    await ui.open("ruy-lopez.pgn");
    await ui.until(async () => /♞ 1 game/.test(await ui.status()), "the status item counts the game");
    assert.equal(await ui.squiggles(), 0);
    await ui.goTo(9, MOVES.length + 1);
    await ui.page.keyboard.type(" 8. c3 Ng5");
    await ui.page.keyboard.press("Escape");
    await ui.until(async () => (await ui.squiggles()) > 0, "a squiggle");
  },

  "the hover says why, above the board": async (ui) => {
    for (const theme of ["light", "dark"]) {
      await ui.useTheme(theme);
      await ui.hover("Ng5", /no black knight can reach g5/);
      await ui.hoverPicture();
      await ui.shot("finding", { ...EDITOR, height: 500 });
      await ui.close();
    }
  },

  "a quick fix repairs it": async (ui) => {
    for (const theme of ["light", "dark"]) {
      await ui.useTheme(theme);
      await ui.quickFix("Ng5", "Write Ng4");
      await ui.shot("quickfix", { ...EDITOR, height: 530 });
    }
    const isRepaired = async () => /8\. c3 Ng4/.test(await ui.text());
    await ui.again(async () => (await ui.quickFix("Ng5", "Write Ng4")).click(), isRepaired, "the repaired move");
    await ui.until(async () => (await ui.squiggles()) === 0, "no squiggle");
  },

  "what was not saved is left": async (ui) => {
    await ui.command("Revert and Close Editor");
    await ui.until(async () => (await ui.page.locator(".tab", { hasText: "ruy-lopez.pgn" }).count()) === 0, "no such tab");
  },
};

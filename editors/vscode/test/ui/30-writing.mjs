// Moves are completed and numbered while they are typed; formatting on save is offered.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { game } from "../harness/games.mjs";
import { EDITOR } from "../harness/workbench.mjs";

const NAME = "new-game.pgn";

export const files = { [NAME]: game({ Event: "Club championship", Site: "Graz AUT", Date: "2026.05.02", Round: "1", White: "Huber, Anna", Black: "Novak, Jan" }, "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. Qc2 ") };

export const steps = {
  "legal moves are offered": async (ui) => {
    await ui.open(NAME);
    await ui.until(async () => /1 game/.test(await ui.status()), "the server has read the game");
    await ui.click("Qc2");
    for (const theme of ["light", "dark"]) {
      await ui.useTheme(theme);
      await ui.goTo(9, 38);
      const move = ui.page.locator(".suggest-widget.visible .monaco-list-row[aria-label^='c5, ']");
      await ui.again(async () => {
        await ui.close();
        await ui.page.keyboard.press("Control+Space");
      }, () => move.first().isVisible(), "the move c5 in the list");
      await ui.shot("completion", { ...EDITOR, height: 490 });
      await ui.close();
    }
  },

  "numbers write themselves": async (ui) => {
    await ui.goTo(9, 38);
    await ui.page.keyboard.type("O-O a3 ");
    await ui.page.keyboard.press("Escape");
    await ui.until(async () => /O-O 5\. a3/.test(await ui.text()), "a number before the move");
  },

  "formatting on save is offered once, and done when it is asked for": async (ui, server) => {
    await ui.page.keyboard.press("Control+S");
    const button = ui.page.locator(".notifications-toasts .monaco-button", { hasText: "Format on Save" });
    await button.waitFor();
    await ui.shot("offer");
    await button.click();
    const settings = path.join(server.user, "User", "settings.json");
    await ui.until(() => /"editor\.formatOnSave": true/.test(readFileSync(settings, "utf8")), "the setting");
    await ui.goTo(9, 38);
    await ui.page.keyboard.type(" ");
    await ui.page.keyboard.press("Control+S");
    const file = path.join(server.workspace, NAME);
    await ui.until(() => /\n1\. d4 Nf6 2\. c4 e6 3\. Nc3 Bb4 4\. Qc2 O-O 5\. a3 \*\n\n$/.test(readFileSync(file, "utf8")), "the formatted file");
    assert.equal(await button.count(), 0);
  },
};

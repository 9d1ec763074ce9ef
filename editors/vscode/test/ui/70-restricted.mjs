// In a workspace without trust, games are checked as everywhere, but not by a program that the workspace names; nor in one that is trusted.
import { BoardView } from "../harness/boardView.mjs";
import { game } from "../harness/games.mjs";

const SETTINGS = { "scoresheet.server.path": "/nowhere/scoresheet", "scoresheet.engine.path": "/nowhere/engine", "scoresheet.level": "info" };

export const isRestricted = true;

export const files = {
  "restricted.pgn": game({ White: "Huber, Anna", Black: "Novak, Jan" }, "1. e4 e5!? 2. Nf3 Nc6 3. Bb6"),
  ".vscode/settings.json": JSON.stringify(SETTINGS),
};

export const steps = {
  "the program of the package checks the games": async (ui) => {
    await ui.page.locator(".statusbar-item", { hasText: "Restricted Mode" }).first().waitFor();
    await ui.open("restricted.pgn");
    await ui.until(async () => (await ui.squiggles()) > 0, "a squiggle");
    await ui.until(async () => /♞ 1 game/.test(await ui.status()), "the status item counts the game");
  },

  "settings that run nothing are taken from the workspace": async (ui) => {
    await ui.until(async () => (await ui.page.locator(".editor-group-container.active .squiggly-info").count()) > 0, "a finding of the level info");
  },

  "hovers and the board work": async (ui) => {
    await ui.hover("Nf3", /2\. Nf3/);
    await ui.hoverPicture();
    await ui.close();
    await ui.click("Nc6");
    const board = await new BoardView(ui).open();
    await board.says(/^2, Black: knight c6/);
    await board.press("l");
    await ui.until(async () => /No engine runs in a workspace that is not trusted/.test(await board.text(".analysis .message")), "no engine");
    await board.close();
  },

  "with trust, too, a workspace does not say which program runs": async (ui) => {
    await ui.command("Workspaces: Manage Workspace Trust");
    await ui.page.locator(".workspace-trust-editor .monaco-button", { hasText: /^Trust$/ }).first().click();
    await ui.page.locator(".statusbar-item", { hasText: "Restricted Mode" }).first().waitFor({ state: "hidden" });
    await ui.open("restricted.pgn");
    await ui.command("Scoresheet: Restart Server");
    await ui.click("Bb6");
    await ui.page.keyboard.type("x");
    await ui.until(async () => (await ui.squiggles()) > 0 && /♞ 1 game/.test(await ui.status()), "findings of the program of the package");
    await ui.command("Revert and Close Editor");
  },
};

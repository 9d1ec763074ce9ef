// The walkthrough, lists of positions, and boards as pictures.
import { existsSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { COLLECTION } from "../harness/games.mjs";

/** More than VS Code shows to extensions, in bytes. */
const HUGE = 51 * 1024 * 1024;

const RECORDS = `# Problems of a club evening
r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; id "Scholar's mate";
6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; dm 1; id "Back rank";
8/8/8/4k3/8/4K3/4P3/8 w - - bm Kd3; c0 "Opposition first.";
`;

export const files = { "problems.epd": RECORDS };

export const steps = {
  "the walkthrough has its pictures": async (ui) => {
    await ui.withoutSideBar(async () => {
      await ui.command("Scoresheet: Show the Walkthrough");
      await ui.page.locator(".gettingStartedContainer", { hasText: "Open a game" }).waitFor();
      const isDrawn = () => [...document.querySelectorAll(".gettingStartedContainer img")].some((image) => image.naturalWidth > 300);
      await ui.until(() => ui.page.evaluate(isDrawn), "a picture beside the first step");
      await ui.shot("walkthrough");
      await ui.command("View: Close Editor");
    });
  },

  "positions are coloured and counted": async (ui) => {
    await ui.open("problems.epd");
    await ui.until(async () => /♞ 3 positions/.test(await ui.status()), "the status item counts the positions");
    for (const theme of ["light", "dark"]) {
      await ui.useTheme(theme);
      await ui.shot("positions");
    }
  },

  "the board is saved as a picture": async (ui, server) => {
    await ui.open("opera.pgn");
    await ui.click("13. Rxd7");
    await ui.command("Scoresheet: Export Board as PNG");
    await ui.until(async () => /opera-\d+\.png$/.test(await ui.input.inputValue()), "a name for the picture");
    const name = path.basename(await ui.input.inputValue());
    await ui.input.press("Enter");
    await ui.until(() => existsSync(path.join(server.workspace, name)), `the file ${name}`);
    await ui.page.locator(".notifications-toasts", { hasText: name }).waitFor();
    await ui.shot("exported");
  },

  "a file that VS Code hides from extensions is explained": async (ui, server) => {
    const huge = path.join(server.workspace, "huge.pgn");
    writeFileSync(huge, COLLECTION.repeat(Math.ceil(HUGE / COLLECTION.length)));
    await ui.chooseFile("huge.pgn"); // VS Code shows a question in place of the text.
    await ui.page.locator(".notifications-toasts", { hasText: "more than 50 MB" }).waitFor();
    await ui.command("View: Close Editor");
    rmSync(huge); // The server would read it once and again.
  },
};

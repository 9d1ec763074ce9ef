// The board is restored after a reload of the window. Late, as a reload removes the harness's own functions.
import { BoardView } from "../harness/boardView.mjs";
import { address } from "../harness/browser.mjs";
import { game } from "../harness/games.mjs";

/** VS Code keeps its state once a minute, if its window has the focus. In milliseconds. */
const KEPT = { limit: 240_000, every: 1500 };

export const files = { "reload.pgn": game({ White: "Huber, Anna", Black: "Novak, Jan" }, "1. e4 e5 2. Nf3") };

export const steps = {
  "the view survives a reload": async (ui, server) => {
    await ui.open("reload.pgn");
    await ui.click("2. Nf3");
    const board = await new BoardView(ui).open();
    await board.press("f");
    await board.frame.locator(".orientation-black").waitFor();
    await ui.until(() => ui.page.evaluate(isKept), "VS Code has kept the state of the board", KEPT);
    // With a file in the address, the editors that were open are not opened again.
    await ui.page.goto(address(server));
    await board.ready();
    await board.frame.locator(".orientation-black").waitFor();
    await board.close();
  },
};

/** Runs in the page: whether the state that VS Code saves from time to time has Black at the bottom of the board. */
async function isKept() {
  const answer = (request) => new Promise((resolve, reject) => Object.assign(request, { onsuccess: () => resolve(request.result), onerror: () => reject(request.error) }));
  for (const { name } of await indexedDB.databases()) {
    if (!name.startsWith("vscode-web-state-db-")) continue;
    const database = await answer(indexedDB.open(name));
    const values = await answer(database.transaction("ItemTable").objectStore("ItemTable").getAll());
    database.close();
    if (values.some((value) => /scoresheet\.board/.test(value) && /orientation[\\":]*black/.test(value))) return true;
  }
  return false;
}

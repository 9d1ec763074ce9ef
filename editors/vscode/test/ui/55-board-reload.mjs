// The board is there again after the window was loaded anew. Last, as this takes the harness's own looks away.
import { BoardView } from "../harness/boardView.mjs";
import { address } from "../harness/browser.mjs";
import { game } from "../harness/games.mjs";

/** In milliseconds: VS Code keeps its state now and then. */
const SAVED_AFTER = 6000;

export const files = { "reload.pgn": game({ White: "Huber, Anna", Black: "Novak, Jan" }, "1. e4 e5 2. Nf3") };

export const steps = {
  "the view survives a reload": async (ui, server) => {
    await ui.open("reload.pgn");
    await ui.click("2. Nf3");
    const board = await new BoardView(ui).open();
    await board.press("f");
    await board.frame.locator(".orientation-black").waitFor();
    await ui.page.waitForTimeout(SAVED_AFTER);
    // With a file in the address, the editors that were open are not opened again.
    await ui.page.goto(address(server));
    await board.ready();
    await board.frame.locator(".orientation-black").waitFor();
    await board.close();
  },
};

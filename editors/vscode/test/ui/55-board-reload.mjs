// The board is there again after the window was loaded anew. Last, as this takes the harness's own looks away.
import { BoardView } from "../harness/boardView.mjs";
import { game } from "../harness/games.mjs";

export const files = { "reload.pgn": game({ White: "Huber, Anna", Black: "Novak, Jan" }, "1. e4 e5 2. Nf3") };

export const steps = {
  "the view survives being hidden and a reload": async (ui) => {
    await ui.open("reload.pgn");
    await ui.click("2. Nf3");
    const board = await new BoardView(ui).open();
    await board.press("f");
    await board.frame.locator(".orientation-black").waitFor();
    await ui.command("Developer: Reload Window");
    await ui.page.waitForTimeout(3000);
    await board.ready();
    await board.frame.locator(".orientation-black").waitFor();
    await board.close();
  },
};

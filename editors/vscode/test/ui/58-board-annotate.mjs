// Annotating from the board: marks by the right button, signs by keys and the menu, comments, and what the server can do with a move.
import assert from "node:assert/strict";
import { BoardView } from "../harness/boardView.mjs";
import { game } from "../harness/games.mjs";

export const files = { "annotate.pgn": game({ White: "Huber, Anna", Black: "Novak, Jan" }, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6") };

let board;

export const steps = {
  "an arrow drawn with the right button is written, and goes when it is drawn again": async (ui) => {
    await ui.open("annotate.pgn");
    await ui.click("Nf3");
    board = await new BoardView(ui).open();
    await board.says(/^2, White: knight f3/);
    await board.draw("f3", "e5");
    await board.writes(/2\. Nf3 \{\[%cal Gf3e5\]\} 2\.\.\. Nc6/);
    await board.draw("e5", "e5", "Shift");
    await board.writes(/2\. Nf3 \{\[%csl Re5\] \[%cal Gf3e5\]\} 2\.\.\. Nc6/);
    await ui.shot("annotate-arrows");
    await board.draw("f3", "e5");
    await board.writes(/2\. Nf3 \{\[%csl Re5\]\} 2\.\.\. Nc6/);
  },

  "keys set signs and open the field for a comment": async () => {
    await board.press("1");
    await board.writes(/2\. Nf3 \$1 \{/);
    await board.press("5");
    await board.writes(/2\. Nf3 \$5 \{/);
    await board.press("5");
    await board.writes(/2\. Nf3 \{/);
    await board.press("c");
    const field = board.frame.locator(".comment-field input");
    await field.fill("The main line");
    await field.press("Enter");
    await board.writes(/2\. Nf3 \{\[%csl Re5\] The main line\} 2\.\.\. Nc6/);
    await board.press("c");
    await field.waitFor();
    assert.equal(await field.inputValue(), "The main line");
    await field.press("Escape");
  },

  "a right click on a move opens its menu": async (ui) => {
    await board.frame.locator("[role=treeitem]", { hasText: "b5" }).first().click({ button: "right" });
    const item = (name) => board.frame.locator(".move-menu [role=menuitem]", { hasText: name }).first();
    await item("Comment").waitFor();
    await board.says(/^3, White: bishop b5/);
    await ui.shot("annotate-menu");
    await board.frame.locator(".move-menu [aria-label='a good move']").click();
    await board.writes(/3\. Bb5 \$1 a6/);
  },

  "the moves from one on are deleted by key, and come back": async (ui) => {
    await board.press("Delete");
    await ui.until(async () => !/Bb5|a6/.test(await board.written()), "the moves are gone");
    await board.press("Control+z");
    await board.writes(/3\. Bb5 \$1 a6/);
    await board.close();
  },
};

// The board follows the cursor, and the cursor the board; pieces that are dragged write moves.
import assert from "node:assert/strict";
import { BoardView } from "../harness/boardView.mjs";
import { game } from "../harness/games.mjs";

const NAME = "board.pgn";
const MOVES = "1. e4 {[%eval 0.3] [%clk 0:03:00]} e5 {[%eval 0.25] [%clk 0:02:58]} (1... c5 2. Nf3 d6 (2... Nc6 3. Bb5) 3. d4) 2. Nf3 Nc6 3. Bc4";

/** So many are measured. */
const STEPS = 40;

export const files = { [NAME]: game({ White: "Huber, Anna", Black: "Novak, Jan", WhiteElo: "2204" }, MOVES) };

let board;

export const steps = {
  "moving the cursor moves the board": async (ui) => {
    await ui.open(NAME);
    await ui.click("e4");
    board = await new BoardView(ui).open();
    await ui.click("Nf3 d6");
    await board.says(/^2, White: knight f3/);
    await ui.click("Bc4");
    await board.says(/^3, White: bishop c4\. Black to move/);
    assert.match(await board.text("[aria-selected=true]"), /♗.*c4/);
    assert.match(await board.text(".caption"), /C50.*Italian/);
  },

  "the board is drawn soon after the cursor moved": async (ui) => {
    await ui.click("e4");
    await board.says(/^1, White: e4/);
    const measured = [];
    for (let step = 0; step < STEPS; step += 1) {
      const before = await board.followed();
      await ui.page.keyboard.press(step % 2 === 0 ? "ArrowUp" : "ArrowDown");
      const now = await ui.until(async () => ((await board.followed()).times > before.times ? board.followed() : undefined), "the board follows");
      measured.push(now.parts);
      await ui.page.waitForTimeout(120); // As fast as a person reads along.
    }
    const sorted = (values) => values.sort((a, b) => a - b);
    const at = (values, share) => sorted(values)[Math.ceil(share * STEPS) - 1];
    const all = measured.map((parts) => parts.reduce((sum, part) => sum + part));
    const medians = [0, 1, 2].map((index) => at(measured.map((parts) => parts[index]), 0.5));
    console.log(`      board drawn after the cursor moved: median ${at(all, 0.5)} ms, 95 % within ${at(all, 0.95)} ms, worst ${at(all, 1)} ms`);
    console.log(`      of that: asking ${medians[0]} ms, VS Code's way to the view ${medians[1]} ms, drawing ${medians[2]} ms (medians)`);
    assert.ok(all.every((time) => time > 0));
  },

  "clicking a move moves the cursor": async (ui) => {
    await board.clickMove("d6");
    await board.says(/^2, Black: d6/);
    await ui.page.locator(".tab", { hasText: NAME }).first().click();
    const column = MOVES.indexOf("d6") + "d6".length + 1;
    await ui.until(async () => (await ui.cursor())?.endsWith(`Col ${column}`), "the cursor behind the move");
  },

  "arrow keys walk a variation": async () => {
    await board.press("Home", "ArrowRight");
    await board.says(/^1, White: e4/);
    await board.press("Shift+ArrowRight");
    await board.says(/^1, Black: c5/);
    await board.press("ArrowRight", "ArrowRight");
    await board.says(/^2, Black: d6/);
    await board.press("ArrowDown");
    await board.says(/^2, Black: knight c6/);
    await board.press("Shift+ArrowLeft");
    await board.says(/^2, Black: d6/);
    await board.press("Shift+ArrowLeft");
    await board.says(/^1, Black: e5/);
    await board.press("End");
    await board.says(/bishop c4/);
  },

  "the moves are played by themselves": async (ui) => {
    await board.frame.locator(".controls select").selectOption("0.5");
    await board.press("Home");
    await board.says(/^Start position/);
    const before = await board.followed();
    await board.press("Space");
    await board.says(/^3, White: bishop c4/);
    // Each of the five was shown; to see one of them is a matter of luck on a busy machine.
    await ui.until(async () => (await board.followed()).times >= before.times + 5, "five moves");
    assert.equal(await board.frame.locator("[aria-label^='Play the moves']").getAttribute("aria-pressed"), "false");
  },

  "a dragged piece continues the line": async (ui) => {
    await board.drag("f8", "c5");
    await board.writes(/3\. Bc4 Bc5 \*/);
    await board.says(/bishop c5/);
  },

  "a dragged piece begins a variation": async (ui) => {
    await board.clickMove("e4");
    await board.says(/^1, White: e4/);
    await board.drag("e7", "e6");
    await board.writes(/\(1\.\.\. e6\)/);
    await board.says(/Black: e6/);
  },

  "a move is typed, and refused where it cannot be played": async (ui) => {
    await board.press("m");
    await ui.page.keyboard.type("Ke3");
    await ui.page.keyboard.press("Enter");
    await ui.until(async () => /cannot be played/.test(await board.text(".refusal")), "the reason");
    await board.frame.locator(".move-field input").fill("d4");
    await ui.page.keyboard.press("Enter");
    await board.says(/White: d4/);
    await board.writes(/\(1\.\.\. e6 2\. d4\)/);
    await board.close();
  },
};

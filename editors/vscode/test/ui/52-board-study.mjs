// Study mode: the rest of the game is hidden, moves are guessed, hinted at and shown.
import assert from "node:assert/strict";
import { BoardView } from "../harness/boardView.mjs";
import { game } from "../harness/games.mjs";

export const files = { "study.pgn": game({ White: "Huber, Anna", Black: "Novak, Jan", ECO: "C70" }, "1. e4 e5 2. Nf3 $1 {A comment. [%cal Gf1b5]} Nc6 (2... d6 3. d4) 3. Bb5 a6 $6", "1-0") };

let board;

/** The words of study mode and its count. */
async function told(ui, message, tally) {
  await ui.until(async () => message.test(await board.text(".study .message")), `study mode tells ${message}`);
  assert.equal(await board.text(".study .tally"), tally);
}

/** Whether a word of the text can be seen. */
async function isSeen(ui, word) {
  return ui.page.evaluate((word) => {
    const parts = [...document.querySelectorAll(".monaco-editor .view-line span span")].filter((span) => span.textContent.includes(word));
    return parts.some((span) => getComputedStyle(span).opacity !== "0");
  }, word);
}

/** Everything around the text that reveals the game: the lens above it, the breadcrumbs, glyphs after NAGs, colours of arrows. */
async function surroundings(ui) {
  const texts = await ui.page.locator(".monaco-editor .codelens-decoration, .monaco-breadcrumbs").allTextContents();
  const told = texts.filter((text) => /1-0|\d moves|C70/.test(text));
  const glyphs = await ui.page.locator(".monaco-editor .view-line").evaluateAll((lines) => lines.map((line) => line.textContent).join(" ").match(/[?!]{1,2}(?=\s|$)/g) ?? []);
  const colours = await ui.page.locator(".monaco-editor .colorpicker-color-decoration").evaluateAll((all) => all.filter((colour) => colour.checkVisibility({ opacityProperty: true })).length);
  return [...told, ...(glyphs.length > 0 ? ["glyphs"] : []), ...(colours > 0 ? ["colours"] : [])];
}

export const steps = {
  "the rest is hidden in the list and in the text": async (ui) => {
    await ui.open("study.pgn");
    await ui.click("e4");
    board = await new BoardView(ui).open();
    await board.press("s");
    await told(ui, /Play the move/, "");
    await ui.until(async () => !(await isSeen(ui, "Bb5")), "the rest of the text is hidden");
    assert.deepEqual(await board.frame.locator("[role=treeitem]").allTextContents(), ["e4"]);
    await ui.until(async () => (await surroundings(ui)).length === 0, "nothing around tells the result or the opening");
    assert.deepEqual([await isSeen(ui, "1-0"), await isSeen(ui, "C70"), await isSeen(ui, "Huber")], [false, false, true]);
    await ui.withoutSideBar(async () => {
      for (const theme of ["contrast", "light", "dark"]) {
        await ui.useTheme(theme);
        await ui.shot("study");
      }
    });
  },

  "a wrong guess is told, and changes nothing": async (ui) => {
    const before = await board.written();
    await board.drag("d7", "d6");
    await told(ui, /d6 is not the move/, "0 of 1");
    assert.equal(await board.written(), before);
  },

  "the right one goes on": async (ui) => {
    await board.drag("e7", "e5");
    await board.says(/Black: e5/);
    await told(ui, /e5 is right/, "0 of 1");
    await board.drag("g1", "f3");
    await board.says(/knight f3/);
    await told(ui, /Nf3 is right/, "1 of 2");
  },

  "a move of a variation is told from that of the game": async (ui) => {
    await board.drag("d7", "d6");
    await told(ui, /d6 is in the game as a variation/, "1 of 2");
  },

  "a hint marks the piece, and then the move": async (ui) => {
    await board.press("h");
    await told(ui, /marked piece/, "1 of 3");
    await ui.until(async () => (await board.frame.locator(".cg-shapes circle").count()) === 1, "a circle");
    await board.press("h");
    await ui.until(async () => (await board.frame.locator(".cg-shapes line").count()) === 1, "an arrow");
  },

  "the move is shown, and all of the game in the end": async (ui) => {
    await board.press("Enter");
    await board.says(/knight c6/);
    await board.press("s");
    await ui.until(() => isSeen(ui, "Bb5"), "the text is seen again");
    await ui.until(async () => (await surroundings(ui)).length === 4, "and all around it");
    assert.equal(await board.frame.locator("[role=treeitem]").count(), 8);
    await board.close();
  },
};

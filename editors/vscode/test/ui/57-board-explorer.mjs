// The explorer: what was played in the position, the games behind each number, and moves that are played from it.
import assert from "node:assert/strict";
import { BoardView } from "../harness/boardView.mjs";
import { COLLECTION, game } from "../harness/games.mjs";

export const files = {
  "explorer.pgn": game({ White: "Huber, Anna", Black: "Novak, Jan" }, "1. e4 e5 2. Nf3") + COLLECTION,
  "famous.pgn": COLLECTION,
};

let board;

/** The rows of moves, as they are read: `e4 4 67 %`. */
async function rows() {
  return board.frame.locator(".move-row:not(.sum)").evaluateAll((all) => all.map((row) => [".play", ".count span"].map((part) => row.querySelector(part).textContent.replace("\uFE0E", "")).join(" ")));
}

async function shows(ui, expected) {
  await ui.until(async () => JSON.stringify(await rows()) === JSON.stringify(expected), `the explorer shows ${expected}: ${await rows()}`);
}

export const steps = {
  "it shows what was played": async (ui) => {
    await ui.open("explorer.pgn");
    await ui.click("e4");
    board = await new BoardView(ui).open();
    await board.says(/^1, White: e4/);
    await board.press("e");
    // In all files there are those of other scenarios, too.
    await ui.until(async () => Number((await rows())[0]?.split(" ")[1]) > 8, "the games of all files");
    await board.frame.locator(".explorer select").selectOption("document");
    await shows(ui, ["e5 5"]);
    await ui.until(async () => /King's Pawn.*5 games\./.test(await board.text(".explorer .message")), "all games are counted");
    await ui.shot("explorer");
  },

  "it follows the cursor": async (ui) => {
    await board.press("Home");
    await shows(ui, ["e4 5", "♘f3 1", "c4 1"]);
    await board.press("ArrowRight", "ArrowRight");
    await shows(ui, ["♘f3 4", "f4 1"]);
  },

  "a click on a number lists its games, and one of them opens at the position": async (ui) => {
    await board.frame.locator(".move-row", { hasText: "f4" }).locator(".count").click();
    const found = board.frame.locator(".behind button");
    await ui.until(async () => (await found.count()) === 1, "the games with 2. f4");
    assert.match(await found.first().textContent(), /Anderssen, Adolf – Kieseritzky, Lionel.*London, 1851\.06\.21, 1-0/);
    await found.first().click();
    await ui.until(async () => /Kieseritzky/.test(await board.text(".player .name")), "the game");
    await board.says(/^2, White: f4/);
    await board.press("PageUp", "ArrowRight", "ArrowRight");
    await board.says(/^1, Black: e5/);
  },

  "a filter leaves games out, and a slip in it is explained": async (ui) => {
    const filter = board.frame.locator(".explorer input");
    await filter.fill("date >= 1900");
    await shows(ui, ["♘f3 1"]);
    await filter.fill("dat >= 1900");
    await ui.until(async () => /date/.test(await board.text(".explorer .message")), "what is wrong with the filter");
    assert.deepEqual(await rows(), []);
    await filter.fill("");
    await shows(ui, ["♘f3 4", "f4 1"]);
  },

  "a click on a move plays it": async (ui) => {
    await board.frame.locator(".move-row .play", { hasText: "f4" }).click();
    await board.writes(/2\. Nf3 \(2\. f4\)/);
    await board.says(/^2, White: f4/);
  },

  "undo, redo and save work with the focus in the board": async (ui) => {
    await board.press("Control+z");
    await ui.until(async () => !/\(2\. f4\)/.test(await board.written()), "the move is gone");
    await board.press("Control+y");
    await board.writes(/2\. Nf3 \(2\. f4\)/);
    await board.press("Control+s");
    await ui.until(async () => (await ui.page.locator(".tab.dirty", { hasText: "explorer.pgn" }).count()) === 0, "the file is saved");
  },

  "every press of a key is a step, and one that is not possible says so": async (ui) => {
    await ui.open("famous.pgn");
    await ui.goTo(9, 3);
    await ui.until(async () => /Kieseritzky/.test(await board.text(".player .name")), "the game of the file");
    await board.press("Home");
    await board.says(/^Start position/);
    await board.press(..."0123456789".split("").map(() => "ArrowRight"));
    await board.says(/^5, Black/);
    await board.press("End", "ArrowRight");
    await ui.until(async () => /line ends here/.test(await board.text(".note")), "the end of the line is told");
  },

  "the current move is marked in the text, and another file opens beside the board": async (ui) => {
    await board.press("Home", "ArrowRight", "ArrowRight");
    await board.says(/^1, Black: e5/);
    await ui.until(() => ui.page.evaluate(isMarked, "e5"), "a mark on e5");
    await ui.chooseFile("explorer.pgn");
    await ui.until(async () => (await ui.page.locator(".tab.active", { hasText: "explorer.pgn" }).count()) > 0, "the file");
    assert.equal(await ui.page.locator(".tabs-container:has(.tab[data-resource-name*='explorer.pgn']) .tab", { hasText: "Board:" }).count(), 0);
    await board.close();
  },
};

/** Runs in the page: whether a word of the text has a frame. */
function isMarked(word) {
  const boxes = [...document.querySelectorAll(".monaco-editor .view-overlays [class*=ced-]")].filter((mark) => getComputedStyle(mark).borderTopWidth !== "0px");
  const words = [...document.querySelectorAll(".monaco-editor .view-line span span")].filter((span) => span.textContent.includes(word));
  return boxes.some((box) => {
    const a = box.getBoundingClientRect();
    return words.some((one) => {
      const b = one.getBoundingClientRect();
      return Math.abs(a.top - b.top) < b.height && a.left < b.right && b.left < a.right;
    });
  });
}

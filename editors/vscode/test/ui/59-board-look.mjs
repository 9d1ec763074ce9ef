// The look of the board: pieces, colours, coordinates, letters and size, chosen by keyboard, and the keyboard map.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { BoardView } from "../harness/boardView.mjs";
import { game } from "../harness/games.mjs";
import { axe } from "../harness/tools.mjs";

export const files = { "look.pgn": game({ White: "Huber, Anna", Black: "Novak, Jan" }, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6") };

let board;

/** Goes to an entry of the view's menu by keyboard, and takes it. */
async function takeFromMenu(ui, title) {
  const { frame } = board;
  const item = frame.locator(".move-menu [role=menuitem]", { hasText: title }).first();
  await ui.again(() => board.press("v"), () => item.isVisible(), "the menu of the view");
  const isMarked = () => item.evaluate((one) => one === document.activeElement);
  for (let steps = 0; steps < 30 && !(await isMarked()); steps += 1) await ui.page.keyboard.press("ArrowDown");
  await ui.page.keyboard.press("Enter");
}

/** Marks an entry of the list at the top of the window by typing, and waits for its preview on the board. */
async function tryOut(ui, typed, isPreviewed) {
  await ui.until(() => ui.input.isVisible(), "the list");
  await ui.input.fill(typed);
  await ui.until(isPreviewed, `the board with ${typed}`);
}

const styleOf = (name) => board.frame.evaluate((name) => document.body.style.getPropertyValue(name), name);
const dataOf = (selector, name) => board.frame.locator(selector).evaluate((one, name) => one.dataset[name], name);

export const steps = {
  "pieces are tried out and chosen from the menu of the view": async (ui, server) => {
    server.settings({}); // What an earlier try has chosen.
    await ui.open("look.pgn");
    await ui.click("Nf3");
    board = await new BoardView(ui).open();
    await board.says(/^2, White: knight f3/);
    await ui.until(async () => (await dataOf("body", "pieces")) === "cburnett", "the pieces of the settings");
    await board.press("v");
    await ui.until(() => board.frame.locator(".move-menu").last().isVisible(), "the menu of the view");
    await ui.shot("look-menu");
    await ui.page.keyboard.press("Escape");
    await takeFromMenu(ui, "Pieces");
    await tryOut(ui, "Merida", async () => (await dataOf("body", "pieces")) === "merida");
    await ui.page.keyboard.press("Escape");
    await ui.until(async () => (await dataOf("body", "pieces")) === "cburnett", "the pieces as before");
    for (const [label, value] of [["Merida", "merida"], ["Kilfiger", "kilfiger"], ["Spatial", "spatial"], ["Celtic", "celtic"]]) {
      await takeFromMenu(ui, "Pieces");
      await tryOut(ui, label, async () => (await dataOf("body", "pieces")) === value);
      await ui.page.keyboard.press("Enter");
      await ui.until(async () => !(await ui.input.isVisible()) && (await dataOf("body", "pieces")) === value, label);
      await ui.shot(`look-${value}`);
    }
  },

  "the board in a hover has the colours of the view": async (ui) => {
    await takeFromMenu(ui, "Colours of the board");
    await tryOut(ui, "Green", async () => (await styleOf("--board-light")) === "#f2f2da");
    await ui.page.keyboard.press("Enter");
    await ui.until(async () => !(await ui.input.isVisible()), "no list");
    const picture = async () => {
      await ui.hover("Bb5", /Ruy Lopez/);
      await ui.hoverPicture();
      const [, data] = (await ui.page.locator(".monaco-hover:visible img").first().getAttribute("src")).split("base64,");
      return Buffer.from(data, "base64").toString();
    };
    await ui.until(async () => (await picture()).includes("#f2f2da"), "a green board in the hover");
    await ui.shot("look-hover");
    await ui.close();
  },

  "coordinates are outside, and moves have the letters of a language": async (ui) => {
    await takeFromMenu(ui, "Coordinates");
    await tryOut(ui, "Outside", async () => (await dataOf(".board", "coordinates")) === "outside");
    await ui.page.keyboard.press("Enter");
    const [coordinates, squares] = await Promise.all(["coords.files", "cg-board"].map((name) => board.frame.locator(name).first().boundingBox()));
    assert.ok(coordinates.y + 1 >= squares.y + squares.height, `the letters at ${coordinates.y} are below the squares, which end at ${squares.y + squares.height}`);
    assert.equal(squares.width % 8, 0);
    await takeFromMenu(ui, "Letters of the moves");
    await tryOut(ui, "German", async () => /Sf3/.test(await board.text(".moves")));
    await ui.page.keyboard.press("Enter");
    await ui.until(async () => !(await ui.input.isVisible()) && /Lb5/.test(await board.text(".moves")), "German letters");
    await ui.shot("look-outside");
    // A drag with coordinates outside meets the right squares.
    await ui.click("a6");
    await board.says(/^3, Black: a6/);
    await board.drag("b5", "a4");
    await board.writes(/4\. Ba4/);
    await board.press("Control+z");
  },

  "the board is made smaller by key and larger by its handle": async (ui) => {
    const width = () => board.frame.locator("cg-board").evaluate((one) => one.getBoundingClientRect().width);
    const before = await width();
    await board.press("-", "-", "-");
    const smaller = await ui.steady(async () => ((await width()) < before - 60 ? width() : undefined), "a smaller board");
    const handle = await board.frame.locator(".size-handle").boundingBox();
    await ui.page.mouse.move(handle.x + 8, handle.y + 8);
    await ui.page.mouse.down();
    await ui.page.mouse.move(handle.x + 58, handle.y + 58, { steps: 5 });
    await ui.page.mouse.up();
    await ui.until(async () => (await width()) > smaller + 30, "a larger board");
    await ui.page.mouse.dblclick(...(await board.frame.locator(".size-handle").boundingBox().then(({ x, y }) => [x + 8, y + 8])));
    await ui.until(async () => (await width()) === before, "a board that fits");
  },

  "the keyboard map has every key, and nobody is shut out": async (ui) => {
    await board.press("?");
    await ui.page.locator(".tab.active", { hasText: "Keyboard Map" }).waitFor();
    const frame = await ui.until(async () => {
      for (const frame of ui.page.frames()) if (await frame.locator("body.keymap").isVisible().catch(() => false)) return frame;
      return undefined;
    }, "the keyboard map");
    assert.match(await frame.locator("main").textContent(), /Next move.*Select all games.*What can be written here/s);
    const text = readFileSync(axe, "utf8");
    await frame.evaluate(text);
    const { violations } = await frame.evaluate(() => globalThis.axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21aa"] }));
    assert.deepEqual(violations.map(({ id }) => id), []);
    for (const theme of ["light", "contrast", "dark"]) {
      await ui.useTheme(theme);
      await ui.shot("keymap");
    }
    await ui.command("View: Close Editor");
    await board.close();
  },

  "the look is as before": async (ui, server) => {
    server.settings({});
    await ui.open("look.pgn");
  },
};

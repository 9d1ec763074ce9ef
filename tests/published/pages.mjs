// Reads the pages of a site, and opens them at two widths, in two themes and as print: pages.mjs FOLDER SHOTS. FOLDER has the site, the single file, the
// packages, and if the program has one, a site with a board.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { HtmlValidate } from "html-validate";
import { chromium } from "playwright-core";

const [folder, shots] = process.argv.slice(2);
const site = join(folder, "site");
const pagesOf = (folder) => [...readdirSync(folder), ...readdirSync(join(folder, "games")).map((name) => `games/${name}`)].filter((name) => name.endsWith(".html")).map((name) => join(folder, name));
const pages = pagesOf(site);
pages.push(join(folder, "games.html"));
const withBoard = existsSync(join(folder, "board")) ? pagesOf(join(folder, "board")).filter((name) => name.includes("/games/")) : [];
const faults = [];
const fault = (page, text) => faults.push(`${page.slice(folder.length + 1)}: ${text}`);

// Valid HTML. How markup is written, and whether text is long, is no matter of validity.
const validator = new HtmlValidate({
  root: true,
  extends: ["html-validate:recommended"],
  rules: { "long-title": "off", "no-inline-style": "off", "prefer-native-element": "off", "tel-non-breaking": "off", "no-redundant-role": "off" },
});
for (const page of [...pages, ...withBoard]) {
  const { results } = await validator.validateString(readFileSync(page, "utf8"));
  for (const message of results.flatMap((result) => result.messages)) fault(page, `line ${message.line}: ${message.ruleId}: ${message.message}`);
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });

/** Opens pages in a window, and calls `check` on each. */
async function open(options, names, check) {
  const context = await browser.newContext(options);
  const window = await context.newPage();
  let current = "";
  window.on("dialog", (dialog) => {
    fault(current, `a text ran: ${dialog.message()}`);
    dialog.dismiss();
  });
  // What axe-core asks for in vain is written there, too.
  if (!options.bypassCSP) window.on("console", (message) => message.type() === "error" && fault(current, `an error: ${message.text()}`));
  window.on("pageerror", (error) => fault(current, `an error: ${error.message}`));
  window.on("request", (request) => request.url().startsWith("file:") || request.url().startsWith("data:") || fault(current, `it requests ${request.url()}`));
  for (const name of names) {
    current = name;
    await window.goto(pathToFileURL(name).href);
    await check(window, name);
  }
  await context.close();
}

/** A page that is wider than its window makes the reader scroll sideways. */
async function fits(window, name) {
  const [content, width] = await window.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  if (content > width) fault(name, `${content} pixels wide in a window of ${width}`);
}

/** Findings of axe-core that are serious or critical. The board has its moves spelt for those who listen, "Move 1, white, E 4" for e4, on purpose. */
async function isAccessible(window, name) {
  // A page of the site allows no script; this is not of the page.
  await window.evaluate(axe.source);
  const { violations } = await window.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"], rules: { "label-content-name-mismatch": { enabled: false } } }));
  for (const { id, impact, nodes } of violations.filter(({ impact }) => impact === "serious" || impact === "critical")) {
    fault(name, `${id} (${impact}): ${nodes[0].html.slice(0, 200)}`);
  }
}

const isShown = (name) => /morphy|index|tournament-|games.html$/.test(name.slice(folder.length));
for (const [label, width, colorScheme] of [["wide-light", 1200, "light"], ["narrow-dark", 360, "dark"]]) {
  await open({ viewport: { width, height: 900 }, colorScheme, bypassCSP: true }, pages, async (window, name) => {
    await fits(window, name);
    await isAccessible(window, name);
    if (isShown(name)) await window.screenshot({ path: join(shots, `${label}-${name.split("/").pop().replace(".html", "")}.png`) });
  });
}

// The board: it plays the game, is no wider than the page, and says whose it is. All is there without it.
for (const [label, width, colorScheme] of [["board-light", 1200, "light"], ["board-dark", 360, "dark"]]) {
  let boards = 0;
  await open({ viewport: { width, height: 900 }, colorScheme }, withBoard, async (window, name) => {
    await fits(window, name);
    const section = window.locator(".viewer");
    if ((await section.count()) === 0) return;
    boards += 1;
    const pieces = () => section.locator("cg-board piece").evaluateAll((all) => all.map((one) => one.className + one.style.transform).join());
    const before = await pieces();
    await section.locator(".lpv__controls button").last().click();
    if (before === "" || (await section.locator("cg-board square.last-move").count()) !== 2) fault(name, "the board does not play the game");
    if (!(await section.locator("a[href$='pgn-viewer.LICENSE.txt']").isVisible())) fault(name, "the licence is not named");
    if (isShown(name)) await window.screenshot({ path: join(shots, `${label}-${name.split("/").pop().replace(".html", "")}.png`) });
  });
  if (withBoard.length > 0 && boards === 0) fault(withBoard[0], "no page has a board");
}
await open({ bypassCSP: true }, withBoard, isAccessible);
await open({ javaScriptEnabled: false }, withBoard, async (window, name) => {
  if (await window.locator(".viewer:visible").count()) fault(name, "an empty board without scripts");
});

// Without scripts, all is there; with them, the table filters and sorts.
await open({ javaScriptEnabled: false }, [join(site, "index.html")], async (window, name) => {
  if ((await window.locator("table.games tbody tr").count()) === 0) fault(name, "no games without scripts");
});
await open({}, [join(site, "index.html")], async (window, name) => {
  await window.locator("input[type=search]").fill("morphy");
  const shown = await window.locator("table.games tbody tr:visible").count();
  if (shown === 0 || shown === (await window.locator("table.games tbody tr").count())) fault(name, `the filter shows ${shown} games`);
});

// In print, no diagram is cut: it fits on a page and has no break inside.
await open({ viewport: { width: 700, height: 990 } }, pages.filter((name) => name.includes("/games/")), async (window, name) => {
  await window.emulateMedia({ media: "print" });
  const cut = await window.evaluate(() => [...document.querySelectorAll(".diagram")].filter((one) => getComputedStyle(one).breakInside !== "avoid").length);
  if (cut > 0) fault(name, `${cut} diagrams may be cut in print`);
  if (await window.locator("nav:visible, .source:visible").count()) fault(name, "links are printed");
});
await browser.close();

for (const one of faults.slice(0, 40)) console.error(`FAIL ${one}`);
if (faults.length > 0) {
  console.error(`${faults.length} faults in ${pages.length} pages`);
  process.exit(1);
}
console.log(`ok   published: ${pages.length} pages, ${withBoard.length} with a board`);

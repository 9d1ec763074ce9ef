// Measures the table of games in chromium, without VS Code: how many rows are in the document, and the longest task while it is scrolled through a
// hundred thousand games, by the clock and by the processor's time (which other programs do not lengthen). First: node esbuild.mjs --production.
import { fileURLToPath } from "node:url";
import { openPage } from "./browser.mjs";

const COUNT = 100_000;
const SCROLLS = 120;
const file = (name) => fileURLToPath(new URL(`../../dist/${name}`, import.meta.url));

const { browser, page, close } = await openPage({ width: 1200, height: 500 });
await page.setContent("<!DOCTYPE html><html lang=en><body class=vscode-dark></body></html>");
await page.addStyleTag({ path: file("games.css") });
await page.addScriptTag({ content: `(${host})(${COUNT})` });
const start = Date.now();
await page.addScriptTag({ path: file("games.js") });
await page.waitForFunction(() => document.querySelectorAll(".body .row").length > 0);
console.log(`first rows after ${Date.now() - start} ms`);
await page.locator(".grid").hover();
await browser.startTracing(page, { categories: ["toplevel", "devtools.timeline"] });
let most = 0;
for (let step = 0; step < SCROLLS; step += 1) {
  await page.mouse.wheel(0, step % 3 === 0 ? 25_000 : 300);
  await page.waitForTimeout(20);
  most = Math.max(most, await page.locator(".row").count());
}
const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
const threads = new Set(traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(({ pid, tid }) => `${pid} ${tid}`));
const tasks = traceEvents.filter(({ name, pid, tid }) => /RunTask$/.test(name) && threads.has(`${pid} ${tid}`));
const longest = (key) => Math.max(...tasks.map((task) => task[key] ?? 0)) / 1000;
console.log(`${COUNT.toLocaleString("en")} games, ${SCROLLS} scrolls: at most ${most} rows in the document; ${tasks.length} tasks, the longest ${longest("dur").toFixed(1)} ms by the clock, ${longest("tdur").toFixed(1)} ms of the processor`);
await close();

/** Runs in the page: in place of the extension host, answers with made-up games. */
function host(count) {
  const row = (index) => ({ index, game: index, file: "games.pgn", white: `Player ${index}`, black: `Other ${count - index}`, whiteElo: "2500", blackElo: "2400", result: "1-0", date: "2020.01.01", event: "An Open of Some Town", site: "Town", round: "1", eco: "B90", opening: "Sicilian Defense: Najdorf Variation", plies: 80, move: null, isAnnotated: index % 3 === 0, isBroken: false, findings: { errors: index % 2, warnings: 1, infos: 0, hints: 0 } });
  const send = (message) => setTimeout(() => window.postMessage(message, "*"), 5);
  window.acquireVsCodeApi = () => ({
    postMessage: ({ type, number, offset, limit }) => {
      if (type === "ready") send({ type: "show", question: { scope: "workspace", query: "", sort: [] }, document: null, hasChosen: false });
      if (type !== "ask") return;
      const rows = Array.from({ length: Math.min(limit, count - offset) }, (_, place) => row(offset + place));
      send({ type: "page", number, list: 1, offset, total: count, isComplete: true, remark: null, rows });
    },
  });
}

// Measures the memory of VS Code's extension host on a folder, without the extension and with it, all its views open. Argument: a folder of games.
// First: scripts/package.sh. An extension of two lines, made here, tells the memory of the process that it shares with ours.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { BoardView } from "./boardView.mjs";
import { address, openPage } from "./browser.mjs";
import { startCodeServer } from "./codeServer.mjs";
import { SAMPLE } from "./games.mjs";
import { GamesView } from "./gamesView.mjs";
import { Workbench } from "./workbench.mjs";

/** Milliseconds without work before the memory is read: the cache of the moves and the index are made by then. */
const REST = 60_000;

/** So many readings are taken; the lowest one counts, as garbage is in the others. */
const READINGS = 8;

const root = path.resolve(fileURLToPath(new URL("../..", import.meta.url)));
const [folder] = process.argv.slice(2);
if (!folder) throw new Error("which folder of games?");

const place = mkdtempSync(path.join(tmpdir(), "scoresheet-heap-"));
const log = path.join(place, "memory.jsonl");
const probe = makeProbe();
try {
  const without = await measure([probe], false);
  const withUs = await measure([path.join(root, "out/scoresheet.vsix"), probe], true);
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  for (const part of ["heapUsed", "external", "rss"]) {
    console.log(`${part}: ${megabytes(without[part])} MB without the extension, ${megabytes(withUs[part])} MB with it: ${megabytes(withUs[part] - without[part])} MB more`);
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}

/** The memory of the extension host with these extensions; with ours, its views are opened and used. */
async function measure(vsix, hasViews) {
  const server = await startCodeServer({ files: { "sample.pgn": SAMPLE }, vsix });
  cpSync(folder, path.join(server.workspace, "collection"), { recursive: true, dereference: true });
  const browser = await openPage({ width: 1400, height: 900 });
  try {
    const ui = new Workbench(browser.page, path.join(root, "out/shots"), server.workspace);
    await ui.start(address(server, "sample.pgn"));
    await ui.open("sample.pgn");
    if (hasViews) await useViews(ui);
    await ui.page.waitForTimeout(REST);
    writeFileSync(log, "");
    const readings = () => readFileSync(log, "utf8").trim().split("\n").filter(Boolean).map((line) => JSON.parse(line));
    await ui.until(() => readings().length >= READINGS, "the readings");
    const all = readings();
    if (hasViews) await ui.shot("heap");
    return Object.fromEntries(Object.keys(all[0]).map((part) => [part, Math.min(...all.map((one) => one[part]))]));
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Opens the board with the explorer of all files, and the table of all games, and scrolls and steps. */
async function useViews(ui) {
  const games = await new GamesView(ui).open();
  await games.choose("workspace");
  await ui.until(async () => /\d,\d{3} games$/.test(await games.text(".count")), "all games of the folder", { limit: 600_000 });
  console.log(`the table has ${await games.text(".count")}`);
  for (let page = 0; page < 20; page += 1) await games.press("PageDown");
  await games.press("End", "Home");
  await ui.click("Bc4");
  const board = await new BoardView(ui).open();
  await board.says(/bishop c4/);
  await board.press("e", "Home");
  for (let move = 0; move < 12; move += 1) await board.press("ArrowRight");
}

/** Packages the extension that writes down the memory of its process, after collecting garbage. */
function makeProbe() {
  const source = path.join(place, "probe");
  mkdirSync(source);
  const manifest = { name: "memory-probe", publisher: "scoresheet", version: "0.0.1", engines: { vscode: "^1.91.0" }, main: "./main.js", activationEvents: ["*"], license: "MIT", repository: "https://example.invalid" };
  writeFileSync(path.join(source, "package.json"), JSON.stringify(manifest));
  writeFileSync(path.join(source, "README.md"), "Tells the memory of the extension host.\n");
  writeFileSync(path.join(source, "LICENSE"), "MIT\n");
  writeFileSync(
    path.join(source, "main.js"),
    `const { appendFileSync } = require("node:fs");
    require("node:v8").setFlagsFromString("--expose-gc");
    const gc = require("node:vm").runInNewContext("gc");
    exports.activate = () => { setInterval(() => { gc(); appendFileSync(${JSON.stringify(log)}, JSON.stringify(process.memoryUsage()) + "\\n"); }, 500); };`,
  );
  const vsix = path.join(place, "probe.vsix");
  const vsce = path.join(root, "node_modules/.bin/vsce");
  const { status, stdout, stderr } = spawnSync(vsce, ["package", "--no-dependencies", "--out", vsix], { cwd: source, encoding: "utf8" });
  if (status !== 0) throw new Error(`the probe cannot be packaged: ${stdout}${stderr}`);
  return vsix;
}

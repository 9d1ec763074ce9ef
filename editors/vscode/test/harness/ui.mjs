// Has a person's hands use VS Code with the packaged extension: every file of test/ui is a scenario, all of them in one window but those
// of a workspace without trust, in several themes. Pictures go to out/shots. Exit code 0 if all scenarios passed. Arguments: parts of names of scenarios to run.
import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { address, openPage } from "./browser.mjs";
import { startCodeServer } from "./codeServer.mjs";
import { Workbench } from "./workbench.mjs";

const root = path.resolve(fileURLToPath(new URL("../..", import.meta.url)));
const shots = path.join(root, "out/shots");
const SETTINGS = {
  "editor.fontFamily": "'JetBrains Mono', 'DejaVu Sans Mono', monospace",
  "editor.fontSize": 14,
  "editor.hover.delay": 150,
  "editor.minimap.enabled": false,
  "workbench.colorTheme": "Default Dark Modern",
  "workbench.preferredDarkColorTheme": "Default Dark Modern",
  "workbench.preferredLightColorTheme": "Default Light Modern",
};

/** Where Debian puts its engine. */
const MACHINE = { "scoresheet.engine.path": "/usr/games/stockfish" };

const scenarios = await load(process.argv.slice(2));
const start = Date.now();
if (process.argv.length === 2) rmSync(shots, { recursive: true, force: true }); // Those of failures before would stay.
let failed = 0;
for (const restricted of [false, true]) {
  const those = scenarios.filter(({ isRestricted = false }) => isRestricted === restricted);
  // Mouse and keyboard stumble now and then on a busy machine, and may leave the window in disorder. What is broken stays so in a new one.
  const stumbled = await runAll(those, restricted);
  failed += (await runAll(stumbled, restricted)).length;
}
console.log(`${failed === 0 ? "all scenarios passed" : `${failed} scenarios failed`} (${seconds()})`);
process.exit(failed === 0 ? 0 : 1);

/** Runs scenarios, which are independent of each other, in one window, in a workspace with or without trust. Returns those that have failed. */
async function runAll(those, restricted) {
  if (those.length === 0) return [];
  const files = Object.assign({}, ...those.map((scenario) => scenario.files ?? {}));
  const server = await startCodeServer({ settings: SETTINGS, machine: MACHINE, files, vsix: path.join(root, "out/scoresheet.vsix"), restricted });
  let browser;
  const failed = [];
  try {
    browser = await openPage({ width: 1200, height: 760 });
    // VS Code keeps its state when the browser is idle, which it seldom is on a busy machine. Without this function, which Safari has
    // not either, VS Code does so after a time.
    await browser.page.addInitScript(() => Object.defineProperty(window, "requestIdleCallback", { value: undefined }));
    const asked = watchRequests(browser.page);
    const workbench = new Workbench(browser.page, shots, server.workspace);
    await workbench.start(address(server, Object.keys(files)[0]));
    console.log(`      window open after ${seconds()}${restricted ? ", in a workspace without trust" : ""}`);
    for (const scenario of those) if (!(await passes(scenario, workbench, server))) failed.push(scenario);
    console.log(`      addresses outside this machine: ${[...asked].join(", ") || "none"}`);
  } finally {
    await browser?.close();
    await server.stop();
  }
  return failed;
}

async function load(wanted) {
  const folder = path.join(root, "test/ui");
  const names = readdirSync(folder).filter((name) => name.endsWith(".mjs") && (wanted.length === 0 || wanted.some((part) => name.includes(part))));
  return Promise.all(names.sort().map(async (name) => ({ name: name.slice(0, -4), ...(await import(pathToFileURL(path.join(folder, name)))) })));
}

async function passes({ name, steps }, workbench, server) {
  await workbench.resetSize(); // A scenario that failed leaves what it had.
  await workbench.closeAll().catch(() => undefined);
  for (const [step, perform] of Object.entries(steps)) {
    const begin = Date.now();
    try {
      await perform(workbench, server);
      console.log(`ok    ${name}: ${step} (${Date.now() - begin} ms)`);
    } catch (error) {
      console.log(`FAIL  ${name}: ${step}: ${error.message}`);
      await workbench.shot(`failed-${name}`).catch(() => undefined);
      return false;
    } finally {
      await workbench.clear().catch(() => undefined);
    }
  }
  return true;
}

/** Collects the hosts of requests that leave this machine. */
function watchRequests(page) {
  const asked = new Set();
  page.on("request", (request) => {
    const { hostname } = new URL(request.url());
    if (hostname !== "" && hostname !== "127.0.0.1" && !hostname.endsWith(".localhost")) asked.add(hostname);
  });
  return asked;
}

function seconds() {
  return `${((Date.now() - start) / 1000).toFixed(1)} s`;
}

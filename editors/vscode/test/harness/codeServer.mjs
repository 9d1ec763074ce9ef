// A VS Code of our own: its own home, settings, extensions and workspace, in a folder that is removed in the end.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { codeServer, node } from "./tools.mjs";

/** How long starting may take, in milliseconds. */
const START_LIMIT = 60_000;

/** Settings that keep VS Code quiet and the screen free. */
const QUIET = {
  "chat.disableAIFeatures": true,
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "files.autoSave": "off",
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "workbench.editor.useModal": "off",
  "workbench.enableExperiments": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
};

/** Settings that leave the workspace without trust, and without a question about it. */
const RESTRICTED = { "security.workspace.trust.startupPrompt": "never", "security.workspace.trust.banner": "never" };

/**
 * Starts VS Code. `machine` are settings that only the machine has. `files` are written into the workspace: names to contents. `vsix` is installed, one or several. A workspace is trusted if it is not
 * `restricted`.
 */
export async function startCodeServer({ settings: ours = {}, machine = {}, files = {}, vsix, restricted = false } = {}) {
  const settings = restricted ? { ...ours, ...RESTRICTED } : ours;
  const root = mkdtempSync(path.join(tmpdir(), "scoresheet-vscode-"));
  const folders = { root, workspace: path.join(root, "games"), user: path.join(root, "user"), home: path.join(root, "home"), extensions: path.join(root, "extensions") };
  for (const folder of [folders.workspace, path.join(folders.user, "User"), path.join(folders.user, "Machine"), folders.home, folders.extensions]) mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folders.workspace, name)), { recursive: true });
    writeFileSync(path.join(folders.workspace, name), content);
  }
  writeSettings(folders, settings);
  writeFileSync(path.join(folders.user, "Machine", "settings.json"), JSON.stringify(machine));

  const env = { ...process.env, HOME: folders.home, XDG_CONFIG_HOME: path.join(folders.home, ".config"), XDG_DATA_HOME: path.join(folders.home, ".local/share") };
  delete env.PORT;
  const base = [codeServer, "--user-data-dir", folders.user, "--extensions-dir", folders.extensions];
  for (const extension of [vsix ?? []].flat()) install(base, env, extension);
  const port = await freePort();
  const log = openSync(path.join(root, "code-server.log"), "w");
  const quiet = ["--auth", "none", "--disable-telemetry", "--disable-update-check", "--disable-getting-started-override", "--disable-proxy"];
  if (!restricted) quiet.push("--disable-workspace-trust");
  // A process group of its own: the extension host and the language server would outlive code-server by some seconds.
  const child = spawn(node, [...base, "--bind-addr", `127.0.0.1:${port}`, ...quiet, folders.workspace], { env, stdio: ["ignore", log, log], detached: true });
  endWithUs(child, root);
  const server = { ...folders, port, settings: (changed) => writeSettings(folders, { ...settings, ...changed }), stop: () => stop(child, root) };
  try {
    await isUp(port);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

function writeSettings(folders, settings) {
  writeFileSync(path.join(folders.user, "User", "settings.json"), JSON.stringify({ ...QUIET, ...settings }, null, 2));
}

function install(base, env, vsix) {
  const { status, stdout, stderr } = spawnSync(node, [...base, "--install-extension", vsix], { env, encoding: "utf8" });
  if (status !== 0) throw new Error(`the extension cannot be installed: ${stdout}${stderr}`);
}

async function isUp(port) {
  for (const end = Date.now() + START_LIMIT; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error("code-server does not start");
}

async function stop(child, root) {
  const gone = new Promise((resolve) => child.once("exit", resolve));
  kill(child, "SIGTERM");
  await Promise.race([gone, new Promise((resolve) => setTimeout(resolve, 5000))]);
  await new Promise((resolve) => setTimeout(resolve, 300));
  end(child, root);
}

/** Cleans up if the tests are interrupted. */
function endWithUs(child, root) {
  process.once("exit", () => end(child, root));
  for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
}

function end(child, root) {
  kill(child, "SIGKILL");
  rmSync(root, { recursive: true, force: true, maxRetries: 3 });
}

function kill(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It no longer exists.
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

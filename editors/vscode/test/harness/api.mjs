// Has VS Code run out/api/index.cjs in its extension host, with the extension loaded from this folder. Exit code 0 if all tests passed.
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { address, openPage } from "./browser.mjs";
import { startCodeServer } from "./codeServer.mjs";

/** How long all tests may take, in milliseconds. */
const LIMIT = Number(process.env.LIMIT_MS ?? 300_000);

const extension = path.resolve(fileURLToPath(new URL("../..", import.meta.url)));
const tests = path.join(extension, "out/api/index.cjs");
if (!existsSync(tests)) throw new Error("first: node esbuild.mjs --tests");

const server = await startCodeServer({ settings: { "editor.formatOnSave": false, "files.eol": "\n" } });
let code = 1;
let browser;
try {
  browser = await openPage();
  code = await run(browser.page);
} finally {
  await browser?.close();
  await server.stop();
}
process.exit(code);

async function run(page) {
  const finished = new Promise((resolve) => page.exposeFunction("codeAutomationExit", resolve));
  await page.exposeFunction("codeAutomationLog", (_type, args) => {
    const line = [args].flat().join(" ");
    if (process.env.VERBOSE || /^TEST /.test(line)) console.log(line.replace(/^TEST /, "").slice(0, 2000));
  });
  // A built VS Code takes the options for tests only from the configuration in its start page, so they are inserted when it is read.
  const uri = (file) => ({ $mid: 1, scheme: "vscode-remote", authority: `127.0.0.1:${server.port}`, path: file });
  await page.addInitScript((options) => {
    const read = Element.prototype.getAttribute;
    Element.prototype.getAttribute = function (name) {
      const value = read.call(this, name);
      if (name !== "data-settings" || this.id !== "vscode-workbench-web-configuration") return value;
      const configuration = JSON.parse(value);
      return JSON.stringify({ ...configuration, developmentOptions: { ...configuration.developmentOptions, ...options } });
    };
  }, { extensions: [uri(extension)], extensionTestsPath: uri(tests) });
  await page.goto(address(server));
  const code = await Promise.race([finished, new Promise((resolve) => setTimeout(() => resolve("timeout"), LIMIT))]);
  if (code === "timeout") {
    const picture = path.join(extension, "out/api-timeout.png");
    await page.screenshot({ path: picture });
    console.log(`FAIL  not finished after ${LIMIT / 1000} s: see ${picture}`);
    return 1;
  }
  return code === 0 ? 0 : 1;
}

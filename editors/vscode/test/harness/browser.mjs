// The browser that shows VS Code.
import { chromium, chromiumPath } from "./tools.mjs";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--font-render-hinting=none"];

/** Opens a page of this size in pixels. `scale` is the pixels of a picture for each of them. */
export async function openPage({ width = 1280, height = 800, scale = 1 } = {}) {
  const browser = await chromium.launch({ executablePath: chromiumPath, headless: true, args: FLAGS });
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: scale, permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  return { browser, page, close: () => browser.close().catch(() => undefined) };
}

/** The address that opens the workspace of a server, with `file` of it in the editor. */
export function address(server, file) {
  const folder = `folder=${encodeURIComponent(server.workspace)}`;
  if (file === undefined) return `http://127.0.0.1:${server.port}/?${folder}`;
  const payload = JSON.stringify([["openFile", `vscode-remote://127.0.0.1:${server.port}${server.workspace}/${file}`]]);
  return `http://127.0.0.1:${server.port}/?${folder}&payload=${encodeURIComponent(payload)}`;
}

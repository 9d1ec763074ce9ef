// Draws images/icon.png from its source, by the browser of the tests.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openPage } from "../test/harness/browser.mjs";

const SIZE = 256;
const file = (path) => fileURLToPath(new URL(path, import.meta.url));

const { page, close } = await openPage({ width: SIZE, height: SIZE });
await page.setContent(`<style>body { margin: 0; background: transparent } svg { display: block; width: ${SIZE}px }</style>${readFileSync(file("icon.svg"), "utf8")}`);
await page.screenshot({ path: file("../images/icon.png"), omitBackground: true });
await close();

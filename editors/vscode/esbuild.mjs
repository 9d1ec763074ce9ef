// Builds dist/extension.js (runs in the extension host) and dist/webview.js and dist/games.js (run in the webviews of the board and of the games) and dist/keymap.css, and with
// --tests what `node --test` and the extension host run of test/. --watch builds again at every change, --production minifies.
import { build, context } from "esbuild";
import { existsSync, readdirSync } from "node:fs";

const flags = new Set(process.argv.slice(2));
const production = flags.has("--production");

const shared = { bundle: true, minify: production, sourcemap: production ? false : "linked", logLevel: "warning", target: "es2022" };
const host = { ...shared, platform: "node", format: "cjs", external: ["vscode"] };

const bundles = [{ ...host, entryPoints: ["src/extension.ts"], outfile: "dist/extension.js" }];
for (const [entry, outfile] of [["webview/main.ts", "dist/webview.js"], ["webview/games/main.ts", "dist/games.js"], ["webview/styles/keymap.css", "dist/keymap.css"]]) {
  if (existsSync(entry)) bundles.push({ ...shared, platform: "browser", format: "iife", entryPoints: [entry], outfile, loader: { ".svg": "dataurl" } });
}
if (flags.has("--tests")) {
  bundles.push({ ...host, entryPoints: sources("test/unit", ".test.ts"), outdir: "out/unit", outExtension: { ".js": ".cjs" } });
  bundles.push({ ...host, entryPoints: ["test/api/index.ts"], outfile: "out/api/index.cjs" });
}

if (flags.has("--watch")) {
  for (const bundle of bundles) await (await context(bundle)).watch();
} else {
  await Promise.all(bundles.map((bundle) => build(bundle)));
}

/** The files in `folder` whose names end in `ending`. */
function sources(folder, ending) {
  return readdirSync(folder).filter((name) => name.endsWith(ending)).map((name) => `${folder}/${name}`);
}

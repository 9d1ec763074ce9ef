// Writes the script, the style sheet and the licences of the board to a folder: files.mjs FOLDER, beside `node_modules`.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2];
const packages = Object.entries(JSON.parse(readFileSync("package-lock.json", "utf8")).packages).filter(([path]) => path !== "");
const [viewer] = packages.filter(([path]) => path.endsWith("/@lichess-org/pgn-viewer"));

// Browsers load no modules from a disk, so the module becomes a script with one name.
const module = readFileSync(join(viewer[0], "dist", "lichess-pgn-viewer.min.js"), "utf8");
const [whole, name] = module.match(/export\{([\w$]+) as default\};?\s*$/) ?? [];
if (name === undefined) throw new Error("the viewer does not end with its only export");
const body = module.slice(0, -whole.length);
const head = `/* @lichess-org/pgn-viewer ${viewer[1].version}, GPL-3.0-or-later, https://github.com/lichess-org/pgn-viewer */\n`;
writeFileSync(join(folder, "pgn-viewer.js"), `${head}const PgnViewer=(()=>{${body}return ${name}})();\n`);
writeFileSync(join(folder, "pgn-viewer.css"), head + readFileSync(join(viewer[0], "dist", "lichess-pgn-viewer.css"), "utf8").replace(/^\uFEFF/, ""));

// Each licence once, with the packages that have it.
const texts = new Map();
for (const [path, { version, license }] of packages) {
  const file = readdirSync(path).find((file) => /^licen[cs]e/i.test(file));
  if (file === undefined) throw new Error(`${path} has no licence`);
  const text = readFileSync(join(path, file), "utf8").trim();
  texts.set(text, [...(texts.get(text) ?? []), `${path.slice("node_modules/".length)} ${version} (${license})`]);
}
const licences = [...texts].map(([text, names]) => `${"=".repeat(79)}\n${names.join("\n")}\n${"-".repeat(79)}\n${text}\n`);
const first = "The board of pages that `scoresheet publish --viewer` makes. Its source is at https://github.com/lichess-org/pgn-viewer, and these are its parts.\n";
writeFileSync(join(folder, "pgn-viewer.LICENSE.txt"), [first, ...licences].join("\n"));

// Writes the npm packages of one platform: pack.mjs VERSION PLATFORM BINARY FOLDER NOTICES, where PLATFORM is Node's, as linux-x64.
// FOLDER/scoresheet runs what is in FOLDER/PLATFORM.
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The platforms for which a release has a binary; the main package names them all. */
const PLATFORMS = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64", "win32-x64"];

const [version, platform, binary, folder, notices] = process.argv.slice(2);
if (!PLATFORMS.includes(platform) || notices === undefined) {
  console.error(`usage: pack.mjs VERSION PLATFORM BINARY FOLDER NOTICES, PLATFORM being one of ${PLATFORMS.join(", ")}`);
  process.exit(2);
}

const common = {
  version,
  description: "Language server, linter and formatter for chess PGN, EPD and FEN files",
  license: "GPL-3.0-or-later",
  repository: { type: "git", url: "git+https://github.com/scoresheet/scoresheet.git" },
};
const [os, cpu] = platform.split("-");

writePackage(platform, { name: `@scoresheet/${platform}`, ...common, os: [os], cpu: [cpu] }, binary, os === "win32" ? "scoresheet.exe" : "scoresheet");
writePackage(
  "scoresheet",
  {
    name: "scoresheet",
    ...common,
    type: "module",
    bin: { scoresheet: "scoresheet.mjs" },
    engines: { node: ">=18" },
    optionalDependencies: Object.fromEntries(PLATFORMS.map((one) => [`@scoresheet/${one}`, version])),
  },
  fileURLToPath(new URL("scoresheet.mjs", import.meta.url)),
  "scoresheet.mjs",
);

function writePackage(name, manifest, program, programName) {
  const target = join(folder, name);
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, "package.json"), `${JSON.stringify({ ...manifest, files: [programName, "NOTICES"] }, null, 2)}\n`);
  copyFileSync(program, join(target, programName));
  chmodSync(join(target, programName), 0o755);
  copyFileSync(notices, join(target, "NOTICES"));
  for (const file of ["LICENSE-GPL", "README.md"]) {
    copyFileSync(fileURLToPath(new URL(`../../../${file}`, import.meta.url)), join(target, file));
  }
}

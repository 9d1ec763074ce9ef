#!/usr/bin/env node
// Runs the binary that npm has installed for this platform.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";

const name = process.platform === "win32" ? "scoresheet.exe" : "scoresheet";
const platform = `${process.platform}-${process.arch}`;

let binary;
try {
  binary = createRequire(import.meta.url).resolve(`@scoresheet/${platform}/${name}`);
} catch {
  console.error(`scoresheet: there is no binary for ${platform}. Was it installed with --no-optional? Otherwise: cargo install scoresheet`);
  process.exit(2);
}

const { status, signal, error } = spawnSync(binary, process.argv.slice(2), { stdio: "inherit" });
if (error !== undefined) {
  console.error(`scoresheet: ${binary} cannot be run: ${error.message}`);
  process.exit(2);
}
// Killed, it ends us the same way, so that a shell sees what it would have seen.
if (signal !== null) process.kill(process.pid, signal);
process.exit(status ?? 2);

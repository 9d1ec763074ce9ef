import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const manifest = JSON.parse(readFileSync("package.json", "utf8"));

test("every command is in the palette under our name", () => {
  for (const command of manifest.contributes.commands) {
    assert.match(command.command, /^scoresheet\./);
    assert.equal(command.category, "Scoresheet", command.command);
  }
});

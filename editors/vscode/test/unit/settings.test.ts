import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { SERVER_SETTINGS, serverSettings } from "../../src/settings";

test("the server gets its own settings, and of those only what is set", () => {
  const section = { server: { path: "x" }, trace: { server: "off" }, board: { size: 3 }, level: "info", rules: {}, overrides: undefined, format: { style: "readable", archive: null } };
  const colours = ["#ffffff", "#c4c4c4"];
  const boardColours = "#ffffff,#c4c4c4";
  assert.deepEqual(serverSettings(section, colours), { level: "info", rules: {}, format: { style: "readable" }, boardColours });
  assert.deepEqual(serverSettings(null, colours), { boardColours });
});

test("the settings of the server are those of its schema", () => {
  const schema = JSON.parse(readFileSync("../../server/docs/settings.schema.json", "utf8"));
  assert.deepEqual([...SERVER_SETTINGS].sort(), Object.keys(schema.properties).sort());
});

test("package.json offers the settings of the schema", () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/settings.mjs", "--check"], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
});

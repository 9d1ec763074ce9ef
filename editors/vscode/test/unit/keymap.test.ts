import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { keysPage, sections } from "../../src/keymap/page";
import { FILTER_KEYS, TABLE_KEYS } from "../../webview/games/model/keys";
import { boundTo, faceOf } from "../../webview/model/bindings";
import { BOARD_KEYS, withKey } from "../../webview/model/keys";

const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const key = (name: string, more = {}) => ({ key: name, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...more });

test("no key of a view means two things", () => {
  for (const bindings of [BOARD_KEYS.flatMap(({ bindings }) => bindings), TABLE_KEYS, FILTER_KEYS]) {
    const keys = bindings.flatMap(({ keys }) => keys);
    assert.deepEqual(keys.filter((one, index) => keys.indexOf(one) !== index), []);
  }
});

test("keys of the table are found by what is pressed", () => {
  assert.deepEqual(boundTo(TABLE_KEYS, key("ArrowDown")), { to: "down" });
  assert.deepEqual(boundTo(TABLE_KEYS, key("End", { shiftKey: true })), { to: "last", extends: true });
  assert.deepEqual(boundTo(TABLE_KEYS, key("A", { metaKey: true })), { do: "all" });
  assert.deepEqual(boundTo(TABLE_KEYS, key("?", { shiftKey: true })), { do: "keys" });
  assert.equal(boundTo(TABLE_KEYS, key("ArrowDown", { altKey: true })), undefined);
  assert.equal(boundTo(FILTER_KEYS, key(" ", { ctrlKey: true })), "suggest");
});

test("labels and the map call keys by their names", () => {
  assert.equal(withKey("Hint", "hint"), "Hint (H)");
  assert.deepEqual(["Shift+ArrowLeft", " ", "+", "Ctrl+a"].map(faceOf), ["Shift+←", "Space", "+", "Ctrl+A"]);
});

test("the map has the keys of the manifest and of the views, and no markup of its own", () => {
  const all = sections(manifest.contributes, false);
  const row = (title: string) => all.flatMap(({ rows }) => rows).find((row) => row.title === title);
  assert.deepEqual(row("Board: Redo in the Text")?.keys, ["Ctrl+Y", "Ctrl+Shift+Z"]);
  assert.deepEqual(row("Open Board to the Side")?.keys, ["Ctrl+K V"]);
  assert.deepEqual(row("Next move")?.keys, ["→"]);
  assert.deepEqual(sections(manifest.contributes, true).flatMap(({ rows }) => rows).find(({ title }) => title === "Select all games")?.keys, ["⌘+A"]);
  const page = keysPage([{ title: "<b>", rows: [{ keys: ["&"], title: '"' }] }], "style.css", "https://here");
  assert.ok(page.includes("<h2>&#60;b&#62;</h2>") && page.includes("<kbd>&#38;</kbd>"));
});

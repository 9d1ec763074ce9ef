import assert from "node:assert/strict";
import { test } from "node:test";
import { newGameSnippet } from "../../src/commands/newGameText";

test("the first game of a file has the roster and the date of today", () => {
  const lines = newGameSnippet("", "2026.01.02").split("\n");
  assert.deepEqual(lines.slice(0, 4), ['[Event "${1:?}"]', '[Site "${2:?}"]', '[Date "${3:2026.01.02}"]', '[Round "${4:?}"]']);
  assert.deepEqual(lines.slice(6), ['[Result "${7|*,1-0,0-1,1/2-1/2|}"]', "", "1. $0 $7", ""]);
});

test("another game copies the event of the last one, after an empty line", () => {
  const last = '[Event "Old"]\n\n*\n\n[Event "Club \\"A\\" $1}"]\n[Site "Wien"]\n[Date "2025.12.31"]\n[White "Me"]\n\n1. e4 *';
  const snippet = newGameSnippet(last, "2026.01.02");
  assert.ok(snippet.startsWith('\n\n[Event "${1:Club \\\\"A\\\\" \\$1\\}}"]\n[Site "${2:Wien}"]\n[Date "${3:2025.12.31}"]'), snippet);
  assert.ok(snippet.includes('[White "${5:?}"]'));
  for (const [end, gap] of [["\n", 1], ["\r\n", 1], ["\n\n", 0], ["\r\n\r\n", 0], ["\n\n\n", 0]] as const) {
    const begin = newGameSnippet(last + end, "").indexOf("[Event");
    assert.equal(begin, gap, JSON.stringify(end));
  }
});

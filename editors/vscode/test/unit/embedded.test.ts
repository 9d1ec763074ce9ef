import assert from "node:assert/strict";
import { test } from "node:test";
import { beginsBlock } from "../../src/languages";

test("a document is worth asking about if it seems to have a block", () => {
  const worth: [string, string][] = [
    ["markdown", "a\n> ```PGN x\n"],
    ["asciidoc", "[source,pgn]\n----\n"],
    ["asciidoc", '[,"fen"]\n'],
    ["asciidoc", "[source%linenums, chess, title=x]\n"],
    ["asciidoc", "```pgn\n"],
    ["latex", "\\mainline[outvar]{1. e4}"],
    ["tex", "\\chessboard[setfen=x]"],
  ];
  for (const [language, text] of worth) assert.ok(beginsBlock(text, language), `${language}: ${text}`);
  const not: [string, string][] = [
    ["markdown", "[source,pgn]\n\\newgame"],
    ["asciidoc", "[source,pgnx]\n[quote,pgn]\n\\newgame"],
    ["latex", "```pgn\n\\mainlines \\newgames \\variation{x}"],
  ];
  for (const [language, text] of not) assert.ok(!beginsBlock(text, language), `${language}: ${text}`);
});

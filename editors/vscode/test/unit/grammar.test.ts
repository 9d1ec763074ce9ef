import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createOnigScanner, createOnigString, loadWASM } from "vscode-oniguruma";
import { INITIAL, type IRawGrammar, parseRawGrammar, Registry } from "vscode-textmate";

const loadWASMOnce = loadWASM(readFileSync("node_modules/vscode-oniguruma/release/onig.wasm")).then(() => ({ createOnigScanner, createOnigString }));

function grammarOf(scope: string): Promise<IRawGrammar> {
  const path = `syntaxes/${scope.replace("source.", "")}.tmLanguage.json`;
  return Promise.resolve(parseRawGrammar(readFileSync(path, "utf8"), path));
}

const registry = new Registry({ onigLib: loadWASMOnce, loadGrammar: grammarOf });

/** The words of `text` that are not white space, each with the innermost of its scopes. */
async function words(scope: string, text: string): Promise<[string, string][]> {
  const grammar = await registry.loadGrammar(scope);
  assert.ok(grammar);
  let state = INITIAL;
  return text.split("\n").flatMap((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    const told = tokens.map((token): [string, string] => [line.slice(token.startIndex, token.endIndex), token.scopes.at(-1) ?? ""]);
    return told.filter(([word]) => word.trim() !== "");
  });
}

async function check(scope: string, text: string, expected: Record<string, string>): Promise<void> {
  const found = await words(scope, text);
  for (const [word, kind] of Object.entries(expected)) {
    const [, innermost] = found.find(([one]) => one.trim() === word) ?? ["", "no such word"];
    assert.ok(innermost.startsWith(kind), `${word}: ${innermost}, not ${kind}; of ${JSON.stringify(found)}`);
  }
}

test("the parts of a game have scopes of their own", async () => {
  const text = '% scoresheet: allow null-move\n[Event "Say \\"Hi\\""]\n[ECO "C20"]\n\n1. e4 $14 { best [%clk 0:01:00] } (1. d4! (1. c4)) e5 2. O-O-O+ e8=Q# ; rest\n1/2-1/2';
  await check("source.pgn", text, {
    "null-move": "entity.name.tag.rule",
    Event: "keyword.other.tag.roster",
    ECO: "entity.name.tag.pgn",
    '\\"': "constant.character.escape",
    "1.": "constant.numeric.move-number",
    e4: "entity.name.function.move",
    $14: "keyword.control.annotation",
    best: "comment.block.brace",
    "%clk": "support.function.command",
    "0:01:00": "constant.other.command",
    d4: "variable.other.move.variation",
    "!": "keyword.control.annotation",
    c4: "variable.other.move.variation",
    e5: "entity.name.function.move",
    "O-O-O+": "entity.name.function.move",
    "e8=Q#": "entity.name.function.move",
    rest: "comment.line.semicolon",
    "1/2-1/2": "constant.language.result",
  });
});

test("what is not closed ends before the next game", async () => {
  for (const open of ["{ lost", "( 1. e4"]) await check("source.pgn", `${open}\n\n[Event "?"]\n\n1. d4`, { Event: "keyword.other.tag.roster", d4: "entity.name.function.move" });
});

test("a game in the editor's sample has no word without a scope", async () => {
  const found = await words("source.pgn", readFileSync("samples/sample.pgn", "utf8"));
  assert.deepEqual(found.filter(([, scope]) => scope === "source.pgn"), []);
});

test("blocks of chess in Markdown have the words of their languages", async () => {
  const markdown = parseRawGrammar('{ "scopeName": "text.html.markdown", "patterns": [] }', "markdown.json");
  const embedding = new Registry({
    onigLib: loadWASMOnce,
    loadGrammar: (scope) => (scope === "text.html.markdown" ? Promise.resolve(markdown) : grammarOf(scope === "markdown.chess.codeblock" ? "source.markdown-chess" : scope)),
    getInjections: (scope) => (scope === "text.html.markdown" ? ["markdown.chess.codeblock"] : []),
  });
  const grammar = await embedding.loadGrammar("text.html.markdown");
  assert.ok(grammar);
  let state = INITIAL;
  const kinds = "1. e4\n  ```pgn x\n  1. e4\n  ```\n1. d4\n~~~EPD\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e3;\n~~~\n1. c4\n```pgnx\n1. b4\n```".split("\n").map((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    return tokens.flatMap(({ scopes }) => scopes).some((scope) => /move|opcode/.test(scope));
  });
  assert.deepEqual(kinds, [false, false, true, false, false, false, true, false, false, false, false, false]);
});

test("records have their fields and operations", async () => {
  const text = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 bm e5; ce -20; id "x";\n# remark';
  await check("source.epd", text, {
    b: "constant.language.side",
    KQkq: "variable.other.castling",
    e3: "entity.name.function.square",
    bm: "keyword.other.opcode",
    e5: "entity.name.function.move",
    "-20": "constant.numeric",
    x: "string.quoted",
    remark: "comment.line",
  });
  await check("source.fen", "4k3/8/8/8/8/8/4P3/4K3 w - - 12 34", { w: "constant.language.side", "12": "constant.numeric" });
});

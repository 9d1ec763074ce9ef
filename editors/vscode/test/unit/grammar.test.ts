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

/** For each line of a document whether it has words of our languages, by one of our grammars that is injected into the document's. */
async function linesWithChess(scope: string, injection: string, file: string, text: string): Promise<boolean[]> {
  const document = parseRawGrammar(JSON.stringify({ scopeName: scope, patterns: [] }), "document.json");
  const embedding = new Registry({
    onigLib: loadWASMOnce,
    loadGrammar: (wanted) => (wanted === scope ? Promise.resolve(document) : grammarOf(wanted === injection ? `source.${file}` : wanted)),
    getInjections: (into) => (into === scope ? [injection] : []),
  });
  const grammar = await embedding.loadGrammar(scope);
  assert.ok(grammar);
  let state = INITIAL;
  return text.split("\n").map((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    return tokens.flatMap(({ scopes }) => scopes).some((scope) => /function.move|opcode/.test(scope));
  });
}

test("blocks of chess in Markdown have the words of their languages", async () => {
  const text = "1. e4\n  ```pgn x\n  1. e4\n  ```\n1. d4\n~~~EPD\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e3;\n~~~\n1. c4\n```pgnx\n1. b4\n```";
  const kinds = await linesWithChess("text.html.markdown", "markdown.chess.codeblock", "markdown-chess", text);
  assert.deepEqual(kinds, [false, false, true, false, false, false, true, false, false, false, false, false]);
});

test("blocks of chess in AsciiDoc have the words of their languages", async () => {
  const text = '1. e4\n[source%linenums,PGN]\n.Title\n----\n1. e4\n\n1. d4\n----\n1. d4\n[,epd]\n....\n4k3/8/8/8/8/8/4P3/4K3 w - - bm e3;\n....\n\n[source,pgnx]\n----\n1. e4\n----';
  const kinds = await linesWithChess("text.asciidoc", "asciidoc.chess.codeblock", "asciidoc-chess", text);
  assert.deepEqual(kinds.flatMap((has, line) => (has ? [line] : [])), [4, 6, 11]);
});

test("moves in LaTeX have the words of games", async () => {
  const text = "1. e4\n\\mainline[outvar]{1. e4\n  e5 \\xskakcomment{ a {b} }\n  2. Nf3}\n1. d4\n\\variation{x}\n1. c4\n\\hidemoves{%\n1. e4 % e5}\n} 1. b4";
  const kinds = await linesWithChess("text.tex.latex", "latex.chess.moves", "latex-chess", text);
  assert.deepEqual(kinds.flatMap((has, line) => (has ? [line] : [])), [1, 2, 3, 8]);
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

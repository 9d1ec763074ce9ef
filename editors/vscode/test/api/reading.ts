import assert from "node:assert/strict";
import * as vscode from "vscode";
import { game, openFile, place, type Tests, until } from "./context";

/** VS Code shows the source of a picture in place of it where a hover is longer (in characters). */
const LONGEST_HOVER = 90_000;

export const tests: Tests = {
  "a hover shows the board as a picture": async () => {
    const { document } = await openFile("hover.pgn", game("1. e4 e5 2. Nf3 { [%cal Gf1b5] }"));
    const text = await until(async () => {
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>("vscode.executeHoverProvider", document.uri, place(document, "Nf3", 1));
      const contents = hovers.flatMap((hover) => hover.contents).map((content) => (typeof content === "string" ? content : content.value));
      return contents.join("\n") || undefined;
    });
    assert.match(text, /data:image\/svg\+xml;base64,/);
    assert.ok(Number(/height=(\d+)/.exec(text)?.[1]) <= 170, "the board fits below a finding");
    assert.ok(text.length < LONGEST_HOVER, `${text.length} characters`);
  },

  "the outline names games with their results": async () => {
    const { document } = await openFile("outline.pgn", `${game("1. e4")}\n${game("1. d4 (1. c4)", "Tal, M")}`);
    const games = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>("vscode.executeDocumentSymbolProvider", document.uri);
    assert.equal(games.length, 2);
    assert.match(games[1]?.name ?? "", /Tal.*Kieseritzky.*\*/);
    assert.equal(games[1]?.children.length, 1);
  },

  "games and variations fold": async () => {
    const { document } = await openFile("folds.pgn", `${game("1. e4")}\n${game("1. d4")}`);
    const folds = await vscode.commands.executeCommand<vscode.FoldingRange[]>("vscode.executeFoldingRangeProvider", document.uri);
    assert.ok(folds.some((fold) => fold.start === 0), JSON.stringify(folds));
  },

  "words have the colours of our own kinds": async () => {
    const { document } = await openFile("tokens.pgn", game("1. e4 (1. d4)"));
    const legend = await vscode.commands.executeCommand<vscode.SemanticTokensLegend>("vscode.provideDocumentSemanticTokensLegend", document.uri);
    for (const type of ["rosterTag", "move", "variationMove", "result"]) assert.ok(legend.tokenTypes.includes(type), type);
    const tokens = await vscode.commands.executeCommand<vscode.SemanticTokens>("vscode.provideDocumentSemanticTokens", document.uri);
    assert.ok(tokens.data.length > 0);
  },

  "glyphs stand behind NAGs, and what a game is stands above it": async () => {
    const { document } = await openFile("hints.pgn", game("1. e4 e5 $14"));
    const all = new vscode.Range(0, 0, document.lineCount, 0);
    const hints = await vscode.commands.executeCommand<vscode.InlayHint[]>("vscode.executeInlayHintProvider", document.uri, all);
    assert.ok(JSON.stringify(hints.map((hint) => hint.label)).includes("⩲"), JSON.stringify(hints));
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri, 5);
    // They come as they are resolved.
    assert.ok(lenses.some(({ command }) => /move/.test(command?.title ?? "")), JSON.stringify(lenses));
    assert.ok(lenses.some(({ command }) => command?.title === "board" && command.command === "scoresheet.showBoard"), JSON.stringify(lenses));
  },
};

import assert from "node:assert/strict";
import * as vscode from "vscode";
import { extension, findings, openFile, place, type Tests, until } from "./context";

const NOTES = "# 🏆 1. e4 e5 2. Ke3\n\n> 🏆\n> ```pgn\n> 1.e4 {🏆} e5\n> 2. Nf3 Nc6 3. Bb5\n> ```\n\n- a\n\n  ```pgn\n  1. e4 e5 2. Ke3\n  ```\n";

export const tests: Tests = {
  "chess in Markdown is checked where it is": async () => {
    const { document } = await openFile("notes.md", NOTES);
    const [finding] = await until(() => (findings(document).length > 0 ? findings(document) : undefined));
    assert.ok(finding);
    assert.equal(document.getText(finding.range), "Ke3");
    assert.equal(finding.range.start.line, 11);
    assert.equal(findings(document).length, 1);
  },

  "chess in LaTeX is checked where it is": async () => {
    const { document: opened } = await openFile("book.tex", "\\newgame\n\\mainline{1.e4 e5} and \\mainline{2. Ke3}\n");
    const document = await vscode.languages.setTextDocumentLanguage(opened, "latex");
    const [finding] = await until(() => (findings(document).length > 0 ? findings(document) : undefined));
    assert.ok(finding);
    assert.equal(document.getText(finding.range), "Ke3");
    assert.equal(findings(document).length, 1);
    await vscode.commands.executeCommand("scoresheet.formatBlocks");
    await until(() => document.getText() === "\\newgame\n\\mainline{1. e4 e5} and \\mainline{2. Ke3}\n", document.getText());
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  },

  "hovers, moves and words come from the block": async () => {
    const { document } = await openFile("hover.md", NOTES);
    await until(() => findings(document).length > 0);
    const hover = async (move: string) => {
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>("vscode.executeHoverProvider", document.uri, place(document, move, 1));
      return hovers.flatMap(({ contents }) => contents).map((content) => (typeof content === "string" ? content : content.value)).join("\n");
    };
    assert.match(await hover("Bb5"), /Ruy Lopez|Spanish/);
    assert.doesNotMatch(await hover("a\n"), /board|e4/);
    const list = await vscode.commands.executeCommand<vscode.CompletionList>("vscode.executeCompletionItemProvider", document.uri, place(document, "Nf3"));
    const labels = list.items.map(({ label }) => (typeof label === "string" ? label : label.label));
    assert.ok(labels.includes("Nf3"), labels.join(" ").slice(0, 400));
    const tokens = await vscode.commands.executeCommand<vscode.SemanticTokens>("vscode.provideDocumentSemanticTokens", document.uri);
    assert.ok(tokens.data.length > 0);
  },

  "the blocks are formatted, and nothing else": async () => {
    const { document } = await openFile("format.md", NOTES);
    await until(() => findings(document).length > 0);
    await vscode.commands.executeCommand("scoresheet.formatBlocks");
    const expected = NOTES.replace("> 1.e4 {🏆} e5\n> 2. Nf3", "> 1. e4 { 🏆 } 1... e5 2. Nf3");
    await until(() => document.getText() === expected, document.getText());
    // Documents may have a formatter of their own.
    const edits = await vscode.commands.executeCommand<vscode.TextEdit[] | undefined>("vscode.executeFormatDocumentProvider", document.uri, { tabSize: 2, insertSpaces: true });
    assert.deepEqual(edits ?? [], []);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  },

  "the board shows the position at the cursor": async () => {
    const editor = await openFile("board.md", NOTES);
    await until(() => findings(editor.document).length > 0);
    const there = place(editor.document, "Nc6", 3);
    editor.selection = new vscode.Selection(there, there);
    await vscode.commands.executeCommand("scoresheet.copyFen");
    assert.match(await vscode.env.clipboard.readText(), /^r1bqkbnr\/pppp1ppp\/2n5\/4p3\/4P3\/5N2\/PPPP1PPP\/RNBQKB1R w KQkq - 2 3$/);
    await vscode.commands.executeCommand("scoresheet.board.open");
    await vscode.commands.executeCommand("scoresheet.board.next");
    await until(() => editor.selection.active.isEqual(place(editor.document, "Bb5", 3)), "the cursor after Bb5");
    await vscode.window.tabGroups.close(vscode.window.tabGroups.all.flatMap((group) => group.tabs.filter((tab) => tab.input instanceof vscode.TabInputWebview)));
  },

  "with the setting off, Markdown is nothing to the server": async () => {
    const settings = vscode.workspace.getConfiguration("scoresheet");
    const { client } = await extension();
    const { document } = await openFile("off.md", NOTES);
    await until(() => findings(document).length > 0);
    const before = client();
    await settings.update("embedded", false, vscode.ConfigurationTarget.Workspace);
    await until(() => client() !== before && client()?.isRunning() && findings(document).length === 0, "no findings with the setting off");
    const off = client();
    await settings.update("embedded", undefined, vscode.ConfigurationTarget.Workspace);
    await until(() => client() !== off && client()?.isRunning() && findings(document).length > 0, "findings with the setting on");
  },
};

import assert from "node:assert/strict";
import * as vscode from "vscode";
import { game, openFile, place, type Tests } from "./context";

export const tests: Tests = {
  "files are known by their names, and games by their first line": async () => {
    const expected = { "a.pgn": "pgn", "a.epd": "epd", "a.fen": "fen", "a.PGN": "pgn", "no-name": "pgn" };
    for (const [name, language] of Object.entries(expected)) {
      const { document } = await openFile(name, game("1. e4"));
      assert.equal(document.languageId, language, name);
    }
  },

  "moves, castling, NAGs and results are words": async () => {
    const { document } = await openFile("words.pgn", game("1. Nxe4+ O-O-O $14 e8=Q# 1/2-1/2 P@e4 Müller don't 12... 0-0"));
    for (const word of ["Nxe4+", "O-O-O", "$14", "e8=Q#", "1/2-1/2", "P@e4", "Müller", "don't", "12", "0-0"]) {
      const range = document.getWordRangeAtPosition(place(document, word, 1));
      assert.equal(document.getText(range), word);
    }
  },

  "lines and blocks become comments": async () => {
    const editor = await openFile("comments.pgn", "1. e4 e5\n");
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    await vscode.commands.executeCommand("editor.action.commentLine");
    assert.equal(editor.document.lineAt(0).text, "; 1. e4 e5");
    await vscode.commands.executeCommand("editor.action.commentLine");
    editor.selection = new vscode.Selection(0, 3, 0, 5);
    await vscode.commands.executeCommand("editor.action.blockComment");
    assert.equal(editor.document.lineAt(0).text, "1. { e4 } e5");
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  },

  "our formatter is the default one, and nothing is formatted on save unasked": async () => {
    for (const languageId of ["pgn", "epd"]) {
      const editor = vscode.workspace.getConfiguration("editor", { languageId });
      assert.equal(editor.get("defaultFormatter"), "scoresheet.scoresheet");
      assert.equal(editor.get("formatOnSave"), false);
    }
  },

  "names in Latin-1 are read as they were written": async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    const uri = vscode.Uri.joinPath(folder, "latin.pgn");
    await vscode.workspace.fs.writeFile(uri, Buffer.from(game("1. e4", "Möller, Jørgen"), "latin1"));
    const document = await vscode.workspace.openTextDocument(uri);
    assert.match(document.getText(), /Möller, Jørgen/);
  },
};

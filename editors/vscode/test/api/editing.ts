import assert from "node:assert/strict";
import * as vscode from "vscode";
import { game, openFile, place, replaceAll, type Tests } from "./context";

/** In export format, which has an empty line after every game. */
const PLAIN = `${game("1. e4 e5 2. Nf3 Nc6")}\n`;
const UNTIDY = PLAIN.replace("1. e4 e5 2. Nf3 Nc6", "1.e4   e5 2.Nf3\nNc6");

export const tests: Tests = {
  "legal moves are completed": async () => {
    const { document } = await openFile("completion.pgn", game("1. e4 e5 2. "));
    const list = await vscode.commands.executeCommand<vscode.CompletionList>("vscode.executeCompletionItemProvider", document.uri, place(document, "2. ", 3));
    const labels = list.items.map((item) => (typeof item.label === "string" ? item.label : item.label.label));
    assert.ok(labels.includes("Nf3") && labels.includes("Bb5"), labels.join(" "));
    assert.ok(!labels.includes("Nf6"), "a move of the other side");
  },

  "a document is formatted": async () => {
    const { document } = await openFile("format.pgn", UNTIDY);
    await vscode.commands.executeCommand("editor.action.formatDocument");
    assert.equal(document.getText(), PLAIN);
    await document.save();
  },

  "a document is formatted when it is saved, where that is asked for": async () => {
    const settings = vscode.workspace.getConfiguration("editor", { languageId: "pgn" });
    await settings.update("formatOnSave", true, vscode.ConfigurationTarget.Workspace, true);
    const editor = await openFile("save.pgn", PLAIN);
    await replaceAll(editor, UNTIDY);
    assert.ok(await editor.document.save());
    const saved = new TextDecoder().decode(await vscode.workspace.fs.readFile(editor.document.uri));
    assert.equal(saved, PLAIN);
    await settings.update("formatOnSave", undefined, vscode.ConfigurationTarget.Workspace, true);
  },

  "a player is renamed in all open files": async () => {
    const { document: other } = await openFile("rename-2.pgn", game("1. d4", "Renamed, A"));
    const { document } = await openFile("rename.pgn", game("1. e4", "Renamed, A"));
    const at = place(document, "Renamed");
    const edit = await vscode.commands.executeCommand<vscode.WorkspaceEdit>("vscode.executeDocumentRenameProvider", document.uri, at, "Renamed, Anna");
    assert.equal(edit.size, 2);
    await vscode.workspace.applyEdit(edit);
    for (const one of [document, other]) assert.match(one.getText(), /\[White "Renamed, Anna"\]/);
    await vscode.workspace.saveAll();
  },

  "games are restructured by code actions": async () => {
    const { document } = await openFile("refactor.pgn", game("1. e4 e5 (1... c5 2. Nf3) 2. Nf3"));
    const at = new vscode.Range(place(document, "c5"), place(document, "c5"));
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>("vscode.executeCodeActionProvider", document.uri, at, vscode.CodeActionKind.Refactor.value);
    assert.ok(actions.some((action) => /variation/i.test(action.title)), actions.map((action) => action.title).join("; "));
  },
};

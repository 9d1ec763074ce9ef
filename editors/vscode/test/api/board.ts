import assert from "node:assert/strict";
import * as vscode from "vscode";
import { game, openFile, place, type Tests, until } from "./context";

/** So long after a step, in milliseconds, the board takes a cursor that is put elsewhere for what is left of the step. */
const ECHO = 500;

const NEXT = "scoresheet.board.next";

export const tests: Tests = {
  "steps go on from the cursor, after changes and while the board is hidden": async () => {
    const editor = await openFile("steps.pgn", game("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6"));
    const { document } = editor;
    const goBehind = async (move: string) => {
      const there = place(document, move, move.length);
      const isTold = new Promise((resolve) => vscode.window.onDidChangeTextEditorSelection(resolve));
      editor.selection = new vscode.Selection(there, there);
      await isTold;
    };
    const isBehind = (move: string) => until(() => editor.selection.active.isEqual(place(document, move, move.length)), `the cursor behind ${move}`);

    await goBehind("e4");
    await vscode.commands.executeCommand("scoresheet.board.open");
    await vscode.commands.executeCommand(NEXT);
    await isBehind("e5");

    // The cursor stays where it is, and the next move goes elsewhere.
    await editor.edit((edit) => edit.insert(place(document, "2. Nf3"), "{ A comment. } "));
    await vscode.commands.executeCommand(NEXT);
    await isBehind("Nf3");
    await new Promise((resolve) => setTimeout(resolve, ECHO));

    // With the focus in the board, the position is that of the text beside it.
    await vscode.commands.executeCommand("workbench.action.focusSecondEditorGroup");
    await until(() => vscode.window.activeTextEditor === undefined, "the board has the focus");
    await vscode.commands.executeCommand("scoresheet.copyFen");
    assert.match(await vscode.env.clipboard.readText(), /5N2\/PPPP1PPP\/RNBQKB1R b KQkq - 1 2$/);

    const other = await vscode.workspace.openTextDocument({ content: "Over the board." });
    await vscode.window.showTextDocument(other, { viewColumn: vscode.ViewColumn.Two });
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One });
    await goBehind("Bb5");
    await vscode.commands.executeCommand(NEXT);
    await isBehind("a6");

    await vscode.window.tabGroups.close(vscode.window.tabGroups.all.flatMap((group) => (group.viewColumn === vscode.ViewColumn.Two ? group.tabs : [])));
    assert.equal(vscode.window.tabGroups.all.length, 1);
    await document.save();
  },
};

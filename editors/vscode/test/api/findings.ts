import assert from "node:assert/strict";
import * as vscode from "vscode";
import { findings, game, openFile, place, replaceAll, rules, type Tests, until } from "./context";

export const tests: Tests = {
  "a move that cannot be played is found where it stands, and goes when it is repaired": async () => {
    const editor = await openFile("illegal.pgn", game("1. e4 e5 2. Nf3 Nc6 3. Bb6"));
    const [finding] = await until(() => (rules(editor.document).includes("illegal-move") ? findings(editor.document) : undefined));
    assert.ok(finding);
    assert.equal(finding.severity, vscode.DiagnosticSeverity.Error);
    assert.equal(editor.document.getText(finding.range), "Bb6");
    await replaceAll(editor, game("1. e4 e5 2. Nf3 Nc6 3. Bb5"));
    await until(() => findings(editor.document).length === 0);
  },

  "a quick fix repairs it": async () => {
    const { document } = await openFile("fix.pgn", game("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. 0-0 Be7"));
    await until(() => findings(document).length > 0);
    const at = new vscode.Range(place(document, "0-0"), place(document, "0-0", 3));
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>("vscode.executeCodeActionProvider", document.uri, at, vscode.CodeActionKind.QuickFix.value, 10);
    const fix = actions.find((action) => action.title === "Write O-O");
    assert.ok(fix?.edit, actions.map((action) => action.title).join("; "));
    await vscode.workspace.applyEdit(fix.edit);
    assert.match(document.getText(), /5\. O-O Be7/);
    await until(() => findings(document).length === 0);
  },

  "settings change what is found at once": async () => {
    const { document } = await openFile("level.pgn", game("1. e4 e5!?  2. Nf3"));
    const settings = vscode.workspace.getConfiguration("scoresheet");
    assert.deepEqual(rules(document), []);
    await settings.update("level", "info", vscode.ConfigurationTarget.Workspace);
    await until(() => findings(document).length > 0, "findings of the level info");
    await settings.update("rules", { all: "off" }, vscode.ConfigurationTarget.Workspace);
    await until(() => findings(document).length === 0, "no findings with all rules off");
    await settings.update("rules", undefined, vscode.ConfigurationTarget.Workspace);
    await settings.update("level", undefined, vscode.ConfigurationTarget.Workspace);
  },

  "a scoresheet.toml of the folder wins over the settings": async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    const { document } = await openFile("toml.pgn", game("1. e4 e5 2. Ke3"));
    await until(() => rules(document).includes("illegal-move"));
    const file = vscode.Uri.joinPath(folder, "scoresheet.toml");
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode("[rules]\nall = \"off\"\n"));
    await vscode.window.showTextDocument(file);
    await vscode.window.showTextDocument(document);
    await until(() => findings(document).length === 0, "no findings with all rules off in scoresheet.toml");
    await vscode.workspace.fs.delete(file);
    await until(() => rules(document).includes("illegal-move"));
  },

  "texts that were never saved are checked, too": async () => {
    const document = await vscode.workspace.openTextDocument({ language: "pgn", content: game("1. e5") });
    await until(() => rules(document).includes("illegal-move"));
    const records = await vscode.workspace.openTextDocument({ language: "epd", content: "4k3/8/8/8/8/8/4P3/4K3 w - - bm e5;\n" });
    await until(() => findings(records).length > 0);
  },
};

/** The text editor beside the board: finding it, moving its cursor and changing its text. */
import * as vscode from "vscode";
import type { PlayedMove, Position } from "./protocol";

/** The editor that shows `document`; it is opened where none does. The focus stays where it is. */
export async function editorOf(document: vscode.TextDocument): Promise<vscode.TextEditor> {
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
  return shown ?? vscode.window.showTextDocument(document, { viewColumn: columnBeside(), preserveFocus: true, preview: false });
}

/** Puts the cursor of the editor at `position` and scrolls there if it is out of sight. */
export function moveCursor(editor: vscode.TextEditor, position: Position): void {
  const place = new vscode.Position(position.line, position.character);
  editor.selection = new vscode.Selection(place, place);
  editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Makes the edits of a move as one step of undo. Whether they could be made: the text may have changed since. */
export async function write(editor: vscode.TextEditor, played: PlayedMove): Promise<boolean> {
  if (editor.document.version !== played.version) return false;
  if (played.edits.length === 0) return true;
  return editor.edit((builder) => {
    for (const { range, newText } of played.edits) builder.replace(rangeOf(range), newText);
  });
}

/** A range of the protocol as VS Code's. */
export function rangeOf(range: { readonly start: Position; readonly end: Position }): vscode.Range {
  return new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character);
}

/** A column that has text editors in it, for the text of a board that is alone. */
function columnBeside(): vscode.ViewColumn {
  const group = vscode.window.tabGroups.all.find((group) => group.tabs.some((tab) => tab.input instanceof vscode.TabInputText));
  return group?.viewColumn ?? vscode.ViewColumn.One;
}

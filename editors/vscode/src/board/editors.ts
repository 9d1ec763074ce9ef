/** The text editor beside the board: finding it, moving its cursor and changing its text. */
import * as vscode from "vscode";
import type { PlayedMove, Position } from "./protocol";

/** The editor that shows `document`; opens one if necessary. Keeps the focus. */
export async function editorOf(document: vscode.TextDocument): Promise<vscode.TextEditor> {
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
  return shown ?? vscode.window.showTextDocument(document, { viewColumn: columnOfTexts(), preserveFocus: true, preview: false });
}

/** Moves the cursor of the editor to `position` and scrolls it into view if necessary. */
export function moveCursor(editor: vscode.TextEditor, position: Position): void {
  const place = new vscode.Position(position.line, position.character);
  editor.selection = new vscode.Selection(place, place);
  editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Where the undo steps of the editor begin and end: at an edit, or not, so that several edits are undone together. */
export interface UndoStops {
  readonly undoStopBefore: boolean;
  readonly undoStopAfter: boolean;
}

/** An edit that is undone by itself. */
export const ALONE: UndoStops = { undoStopBefore: true, undoStopAfter: true };

/** Applies the edits of a move. Returns whether that succeeded: the text may have changed since. */
export async function write(editor: vscode.TextEditor, played: PlayedMove, stops = ALONE): Promise<boolean> {
  if (editor.document.version !== played.version) return false;
  if (played.edits.length === 0) return true;
  return editor.edit((builder) => {
    for (const { range, newText } of played.edits) builder.replace(rangeOf(range), newText);
  }, stops);
}

/** Converts a range of the protocol to one of VS Code. */
export function rangeOf(range: { readonly start: Position; readonly end: Position }): vscode.Range {
  return new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character);
}

/** A column that has text editors, for the text of a board without one. */
export function columnOfTexts(): vscode.ViewColumn {
  const group = vscode.window.tabGroups.all.find((group) => group.tabs.some((tab) => tab.input instanceof vscode.TabInputText));
  return group?.viewColumn ?? vscode.ViewColumn.One;
}

/** Marks the move on the board in the text: the cursor is not drawn while the board has the focus. */
import * as vscode from "vscode";
import { rangeOf } from "./editors";
import type { Board } from "./protocol";

/** A mark in every editor that shows the document. */
export class Marker implements vscode.Disposable {
  private readonly decoration = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor("editor.wordHighlightStrongBackground"),
    border: "1px solid",
    borderColor: new vscode.ThemeColor("focusBorder"),
    borderRadius: "2px",
    overviewRulerColor: new vscode.ThemeColor("focusBorder"),
    overviewRulerLane: vscode.OverviewRulerLane.Center,
  });
  private readonly marked = new Set<vscode.TextEditor>();

  /** Marks the last move of the position; nothing at the start of a game. */
  mark(document: vscode.TextDocument, board: Board | null): void {
    const editors = vscode.window.visibleTextEditors.filter((editor) => editor.document === document);
    const ranges = board?.lastMove && board.version === document.version ? [rangeOf(board.lastMove.range)] : [];
    for (const editor of this.marked) if (!editors.includes(editor)) editor.setDecorations(this.decoration, []);
    this.marked.clear();
    for (const editor of editors) {
      editor.setDecorations(this.decoration, ranges);
      this.marked.add(editor);
    }
  }

  /** Takes the mark away. */
  clear(): void {
    for (const editor of this.marked) editor.setDecorations(this.decoration, []);
    this.marked.clear();
  }

  dispose(): void {
    this.decoration.dispose();
  }
}

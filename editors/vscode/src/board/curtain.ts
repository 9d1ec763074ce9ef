/** In study mode, the text behind the move that was reached is not to be seen. */
import * as vscode from "vscode";
import { rangeOf } from "./editors";
import type { Board, Game, Position } from "./protocol";

/** Hides the rest of a game in its text editor. */
export class Curtain implements vscode.Disposable {
  private readonly decoration = vscode.window.createTextEditorDecorationType({ opacity: "0" });
  private readonly editors = new Set<vscode.TextEditor>();

  /** Draws the curtain before everything behind the position on the board, in every editor that shows the document. */
  draw(document: vscode.TextDocument, board: Board, game: Game): void {
    const start: Position = board.lastMove?.range.end ?? game.items[0]?.range.start ?? endOfFields(document, game);
    for (const editor of vscode.window.visibleTextEditors.filter((editor) => editor.document === document)) {
      this.editors.add(editor);
      editor.setDecorations(this.decoration, [rangeOf({ start, end: game.range.end })]);
    }
  }

  /** Opens it. */
  open(): void {
    for (const editor of this.editors) editor.setDecorations(this.decoration, []);
    this.editors.clear();
  }

  dispose(): void {
    this.decoration.dispose();
  }
}

/** Where the operations of a record begin. */
function endOfFields(document: vscode.TextDocument, game: Game): Position {
  const { line, character } = game.range.start;
  const fields = /^\s*(\S+\s+){3}\S+/.exec(document.lineAt(line).text.slice(character));
  return { line, character: character + (fields?.[0].length ?? 0) };
}

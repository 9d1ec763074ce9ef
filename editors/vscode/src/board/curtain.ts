/** Hides everything that reveals later moves in study mode: the text after the current move, and tags such as the result. */
import * as vscode from "vscode";
import type { Secrets } from "../server/secrets";
import { rangeOf } from "./editors";
import { tellingValues } from "./header";
import type { Board, Game, Position } from "./protocol";

/** Hides parts of a text in its editors, and tells other features which parts are hidden. */
export class Curtain implements Secrets, vscode.Disposable {
  private readonly decoration = vscode.window.createTextEditorDecorationType({ opacity: "0" });
  private readonly changes = new vscode.EventEmitter<vscode.TextDocument>();
  readonly onDidChange = this.changes.event;
  private readonly editors = new Set<vscode.TextEditor>();
  private document: vscode.TextDocument | undefined;
  private hidden: readonly vscode.Range[] = [];

  /** Hides everything after the position on the board, in every editor that shows the document. */
  draw(document: vscode.TextDocument, board: Board, game: Game): void {
    if (document !== this.document) this.open();
    const start: Position = board.lastMove?.range.end ?? game.items[0]?.range.start ?? endOfFields(document, game);
    const hidden = [...headerOf(document, game), rangeOf({ start, end: game.range.end })];
    for (const editor of vscode.window.visibleTextEditors.filter((editor) => editor.document === document)) {
      this.editors.add(editor);
      editor.setDecorations(this.decoration, hidden);
    }
    const isSame = hidden.length === this.hidden.length && hidden.every((range, index) => this.hidden[index]?.isEqual(range));
    if (isSame) return;
    this.document = document;
    this.hidden = hidden;
    this.changes.fire(document);
  }

  /** Shows everything again. */
  open(): void {
    for (const editor of this.editors) editor.setDecorations(this.decoration, []);
    this.editors.clear();
    const { document } = this;
    this.document = undefined;
    this.hidden = [];
    if (document) this.changes.fire(document);
  }

  isBefore(document: vscode.TextDocument): boolean {
    return document === this.document;
  }

  hides(document: vscode.TextDocument, place: vscode.Position): boolean {
    return document === this.document && this.hidden.some(({ start, end }) => start.isBefore(place) && place.isBeforeOrEqual(end));
  }

  dispose(): void {
    this.open();
    this.decoration.dispose();
    this.changes.dispose();
  }
}

function headerOf(document: vscode.TextDocument, game: Game): vscode.Range[] {
  const header = rangeOf({ start: game.range.start, end: game.items[0]?.range.start ?? game.start });
  const offset = document.offsetAt(header.start);
  return tellingValues(document.getText(header)).map(([start, end]) => new vscode.Range(document.positionAt(offset + start), document.positionAt(offset + end)));
}

/** The position of a record's first operation. */
function endOfFields(document: vscode.TextDocument, game: Game): Position {
  const { line, character } = game.range.start;
  const fields = /^\s*(\S+\s+){3}\S+/.exec(document.lineAt(line).text.slice(character));
  return { line, character: character + (fields?.[0].length ?? 0) };
}

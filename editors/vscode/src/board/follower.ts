/** Follows the cursor: the position and the game at it. */
import * as vscode from "vscode";
import { hasChess } from "../embedded";
import { Newest } from "./newest";
import { type Board, type Game, type Position, isSame } from "./protocol";
import type { Requests } from "./requests";
import { type Change, shifted } from "./shift";
import { covers } from "./ways";

/** Debounces requests for the moves of the game while the user types, in milliseconds. */
const PAUSE = 120;

/** The time in milliseconds after which the event of VS Code about a moved cursor is no longer waited for. A busy window takes seconds. */
const ECHO = 5000;

/** The position of the cursor, and the time since it is there. */
export interface Place {
  readonly document: vscode.TextDocument;
  readonly position: Position;
  readonly version: number;
  /** Milliseconds of the clock. */
  readonly changedAt: number;
}

/** Has the board and the game at the cursor of the last active text editor. */
export class Follower implements vscode.Disposable {
  place: Place | undefined;
  board: Board | null = null;
  game: Game | null = null;
  private readonly boards: Newest<Place, Board | null>;
  private readonly games: Newest<Place, Game | null>;
  private readonly listeners: vscode.Disposable[];
  private pause: NodeJS.Timeout | undefined;
  /** The place of the board. */
  private told: Place | undefined;
  /** The place of a request that was sent too early. */
  private overtook: Place | undefined;
  /** Where this extension moved the cursor, as far as VS Code has not told so yet. */
  private echoes: { readonly position: Position; readonly at: number }[] = [];
  /** The changes of the text since the answer about the game, by version. */
  private changes: { readonly version: number; readonly change: Change }[] = [];

  constructor(
    requests: Requests,
    private readonly isWatched: () => boolean,
    private readonly onBoard: (board: Board | null, place: Place) => void,
    private readonly onGame: (game: Game | null) => void,
  ) {
    this.boards = new Newest(
      (place) => requests.board(place.document, place.position),
      (board, place) => this.tellBoard(board, place),
    );
    this.games = new Newest(
      (place) => requests.game(place.document, place.position),
      (game) => this.tellGame(game),
    );
    this.listeners = [
      vscode.window.onDidChangeTextEditorSelection((event) => this.moved(event)),
      vscode.window.onDidChangeActiveTextEditor((editor) => editor && this.follow(editor)),
      vscode.workspace.onDidChangeTextDocument((event) => {
        if (event.document === this.place?.document && event.contentChanges.length > 0) this.changed(event);
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (document === this.place?.document) this.boards.forget();
      }),
    ];
  }

  /** Starts to follow an editor, if it has games or records. */
  follow(editor: vscode.TextEditor): void {
    if (hasChess(editor.document)) this.at(editor.document, editor.selection.active);
  }

  /** Handles a cursor that is or will be at `position`. */
  at(document: vscode.TextDocument, position: Position): void {
    const { place } = this;
    const isOther = document !== place?.document;
    if (!isOther && isSame(position, place.position) && document.version === place.version) return;
    if (isOther) {
      this.game = null;
      this.changes = [];
    }
    this.ask({ document, position, version: document.version, changedAt: Date.now() });
  }

  /** Handles a cursor that this extension moved to `position`. */
  went(document: vscode.TextDocument, position: Position): void {
    this.echoes.push({ position, at: Date.now() });
    this.at(document, position);
  }

  /** Repeats the request for the same place. */
  refresh(): void {
    if (this.place) this.ask({ ...this.place, version: this.place.document.version, changedAt: Date.now() });
  }

  /** Maps a place from an earlier version of the text to the current one, as far as the changes are known. */
  now(position: Position, version: number): Position {
    return this.changes.filter((later) => later.version > version).reduce((place, { change }) => shifted(place, change), position);
  }

  /** Requests the part of the game around `position`. */
  reload(position: Position): void {
    if (this.place) this.games.next({ ...this.place, position });
  }

  /** Resolves when the board at the cursor is known, watched or not, and with `game` the game as well. */
  async settled(game: boolean): Promise<void> {
    if (this.place && this.told !== this.place && !this.isWatched()) this.boards.next(this.place);
    await this.boards.settled();
    if (!game) return;
    this.askGame(0);
    await this.games.settled();
  }

  dispose(): void {
    clearTimeout(this.pause);
    for (const listener of this.listeners) listener.dispose();
  }

  private moved({ textEditor, kind }: vscode.TextEditorSelectionChangeEvent): void {
    // A cursor that an extension moves counts as moved by a command.
    const isByUser = kind === vscode.TextEditorSelectionChangeKind.Keyboard || kind === vscode.TextEditorSelectionChangeKind.Mouse;
    if (!isByUser && textEditor.document === this.place?.document && this.isEcho(textEditor.selection.active)) return;
    this.follow(textEditor);
  }

  /** Whether an event is about a cursor that this extension has moved. Of several moves VS Code may tell only the last. */
  private isEcho(position: Position): boolean {
    const now = Date.now();
    this.echoes = this.echoes.filter(({ at }) => now - at < ECHO);
    const index = this.echoes.findLastIndex((echo) => isSame(echo.position, position));
    this.echoes.splice(0, index + 1);
    return index >= 0;
  }

  private changed({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    this.changes.push(...contentChanges.map(({ range, text }) => ({ version: document.version, change: { range, text } })));
    this.refresh();
  }

  private ask(place: Place): void {
    this.place = place;
    if (this.isWatched()) this.boards.next(place);
  }

  private tellBoard(board: Board | null, place: Place): void {
    // The request may have overtaken a change notification; the second request cannot.
    if (board && board.version < place.version && this.overtook !== place) {
      this.overtook = place;
      if (place === this.place) return this.boards.next(place);
    }
    this.told = place;
    this.board = board;
    this.onBoard(board, place);
    // While the user types, the moves can wait; the moves of another game cannot.
    const isTyped = board && this.game && board.version !== this.game.version && board.game === this.game.game;
    this.askGame(isTyped ? PAUSE : 0);
  }

  private askGame(delay: number): void {
    clearTimeout(this.pause);
    const { board, place } = this;
    if (!board) {
      if (this.game) this.tellGame(null);
    } else if (place && !covers(this.game, board, place.position)) {
      if (delay === 0) this.games.next(place);
      else this.pause = setTimeout(() => this.games.next(place), delay);
    }
  }

  private tellGame(game: Game | null): void {
    this.game = game;
    if (game) this.changes = this.changes.filter(({ version }) => version > game.version);
    this.onGame(game);
  }
}

/** Follows the cursor: which position and which game is at it. */
import * as vscode from "vscode";
import { isOurs } from "../languages";
import { Newest } from "./newest";
import { type Board, type Game, type Position, isSame } from "./protocol";
import type { Requests } from "./requests";
import { type Change, shifted } from "./shift";
import { covers } from "./ways";

/** While the user types, the moves of the game are asked for when there is a pause of so many milliseconds. */
const PAUSE = 120;

/** So long after the cursor was put somewhere, what VS Code tells of places before is out of date. */
const ECHO = 300;

/** Where the cursor is, and since when. */
export interface Place {
  readonly document: vscode.TextDocument;
  readonly position: Position;
  readonly version: number;
  /** Milliseconds of the clock. */
  readonly changedAt: number;
}

/** Knows the board and the game at the cursor of the text editor that was active last. */
export class Follower implements vscode.Disposable {
  place: Place | undefined;
  board: Board | null = null;
  game: Game | null = null;
  private readonly boards: Newest<Place, Board | null>;
  private readonly games: Newest<Place, Game | null>;
  private readonly listeners: vscode.Disposable[];
  private pause: NodeJS.Timeout | undefined;
  /** The place that the board is about. */
  private told: Place | undefined;
  /** The place about which a question came too early. */
  private overtook: Place | undefined;
  private wentAt = 0;
  /** The changes of the text since the game was told, by the versions that they made. */
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

  /** Follows an editor from now on, if it has games or records. */
  follow(editor: vscode.TextEditor): void {
    if (isOurs(editor.document)) this.at(editor.document, editor.selection.active);
  }

  /** The cursor is at `position`, or is about to be. */
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

  /** The cursor was put at `position` by us. */
  went(document: vscode.TextDocument, position: Position): void {
    this.wentAt = Date.now();
    this.at(document, position);
  }

  /** Asks again about the same place. */
  refresh(): void {
    if (this.place) this.ask({ ...this.place, version: this.place.document.version, changedAt: Date.now() });
  }

  /** Where a place of the text in an earlier version stands now, as far as changes since then are known. */
  now(position: Position, version: number): Position {
    return this.changes.filter((later) => later.version > version).reduce((place, { change }) => shifted(place, change), position);
  }

  /** Asks for the part of the game around `position`. */
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
    const isEcho = kind === undefined && Date.now() - this.wentAt < ECHO && textEditor.document === this.place?.document;
    if (!isEcho) this.follow(textEditor);
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
    // The question may have overtaken the news of a change; it does not a second time.
    if (board && board.version < place.version && this.overtook !== place) {
      this.overtook = place;
      if (place === this.place) return this.boards.next(place);
    }
    this.told = place;
    this.board = board;
    this.onBoard(board, place);
    // The moves of a text that is being typed can wait, those of another game cannot.
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

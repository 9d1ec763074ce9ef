/** The server's own requests, typed. */
import { type LanguageClient, LSPErrorCodes, ResponseError } from "vscode-languageclient/node";
import type * as vscode from "vscode";
import type { Board, Game, Line, MovedGame, Notation, Part, PlayedMove, Position } from "./protocol";

/** The number of moves and comments of a game in one answer. */
const MOST_ITEMS = 1500;

/** Sends requests about a place to the server; `undefined` while it does not run. */
export class Requests {
  constructor(private readonly client: () => LanguageClient | undefined) {}

  board(document: vscode.TextDocument, position: Position): Promise<Board | null> {
    return this.ask("scoresheet/board", document, position, {});
  }

  game(document: vscode.TextDocument, position: Position): Promise<Game | null> {
    return this.ask("scoresheet/game", document, position, { limit: MOST_ITEMS });
  }

  /** Throws a sentence for the user if the move cannot be played. */
  play(document: vscode.TextDocument, position: Position, move: string): Promise<PlayedMove | null> {
    return this.ask("scoresheet/play", document, position, { move });
  }

  /** Throws a sentence for the user if a move of the line cannot be played. */
  line(document: vscode.TextDocument, position: Position, part: Part, notation: Notation): Promise<Line | null> {
    return this.ask("scoresheet/line", document, position, { part, notation });
  }

  /** Throws a sentence for the user if the game cannot be moved. `before` is the number of a game, from 0; null for the end. */
  moveGame(document: vscode.TextDocument, position: Position, before: number | null, copy: boolean, into?: vscode.TextDocument): Promise<MovedGame | null> {
    const uri = into === undefined ? undefined : this.client()?.code2ProtocolConverter.asUri(into.uri);
    return this.ask("scoresheet/moveGame", document, position, { before, copy, into: uri === undefined ? null : { uri } });
  }

  /** An SVG picture of a board, `size` pixels wide and high. */
  async picture({ fen, lastSquares, arrows, squares }: Board, size: number, flipped: boolean): Promise<string | null> {
    const client = this.client();
    if (!client?.isRunning()) return null;
    const { svg } = await client.sendRequest<{ svg: string }>("scoresheet/picture", { fen, lastSquares, arrows, squares, size, flipped });
    return svg;
  }

  private async ask<Answer>(method: string, document: vscode.TextDocument, position: Position, more: object): Promise<Answer | null> {
    const client = this.client();
    if (!client?.isRunning()) return null;
    const { line, character } = position;
    const textDocument = { uri: client.code2ProtocolConverter.asUri(document.uri) };
    const send = () => client.sendRequest<Answer | null>(method, { textDocument, position: { line, character }, ...more });
    // A request can overtake the notification of a change.
    return send().catch((error: unknown) => (isTooEarly(error) ? send() : Promise.reject(error)));
  }
}

function isTooEarly(error: unknown): boolean {
  return error instanceof ResponseError && error.code === LSPErrorCodes.ContentModified;
}

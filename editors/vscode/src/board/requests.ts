/** The server's own requests, typed. */
import { CancellationToken, type LanguageClient, LSPErrorCodes, ProgressType, ResponseError } from "vscode-languageclient/node";
import type * as vscode from "vscode";
import type { Asked, Explorer, FoundGamePlace, FoundGames } from "./collection";
import type { Annotation } from "./messages";
import type { Board, Game, Line, MovedGame, Notation, Part, PlayedMove, Position } from "./protocol";

/** The number of moves and comments of a game in one answer. */
const MOST_ITEMS = 1500;

/** Sends requests about a place to the server; `undefined` while it does not run. */
export class Requests {
  /** How many requests with partial answers there were. */
  private streams = 0;

  constructor(readonly client: () => LanguageClient | undefined) {}

  /** Whether the server runs. */
  get isServed(): boolean {
    return this.client()?.isRunning() ?? false;
  }

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

  /** Throws a sentence for the user if nothing can be written there. */
  annotate(document: vscode.TextDocument, position: Position, annotation: Annotation): Promise<PlayedMove | null> {
    return this.ask("scoresheet/annotate", document, position, annotation);
  }

  /** What was played at a place. Calls `part` with the counts so far. Throws a sentence for the user if the query cannot be read. */
  explorer(document: vscode.TextDocument, { position, ...games }: Asked, token: CancellationToken, part: (explorer: Explorer) => void): Promise<Explorer | null> {
    return this.streamed("scoresheet/explorer", document, position, games, token, part);
  }

  /** The games that reach a place, page by page. */
  search(document: vscode.TextDocument, { position, ...games }: Asked, page: { move: string | null; offset: number; limit: number }, token: CancellationToken): Promise<FoundGames | null> {
    return this.ask("scoresheet/search", document, position, { ...games, ...page }, token);
  }

  /** Where a game is now. Throws a sentence for the user if it is gone. */
  async foundGame(data: unknown): Promise<FoundGamePlace | null> {
    const client = this.client();
    return client?.isRunning() ? client.sendRequest<FoundGamePlace>("scoresheet/foundGame", { data }) : null;
  }

  /** An SVG picture of a board, `size` pixels wide and high. */
  async picture({ fen, lastSquares, arrows, squares }: Board, size: number, flipped: boolean): Promise<string | null> {
    const client = this.client();
    if (!client?.isRunning()) return null;
    const { svg } = await client.sendRequest<{ svg: string }>("scoresheet/picture", { fen, lastSquares, arrows, squares, size, flipped });
    return svg;
  }

  private async streamed<Answer>(method: string, document: vscode.TextDocument, position: Position, more: object, token: CancellationToken, part: (answer: Answer) => void): Promise<Answer | null> {
    const partialResultToken = `${method}/${(this.streams += 1)}`;
    const listener = this.client()?.onProgress(new ProgressType<Answer>(), partialResultToken, part);
    try {
      return await this.ask<Answer>(method, document, position, { ...more, partialResultToken }, token);
    } finally {
      listener?.dispose();
    }
  }

  private async ask<Answer>(method: string, document: vscode.TextDocument, position: Position, more: object, token = CancellationToken.None): Promise<Answer | null> {
    const client = this.client();
    if (!client?.isRunning()) return null;
    const { line, character } = position;
    const textDocument = { uri: client.code2ProtocolConverter.asUri(document.uri) };
    const send = () => client.sendRequest<Answer | null>(method, { textDocument, position: { line, character }, ...more }, token);
    // A request can overtake the notification of a change.
    return send().catch((error: unknown) => (isTooEarly(error) ? send() : Promise.reject(error)));
  }
}

function isTooEarly(error: unknown): boolean {
  return error instanceof ResponseError && error.code === LSPErrorCodes.ContentModified;
}

/** The server's requests of the games view. */
import { CancellationToken, type LanguageClient, LSPErrorCodes, ProgressType, ResponseError } from "vscode-languageclient/node";
import type * as vscode from "vscode";
import type { FoundGame, Scope } from "../board/collection";
import type { Range } from "../board/protocol";
import type { FindingCounts, QueryHelp, SortBy } from "./messages";

/** A game of an answer. */
export interface ListedGame extends FoundGame {
  readonly uri: string;
  readonly game: number;
  readonly index: number;
  readonly extent: Range;
  readonly site: string | null;
  readonly round: string | null;
  readonly plies: number;
  readonly move: string | null;
  readonly isAnnotated: boolean;
  readonly isBroken: boolean;
  readonly findings: FindingCounts | null;
}

/** The answer of `scoresheet/search`. */
export interface ListedGames {
  readonly games: readonly ListedGame[];
  readonly total: number;
  readonly list: number | null;
  readonly complete: boolean;
  readonly doubt: string | null;
  readonly unread: readonly { readonly message: string }[];
}

/** What is searched, and in which order it is listed. */
export interface Search {
  readonly document: vscode.Uri | undefined;
  readonly scope: Scope;
  readonly query: string;
  readonly sort: readonly SortBy[];
}

/** Asks the server; `undefined` while it does not run. */
export class GamesRequests {
  private streams = 0;

  constructor(private readonly client: () => LanguageClient | undefined) {}

  /** A page of the list. Calls `part` with the number of games so far. Throws a sentence for the user if the query cannot be read. */
  async page(search: Search, offset: number, limit: number, token: CancellationToken = CancellationToken.None, part?: (total: number) => void): Promise<ListedGames | undefined> {
    const client = this.client();
    if (!client?.isRunning()) return undefined;
    const partialResultToken = part && `scoresheet.games/${(this.streams += 1)}`;
    const listener = partialResultToken ? client.onProgress(new ProgressType<ListedGames>(), partialResultToken, ({ total }) => part(total)) : undefined;
    const { document, scope, query, sort } = search;
    const textDocument = document && { uri: client.code2ProtocolConverter.asUri(document) };
    const params = { textDocument, scope, query: query.trim() || null, sort, offset, limit, partialResultToken };
    const send = () => client.sendRequest<ListedGames | null>("scoresheet/search", params, token);
    try {
      // A request can overtake the notification of a change.
      return (await send().catch((error: unknown) => (isTooEarly(error) ? send() : Promise.reject(error)))) ?? undefined;
    } finally {
      listener?.dispose();
    }
  }

  /** Help with a query while it is written. `at` counts UTF-16 units. */
  async help(document: vscode.Uri | undefined, query: string, at: number): Promise<QueryHelp | undefined> {
    const client = this.client();
    if (!client?.isRunning()) return undefined;
    const textDocument = document && { uri: client.code2ProtocolConverter.asUri(document) };
    return client.sendRequest<QueryHelp>("scoresheet/query", { textDocument, query, position: { line: 0, character: at } });
  }
}

function isTooEarly(error: unknown): boolean {
  return error instanceof ResponseError && error.code === LSPErrorCodes.ContentModified;
}

/** The messages between the extension host and the webview of the games view. */
import type { Range } from "../board/protocol";

/** Whose games are shown: those of the file, of the workspace, or of the files in the setting `scoresheet.board.explorerFiles`. */
export type GamesScope = "document" | "workspace" | "chosen";

/** A column by which games are sorted, as the server names it. */
export interface SortBy {
  readonly column: string;
  readonly descending: boolean;
}

/** What the table shows. */
export interface Question {
  readonly scope: GamesScope;
  readonly query: string;
  readonly sort: readonly SortBy[];
}

/** How many findings a game has. */
export interface FindingCounts {
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  readonly hints: number;
}

/** A game of the table. */
export interface GameRow {
  /** Its place in the list, from 0. */
  readonly index: number;
  /** Its number in its file, from 0. */
  readonly game: number;
  readonly file: string;
  readonly white: string | null;
  readonly black: string | null;
  readonly whiteElo: string | null;
  readonly blackElo: string | null;
  readonly result: string | null;
  readonly date: string | null;
  readonly event: string | null;
  readonly site: string | null;
  readonly round: string | null;
  readonly eco: string | null;
  readonly opening: string | null;
  readonly plies: number | null;
  /** The move that leads to the position that was found. */
  readonly move: string | null;
  readonly isAnnotated: boolean;
  readonly isBroken: boolean;
  readonly findings: FindingCounts | null;
  /** Whether it occurs twice in its file, as far as that is known. */
  readonly isDuplicate: boolean;
}

/** Rows of a list, from an index on. */
export interface Page {
  /** The number of the list; pages of another one do not fit. */
  readonly list: number;
  readonly offset: number;
  readonly rows: readonly GameRow[];
  readonly total: number;
  readonly isComplete: boolean;
  /** What the user probably did not mean, or what was not read. */
  readonly remark: string | null;
}

/** Something that can be written in a query. */
export interface QueryItem {
  readonly label: string;
  readonly meaning: string | null;
  readonly example: string | null;
  readonly range: Range;
  readonly newText: string;
}

/** What is wrong with a query. */
export interface QueryError {
  readonly message: string;
  readonly range: Range;
  readonly suggestion: string | null;
}

/** The answer of `scoresheet/query`. */
export interface QueryHelp {
  readonly error: QueryError | null;
  readonly doubt: string | null;
  readonly items: readonly QueryItem[];
}

/** Places of a list: half-open, in order, without overlaps. */
export type Ranges = readonly (readonly [number, number])[];

export type ToGames =
  /** The table is to show this. `document` is the name of the file that the scope `document` means. */
  | { readonly type: "show"; readonly question: Question; readonly document: string | null; readonly hasChosen: boolean }
  /** The games may have changed: the table asks again and keeps its place. */
  | { readonly type: "changed"; readonly document: string | null; readonly hasChosen: boolean }
  | ({ readonly type: "page"; readonly number: number } & Page)
  /** How many games were found so far. */
  | { readonly type: "progress"; readonly number: number; readonly total: number }
  | { readonly type: "failed"; readonly number: number; readonly reason: string }
  | { readonly type: "help"; readonly id: number; readonly help: QueryHelp }
  /** The game that was opened by a command. */
  | { readonly type: "active"; readonly index: number }
  | { readonly type: "focusFilter" };

export type FromGames =
  | { readonly type: "ready" }
  /** Asks for rows. Answers carry the number of the question; only those to the last one are shown. */
  | { readonly type: "ask"; readonly number: number; readonly question: Question; readonly offset: number; readonly limit: number }
  | { readonly type: "help"; readonly id: number; readonly query: string; readonly at: number }
  /** Opens a game at the place that was found; without the focus, as a preview. */
  | { readonly type: "open"; readonly index: number; readonly takesFocus: boolean }
  | { readonly type: "selected"; readonly list: number; readonly ranges: Ranges; readonly active: number }
  | { readonly type: "run"; readonly command: "copy" | "delete" }
  | { readonly type: "keys" }
  | { readonly type: "chooseSaved" }
  | { readonly type: "save"; readonly query: string };

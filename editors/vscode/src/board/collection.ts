/** The answers of the server's requests about many games, as `server/docs/protocol.md` describes them. */
import type { Position, Range } from "./protocol";

/** What was counted of games. */
export interface Counts {
  readonly games: number;
  readonly white: number;
  readonly draws: number;
  readonly black: number;
  /** White's score, from 0 to 1; null where no game has a result. */
  readonly score: number | null;
  readonly averageElo: number | null;
  readonly performance: number | null;
  readonly lastYear: number | null;
}

/** The name of an opening. */
export interface Opening {
  readonly eco: string;
  readonly name: string;
}

/** The best game of a move. */
export interface BestGame {
  readonly white: string | null;
  readonly black: string | null;
  readonly whiteElo: number | null;
  readonly blackElo: number | null;
  readonly year: number | null;
  readonly result: string;
  readonly data: unknown;
}

/** A move that followed. */
export interface ExplorerMove extends Counts {
  readonly san: string;
  readonly uci: string;
  readonly opening: Opening | null;
  readonly bestGame: BestGame | null;
}

/** A file that could not be read, or not to its end. */
export interface UnreadFile {
  readonly uri: string;
  readonly message: string;
}

/** The answer of `scoresheet/explorer`. */
export interface Explorer {
  readonly version: number | null;
  readonly opening: Opening | null;
  readonly total: Counts;
  readonly moves: readonly ExplorerMove[];
  readonly complete: boolean;
  readonly unread: readonly UnreadFile[];
}

/** A game of the answer of `scoresheet/search`. */
export interface FoundGame {
  readonly white: string | null;
  readonly black: string | null;
  readonly whiteElo: string | null;
  readonly blackElo: string | null;
  readonly event: string | null;
  readonly date: string | null;
  readonly result: string | null;
  readonly opening: Opening | null;
  readonly data: unknown;
}

/** The answer of `scoresheet/search`. */
export interface FoundGames {
  readonly games: readonly FoundGame[];
  readonly total: number;
  readonly complete: boolean;
}

/** The answer of `scoresheet/foundGame`. */
export interface FoundGamePlace {
  readonly uri: string;
  readonly range: Range;
  /** The text of the game, for a compressed file; else null. */
  readonly text: string | null;
}

/** Which games are meant: those of the document, of the workspace, or of files and folders by their addresses. */
export type Scope = "document" | "workspace" | { readonly files: readonly string[] };

/** A position in a document, and the games to ask about it. */
export interface Asked {
  readonly position: Position;
  readonly scope: Scope;
  readonly query: string | null;
}

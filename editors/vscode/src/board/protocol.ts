/** The answers of the server's own requests, as `server/docs/protocol.md` describes them. Lines and characters count from 0. */

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

export type Side = "white" | "black";

export type Colour = "green" | "red" | "blue" | "yellow";

/** A move of the file; a cursor at the end of its range is at the position after it. */
export interface Move {
  readonly range: Range;
  readonly text: string;
  readonly number: number;
  readonly turn: Side;
}

export interface LegalMove {
  readonly san: string;
  readonly uci: string;
}

export interface Evaluation {
  /** In pawns (+0.25) or moves to mate (#-3), from White's side. */
  readonly score: string;
  readonly depth: number | null;
}

/** The answer of `scoresheet/board`. */
export interface Board {
  readonly version: number;
  readonly game: number;
  readonly fen: string | null;
  readonly isGuessed: boolean;
  readonly variant: string;
  readonly lastMove: Move | null;
  readonly lastSquares: readonly [string, string] | null;
  readonly arrows: readonly { readonly colour: Colour; readonly from: string; readonly to: string }[];
  readonly squares: readonly { readonly colour: Colour; readonly square: string }[];
  readonly legalMoves: readonly LegalMove[];
  readonly facts: readonly string[];
  readonly depth: number;
  readonly previous: Move | null;
  readonly next: readonly Move[];
  readonly replaces: Move | null;
  readonly alternatives: readonly Move[];
  readonly clocks: { readonly white: number | null; readonly black: number | null };
  readonly evaluation: Evaluation | null;
  readonly opening: { readonly eco: string; readonly name: string } | null;
  readonly leftBookAt: number | null;
  readonly result: string | null;
}

export interface Nag {
  readonly number: number;
  readonly glyph: string | null;
  readonly meaning: string;
}

export interface ListedMove {
  readonly number: number;
  readonly turn: Side;
  readonly isCertain: boolean;
  readonly nags: readonly Nag[];
  readonly evaluation: Evaluation | null;
  readonly clock: number | null;
  /** What a program of engine matches wrote after it, such as `d=28, wv=0.25`. */
  readonly data: string | null;
}

/** A move, or a comment where `move` is null. */
export interface Item {
  readonly range: Range;
  /** 0 for the main line, then the variations in the order of their starts. */
  readonly line: number;
  readonly depth: number;
  readonly text: string;
  readonly move: ListedMove | null;
}

export interface Tag {
  readonly name: string;
  readonly value: string;
}

/** The answer of `scoresheet/game`. */
export interface Game {
  readonly version: number;
  readonly game: number;
  readonly games: number;
  readonly range: Range;
  readonly start: Position;
  readonly end: Position | null;
  readonly previousGame: Position | null;
  readonly nextGame: Position | null;
  readonly tags: readonly Tag[];
  readonly items: readonly Item[];
  readonly hasEarlier: boolean;
  readonly hasLater: boolean;
}

/** The answer of `scoresheet/play`. */
export interface PlayedMove {
  readonly version: number;
  readonly edits: readonly { readonly range: Range; readonly newText: string }[];
  readonly position: Position;
}

/** Whether two positions are equal. */
export function isSame(one: Position | null | undefined, other: Position | null | undefined): boolean {
  return one?.line === other?.line && one?.character === other?.character;
}

/** Whether `one` is before `other`. */
export function isBefore(one: Position, other: Position): boolean {
  return one.line < other.line || (one.line === other.line && one.character < other.character);
}

/** Which moves of a game `scoresheet/line` writes. */
export type Part = "mainLine" | "line" | "variation";

export type Notation = "san" | "figurines" | "uci" | "fen";

/** The answer of `scoresheet/line`. */
export interface Line {
  readonly text: string;
  readonly moves: number;
}

/** The answer of `scoresheet/moveGame`. */
export interface MovedGame {
  readonly documents: readonly { readonly uri: string; readonly version: number; readonly edits: { range: Range; newText: string }[] }[];
  readonly uri: string;
  readonly game: number;
  readonly position: Position;
}

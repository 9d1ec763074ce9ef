// What this part of the extension reads of Scoresheet's own requests; all of them are in server/docs/protocol.md.

/** The request for the position at a place. */
export const BOARD = "scoresheet/board";

/** The request for a picture of a position. */
export const PICTURE = "scoresheet/picture";

/** The part of the answer to {@link BOARD} that a picture is made of. It goes into {@link PICTURE} as it is. */
export interface Position {
  /** In Forsyth-Edwards Notation; null where it is not known. */
  fen: string | null;
  lastSquares?: [string, string] | null;
  arrows?: { colour: string; from: string; to: string }[];
  squares?: { colour: string; square: string }[];
}

/** The answer to {@link PICTURE}. */
export interface Picture {
  svg: string;
}

/** What each side has taken. */
import type { Side } from "../../src/board/protocol";
import { type Role, piecesOf } from "./fen";

export interface Material {
  /** The pieces of Black that White has taken, pawns first. */
  readonly white: readonly Role[];
  /** The pieces of White that Black has taken. */
  readonly black: readonly Role[];
  /** By how much White is ahead, a pawn being 1. */
  readonly lead: number;
}

const VALUES: Readonly<Record<Role, number>> = { pawn: 1, knight: 3, bishop: 3, rook: 5, queen: 9, king: 0 };

/** What a side has at the start of a game. */
const ARMY: Readonly<Record<Role, number>> = { pawn: 8, knight: 2, bishop: 2, rook: 2, queen: 1, king: 1 };

const ORDER: readonly Role[] = ["pawn", "knight", "bishop", "rook", "queen"];

/**
 * The pieces that were taken in a game that began with whole armies. In a position that was set up, nobody knows; there it is what
 * each side has more than the other.
 */
export function material(fen: string, hasWholeArmies: boolean): Material {
  const count = { white: counts(fen, "white"), black: counts(fen, "black") };
  const taken = (by: Side): Role[] => {
    const other = by === "white" ? "black" : "white";
    const missing = (role: Role) => (hasWholeArmies ? ARMY[role] - count[other][role] : count[by][role] - count[other][role]);
    return ORDER.flatMap((role) => Array<Role>(Math.max(0, missing(role))).fill(role));
  };
  const worth = (side: Side) => ORDER.reduce((sum, role) => sum + VALUES[role] * count[side][role], 0);
  return { white: taken("white"), black: taken("black"), lead: worth("white") - worth("black") };
}

function counts(fen: string, side: Side): Record<Role, number> {
  const count = { pawn: 0, knight: 0, bishop: 0, rook: 0, queen: 0, king: 0 };
  for (const piece of piecesOf(fen)) {
    if (piece.side === side) count[piece.role] += 1;
  }
  return count;
}

/** The captured material. */
import type { Side } from "../../src/board/protocol";
import { type Role, piecesOf } from "./fen";

export interface Material {
  /** The pieces of Black that White has captured, pawns first. */
  readonly white: readonly Role[];
  /** The pieces of White that Black has captured. */
  readonly black: readonly Role[];
  /** White's material advantage in pawns. */
  readonly lead: number;
}

const VALUES: Readonly<Record<Role, number>> = { pawn: 1, knight: 3, bishop: 3, rook: 5, queen: 9, king: 0 };

const ORDER: readonly Role[] = ["pawn", "knight", "bishop", "rook", "queen"];

/** The captured pieces of a game that began at the position `start`; none where that is unknown. */
export function material(fen: string, start: string | null): Material {
  const count = { white: counts(fen, "white"), black: counts(fen, "black") };
  const taken = (by: Side): Role[] => {
    const other = by === "white" ? "black" : "white";
    const before = start === null ? count[other] : counts(start, other);
    return ORDER.flatMap((role) => Array<Role>(Math.max(0, before[role] - count[other][role])).fill(role));
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

/** A position that is set up by hand, as a FEN. */
import type { Side } from "../../src/board/protocol";
import { piecesOf } from "./fen";

/** What is chosen besides the men. */
export interface Setup {
  /** The first field of a FEN: the men by rank. */
  readonly placement: string;
  readonly turn: Side;
  /** The letters of the rights that are wanted, of `KQkq`. */
  readonly castling: string;
}

export const EMPTY = "8/8/8/8/8/8/8/8";
export const ARMIES = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/** The right to castle by its letter: where king and rook stand for it. */
const HOMES: Readonly<Record<string, readonly [Side, string, string]>> = {
  K: ["white", "e1", "h1"],
  Q: ["white", "e1", "a1"],
  k: ["black", "e8", "h8"],
  q: ["black", "e8", "a8"],
};

export const RIGHTS = Object.keys(HOMES);

/** The rights to castle that the men allow, in the order of a FEN. */
export function possibleRights(placement: string): string {
  const men = piecesOf(placement);
  const stands = (side: Side, role: string, square: string) => men.some((man) => man.side === side && man.role === role && man.square === square);
  return RIGHTS.filter((right) => {
    const [side, king, rook] = HOMES[right] ?? ["white", "", ""];
    return stands(side, "king", king) && stands(side, "rook", rook);
  }).join("");
}

/** The position as a FEN; rights that the men do not allow are left out. */
export function fenOf({ placement, turn, castling }: Setup): string {
  const rights = [...possibleRights(placement)].filter((right) => castling.includes(right)).join("");
  return `${placement} ${turn === "white" ? "w" : "b"} ${rights || "-"} - 0 1`;
}

/** Reads a FEN, or its first field alone; null if that is none. */
export function setupOf(fen: string): Setup | null {
  const [placement = "", turn, castling] = fen.trim().split(/\s+/);
  return isPlacement(placement) ? { placement, turn: turn === "b" ? "black" : "white", castling: castling ?? possibleRights(placement) } : null;
}

function isPlacement(text: string): boolean {
  const ranks = text.split("/");
  const width = (rank: string) => [...rank].reduce((sum, letter) => sum + (Number(letter) || 1), 0);
  return ranks.length === 8 && ranks.every((rank) => /^[1-8kqrbnp]+$/i.test(rank) && width(rank) === 8);
}

/** Parses the first two fields of a FEN. */
import type { Side } from "../../src/board/protocol";

export type Role = "pawn" | "knight" | "bishop" | "rook" | "queen" | "king";

export interface PlacedPiece {
  readonly square: string;
  readonly role: Role;
  readonly side: Side;
}

const ROLES: Readonly<Record<string, Role>> = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };

/** The pieces on the board, from a8 to h1. Pieces in hand are left out. */
export function piecesOf(fen: string): PlacedPiece[] {
  const placement = fen.split(" ")[0] ?? "";
  const ranks = placement.replace(/\[.*\]/, "").split("/").slice(0, 8);
  return ranks.flatMap((rank, index) => piecesOfRank(rank, 8 - index));
}

/** The pieces in hand of a side, pawns first, as in crazyhouse; `undefined` in games without hands. */
export function handOf(fen: string, side: Side): Role[] | null {
  const hand = /^[^ ]*\[(.*?)\]/.exec(fen)?.[1];
  if (hand === undefined) return null;
  const letters = [...hand].filter((letter) => (letter === letter.toLowerCase()) === (side === "black")).map((letter) => letter.toLowerCase());
  return Object.entries(ROLES).flatMap(([letter, role]) => letters.filter((other) => other === letter).map(() => role));
}

/** The side to move. */
export function turnOf(fen: string): Side {
  return fen.split(" ")[1] === "b" ? "black" : "white";
}

function piecesOfRank(rank: string, number: number): PlacedPiece[] {
  const pieces: PlacedPiece[] = [];
  let file = 0;
  for (const letter of rank) {
    const role = ROLES[letter.toLowerCase()];
    if (role) {
      const side = letter === letter.toLowerCase() ? "black" : "white";
      pieces.push({ square: `${"abcdefgh"[file] ?? "h"}${number}`, role, side });
      file += 1;
    } else if (/\d/.test(letter)) {
      file += Number(letter);
    }
  }
  return pieces;
}

/** Reading the first two fields of a FEN. */
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

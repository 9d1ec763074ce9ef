/** The squares that pieces can move to, and the moves. */
import type { LegalMove } from "../../src/board/protocol";
import type { Role } from "./fen";

/** The destinations by origin. Castling has two: the destination of the king and the square of the rook. */
export function destinations(moves: readonly LegalMove[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (from: string, to: string) => {
    const squares = found.get(from) ?? [];
    if (!squares.includes(to)) squares.push(to);
    found.set(from, squares);
  };
  for (const { san, uci } of moves) {
    if (uci.includes("@")) continue;
    const [from, to] = squaresOf(uci);
    add(from, to);
    if (san.startsWith("O-O")) add(from, rookOf(san, from, to));
  }
  return found;
}

/** The moves from one square to another: several for a promotion. */
export function movesBetween(moves: readonly LegalMove[], from: string, to: string): LegalMove[] {
  return moves.filter(({ san, uci }) => {
    const [start, end] = squaresOf(uci);
    return start === from && (end === to || (san.startsWith("O-O") && rookOf(san, start, end) === to));
  });
}

/** The move that drops a piece from the hand on a square, if it is legal. */
export function dropOn(moves: readonly LegalMove[], role: Role, square: string): LegalMove | undefined {
  return moves.find(({ uci }) => uci === `${role === "knight" ? "N" : role.charAt(0).toUpperCase()}@${square}`);
}

/** The letter of the promotion piece in lower case; `undefined` if the move is no promotion. */
export function promotionOf(move: LegalMove): string | undefined {
  return move.uci.includes("@") ? undefined : move.uci[4];
}

function squaresOf(uci: string): [string, string] {
  return [uci.slice(0, 2), uci.slice(2, 4)];
}

/** In Chess960 the move names the rook; otherwise the rook is in the corner. */
function rookOf(san: string, from: string, to: string): string {
  const isKingsMove = Math.abs(from.charCodeAt(0) - to.charCodeAt(0)) === 2 && from.startsWith("e");
  if (!isKingsMove) return to;
  return `${san.startsWith("O-O-O") ? "a" : "h"}${from[1] ?? ""}`;
}

/** Study mode: what a guess is worth. */
import type { Outcome } from "./messages";
import { type Board, type Game, type LegalMove, type PlayedMove, isSame } from "./protocol";

/** A guess in a game, by what playing it would do to the text: nothing where the move is there. */
export function judgeMove(board: Board, played: PlayedMove): Outcome {
  if (board.next.length === 0) return "end";
  if (played.edits.length > 0) return "wrong";
  return isSame(played.position, board.next[0]?.range.end) ? "right" : "variation";
}

/** A guess in a record, by its best moves and those to avoid. */
export function judgeAnswer(board: Board, game: Game, move: string): Outcome {
  const guess = legalMove(board, move);
  if (!guess) return "impossible";
  const best = solutions(board, game);
  const avoid = movesOf(board, game, "am");
  if (best.length === 0 && avoid.length === 0) return "end";
  if (best.length === 0) return avoid.includes(guess) ? "wrong" : "right";
  return best.includes(guess) ? "right" : "wrong";
}

/** The moves that solve a record: its best ones, else the first of its expected line. */
export function solutions(board: Board, game: Game): LegalMove[] {
  const best = movesOf(board, game, "bm");
  return best.length > 0 ? best : [...movesOf(board, game, "sm"), ...movesOf(board, game, "pv")].slice(0, 1);
}

/** The legal move that a text means, in UCI notation or SAN. */
export function legalMove(board: Board, move: string): LegalMove | undefined {
  return board.legalMoves.find((legal) => legal.uci === move) ?? board.legalMoves.find((legal) => plain(legal.san) === plain(move));
}

function movesOf(board: Board, game: Game, opcode: string): LegalMove[] {
  const words = game.tags.find((tag) => tag.name === opcode)?.value.split(/\s+/) ?? [];
  return words.flatMap((word) => legalMove(board, word) ?? []);
}

/** Without signs that say nothing of which move it is. */
function plain(san: string): string {
  return san.replace(/[+#!?=x]/g, "").replaceAll("0", "O");
}

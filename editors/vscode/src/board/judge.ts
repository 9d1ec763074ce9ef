/** Study mode: the evaluation of guesses. */
import type { Outcome } from "./messages";
import { type Board, type Game, type LegalMove, type PlayedMove, isSame } from "./protocol";

/** Evaluates a guess in a game by the edits that playing it would need: none if the text has the move. */
export function judgeMove(board: Board, played: PlayedMove): Outcome {
  if (board.next.length === 0) return "end";
  if (played.edits.length > 0) return "wrong";
  return isSame(played.position, board.next[0]?.range.end) ? "right" : "variation";
}

/** Evaluates a guess in a record by its best moves and its moves to avoid. */
export function judgeAnswer(board: Board, game: Game, move: string): Outcome {
  const guess = legalMove(board, move);
  if (!guess) return "impossible";
  const best = solutions(board, game);
  const avoid = movesOf(board, game, "am");
  if (best.length === 0 && avoid.length === 0) return isMateInOne(game) ? "wrong" : "end";
  if (best.length === 0) return avoid.includes(guess) ? "wrong" : "right";
  return best.includes(guess) ? "right" : "wrong";
}

/** The solutions of a record: its best moves, else the first move of its expected line, else the mates where it promises one in a move. */
export function solutions(board: Board, game: Game): LegalMove[] {
  const best = movesOf(board, game, "bm");
  if (best.length > 0) return best;
  const [expected] = [...movesOf(board, game, "sm"), ...movesOf(board, game, "pv")];
  if (expected) return [expected];
  return isMateInOne(game) ? board.legalMoves.filter(({ san }) => san.endsWith("#")) : [];
}

/** The legal move with this text, in UCI notation or SAN. */
export function legalMove(board: Board, move: string): LegalMove | undefined {
  return board.legalMoves.find((legal) => legal.uci === move) ?? board.legalMoves.find((legal) => plain(legal.san) === plain(move));
}

function movesOf(board: Board, game: Game, opcode: string): LegalMove[] {
  const words = game.tags.find((tag) => tag.name === opcode)?.value.split(/\s+/) ?? [];
  return words.flatMap((word) => legalMove(board, word) ?? []);
}

function isMateInOne(game: Game): boolean {
  return game.tags.some(({ name, value }) => name === "dm" && value.trim() === "1");
}

/** Removes the characters that do not identify the move. */
function plain(san: string): string {
  return san.replace(/[+#!?=x]/g, "").replaceAll("0", "O");
}

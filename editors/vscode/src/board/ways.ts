/** Where a step through a game leads. */
import type { Step } from "./messages";
import { type Board, type Game, type Move, type Position, isBefore, isSame } from "./protocol";

/** The place for the cursor after `step`, if there is a way. `game` may be missing while its answer is on the way. */
export function wayTo(step: Step, board: Board, game: Game | null): Position | null {
  switch (step) {
    case "next":
      return endOf(board.next[0]);
    case "previous":
      return board.lastMove ? (endOf(board.previous) ?? startOf(game)) : null;
    case "intoVariation":
      return endOf(board.next[1]) ?? endOf(following(board)[0]);
    case "outOfVariation":
      return endOf(board.replaces);
    case "nextVariation":
      return endOf(following(board)[0]);
    case "previousVariation":
      return endOf(preceding(board).at(-1));
    case "first":
      return startOf(game);
    case "last":
      return game?.end ?? null;
    case "nextGame":
      return game?.nextGame ?? null;
    case "previousGame":
      return game?.previousGame ?? null;
  }
}

/** Whether the answer to `scoresheet/game` is needed for `step`. */
export function needsGame(step: Step, board: Board): boolean {
  return ["first", "last", "nextGame", "previousGame"].includes(step) || (step === "previous" && !board.previous);
}

/** Whether `game` is about the game or record at `position` of the same text as `board`, and has the move that was played last. */
export function covers(game: Game | null, board: Board, position: Position): boolean {
  if (!game || game.version !== board.version || !contains(game, position)) return false;
  const last = board.lastMove;
  return !last || game.items.length === 0 || game.items.some((item) => isSame(item.range.start, last.range.start));
}

/** The end of a game is the start of the one behind it; that of a record is not. */
function contains({ range: { start, end }, nextGame }: Game, position: Position): boolean {
  if (isBefore(position, start)) return false;
  return isBefore(position, end) || (isSame(position, end) && !isSame(nextGame, end));
}

function endOf(move: Move | null | undefined): Position | null {
  return move?.range.end ?? null;
}

function startOf(game: Game | null): Position | null {
  return game?.start ?? null;
}

/** The moves that can stand in place of the last one, behind it in the text. */
function following(board: Board): Move[] {
  return board.alternatives.filter((other) => board.lastMove && isBefore(board.lastMove.range.start, other.range.start));
}

/** Those before it. */
function preceding(board: Board): Move[] {
  return board.alternatives.filter((other) => board.lastMove && isBefore(other.range.start, board.lastMove.range.start));
}

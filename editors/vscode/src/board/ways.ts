/** The targets of steps through a game. */
import type { Step } from "./messages";
import { type Board, type Game, type Move, type Position, isBefore, isSame } from "./protocol";

/** The place of the cursor after `step`, if the step is possible. `game` may be missing until its answer arrives. */
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

/** Whether `step` needs the answer to `scoresheet/game`. */
export function needsGame(step: Step, board: Board): boolean {
  return ["first", "last", "nextGame", "previousGame"].includes(step) || (step === "previous" && !board.previous);
}

/** Whether `game` is the game or record at `position` in the same text as `board`, and contains the last move. */
export function covers(game: Game | null, board: Board, position: Position): boolean {
  if (!game || game.version !== board.version || !contains(game, position)) return false;
  const last = board.lastMove;
  return !last || game.items.length === 0 || game.items.some((item) => isSame(item.range.start, last.range.start));
}

/** The end of a game is the start of the next one; the end of a record is not. */
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

/** The alternatives to the last move after it in the text. */
function following(board: Board): Move[] {
  return board.alternatives.filter((other) => board.lastMove && isBefore(board.lastMove.range.start, other.range.start));
}

/** The alternatives before it. */
function preceding(board: Board): Move[] {
  return board.alternatives.filter((other) => board.lastMove && isBefore(other.range.start, board.lastMove.range.start));
}

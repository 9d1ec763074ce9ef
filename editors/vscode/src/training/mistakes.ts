/** Own mistakes, kept as records in an EPD file beside the games. */
import { isDue, missed, type Schedule } from "./leitner";
import { hasSolution, newRecord, positionOf, scheduleOf, withSchedule } from "./record";

/** A position in which the move of the game was not found at first try. */
export interface Mistake {
  /** The FEN. */
  readonly fen: string;
  /** The move of the game, in SAN. */
  readonly best: string;
  /** Where it was: the players and the number of the move. */
  readonly id: string;
}

/** The ending of the name of a file of mistakes. */
export const ENDING = ".mistakes.epd";

/** The path of the file for the mistakes in the games of another one. */
export function fileFor(path: string): string {
  return path.endsWith(ENDING) ? path : path.replace(/\.[^./]*$/, "") + ENDING;
}

/** The text of a file of mistakes with some more. A position that it has already comes back to the first box. */
export function withMistakes(text: string, mistakes: readonly Mistake[], today: string): string {
  const schedule = missed(today);
  const lines = text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);
  for (const { fen, best, id } of mistakes) {
    const position = fen.split(" ").slice(0, 4).join(" ");
    const place = lines.findIndex((line) => positionOf(line) === position);
    const old = lines[place];
    if (old === undefined) lines.push(newRecord(position, best, id, schedule));
    else lines[place] = withSchedule(old, schedule);
  }
  return `${lines.join("\n")}\n`;
}

/** A record to train: its line, counted from 0, and its position, by which it is found again after an edit. */
export interface Task {
  readonly line: number;
  readonly position: string;
  readonly schedule: Schedule | null;
}

/** The records that are due, those of the lowest boxes first; and how many are not due yet, or say no move. */
export function tasksOf(text: string, today: string): { readonly tasks: readonly Task[]; readonly later: number; readonly unsolvable: number } {
  let [later, unsolvable] = [0, 0];
  const tasks: Task[] = [];
  for (const [line, record] of text.split(/\r?\n/).entries()) {
    const position = positionOf(record);
    if (position === null) continue;
    const schedule = scheduleOf(record);
    if (!hasSolution(record)) unsolvable += 1;
    else if (isDue(schedule, today)) tasks.push({ line, position, schedule });
    else later += 1;
  }
  return { tasks: tasks.sort((one, other) => (one.schedule?.box ?? 0) - (other.schedule?.box ?? 0)), later, unsolvable };
}

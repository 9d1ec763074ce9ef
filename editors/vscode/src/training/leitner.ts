/** When a position is to be trained again: Leitner's boxes. What is solved at first try goes one box up, anything else back to the first. */

/** Where a position is, and when it is due. */
export interface Schedule {
  /** From 1 to the number of boxes. */
  readonly box: number;
  /** A day, as in `2026-12-01`. */
  readonly due: string;
}

/** The days until a position of each box is due again: each waits twice as long as the one before. */
const DAYS = [1, 2, 4, 8, 16, 32, 64] as const;

/** The schedule of a position that was missed in a game. */
export function missed(today: string): Schedule {
  return inBox(1, today);
}

/** The schedule after a position was trained; null is one that never was. */
export function trained(before: Schedule | null, isFirstTry: boolean, today: string): Schedule {
  return isFirstTry ? inBox(Math.min((before?.box ?? 0) + 1, DAYS.length), today) : missed(today);
}

/** Whether a position is due; one that was never trained is. */
export function isDue(schedule: Schedule | null, today: string): boolean {
  return schedule === null || schedule.due <= today;
}

/** The day of a moment, where the user is. */
export function dayOf(moment: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

function inBox(box: number, today: string): Schedule {
  const [year = 0, month = 1, day = 1] = today.split("-").map(Number);
  return { box, due: dayOf(new Date(year, month - 1, day + (DAYS[box - 1] ?? 1))) };
}

/** The score of a run: how each move or position was found. */

/** How much help a move took. */
export type Help = "none" | "helped" | "shown";

export type Score = Readonly<Record<Help, number>>;

export const NO_SCORE: Score = { none: 0, helped: 0, shown: 0 };

/** The score with one more. */
export function plus(score: Score, help: Help): Score {
  return { ...score, [help]: score[help] + 1 };
}

/** How many there were. */
export function total({ none, helped, shown }: Score): number {
  return none + helped + shown;
}

/** The score in words: `7 of 10 at first try, 2 with help, 1 shown`. */
export function inWords(score: Score): string {
  const more = [score.helped > 0 && `${score.helped} with help`, score.shown > 0 && `${score.shown} shown`].filter((part) => part !== false);
  return [`${score.none} of ${total(score)} at first try`, ...more].join(", ");
}

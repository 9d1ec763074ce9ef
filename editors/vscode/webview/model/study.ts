/** Study mode: the user guesses the moves of a game. */
import type { Outcome } from "../../src/board/messages";
import type { Board, Side } from "../../src/board/protocol";
import { type Help, inWords, NO_SCORE, plus, type Score, total } from "../../src/training/score";
import { turnOf } from "./fen";

export interface Study {
  readonly isOn: boolean;
  /** The side whose moves the user guesses; the other side's moves are played automatically. */
  readonly side: Side | "both";
  /** The moves that are behind the user. */
  readonly score: Score;
  /** The help that the move on the board has taken so far. */
  readonly help: Help;
  /** The part of the move that was shown: nothing, the piece, or the whole move. */
  readonly hints: 0 | 1 | 2;
  readonly message: string;
  /** What was said of the right guess that leads to the next position; at the end of a line it stays before the score. */
  readonly praise: string;
}

export const NO_STUDY: Study = { isOn: false, side: "both", score: NO_SCORE, help: "none", hints: 0, message: "", praise: "" };

/** The initial state. */
export function begin(side: Study["side"]): Study {
  return { ...NO_STUDY, isOn: true, side, message: "Play the move that you think comes next." };
}

/** The state after a guess. A move counts once, by the help that it took. */
export function guessed(study: Study, outcome: Outcome, move: string): Study {
  switch (outcome) {
    case "right":
      return { ...study, score: plus(study.score, study.help), help: "none", hints: 0, message: `${move} is right.`, praise: `${move} is right.` };
    case "variation":
      return { ...study, message: `${move} is in the game as a variation. What was played?` };
    case "wrong":
      return { ...study, help: study.help === "none" ? "helped" : study.help, message: `${move} is not the move. Try again.` };
    case "impossible":
      return { ...study, message: `${move} cannot be played here.` };
    case "end":
      return { ...study, message: "There is nothing more to guess here." };
  }
}

/** The state after a hint: first the piece, then the move. */
export function hinted(study: Study): Study {
  if (study.hints === 0) return { ...study, hints: 1, help: study.help === "none" ? "helped" : study.help, message: "It is a move of the marked piece." };
  return { ...study, hints: 2, help: "shown", message: "This is the move." };
}

/** The state after the move was shown, and played. */
export function shown(study: Study): Study {
  return { ...moved({ ...study, help: "shown" }, false), message: "What comes next?" };
}

/** The state after the user moved to another place: a move that took help counts. At the end of a line the score of the run is told. */
export function moved(study: Study, isEnd: boolean): Study {
  const score = study.help === "none" ? study.score : plus(study.score, study.help);
  const message = isEnd && total(score) > 0 ? `${study.praise} The line ends here: ${inWords(score)}.`.trim() : study.message;
  return { ...study, score, help: "none", hints: 0, message, praise: "" };
}

/** Whether the next move is played automatically. */
export function isReply(study: Study, board: Board): boolean {
  return study.isOn && study.side !== "both" && board.next.length > 0 && board.fen !== null && turnOf(board.fen) !== study.side;
}

/** The moves found at first try, and all, with the one on the board if it took help. */
export function tally({ score, help }: Study): string {
  const all = total(score) + (help === "none" ? 0 : 1);
  return all === 0 ? "" : `${score.none} of ${all}`;
}

/** Study mode: the reader guesses the moves of a game. */
import type { Outcome } from "../../src/board/messages";
import type { Board, Side } from "../../src/board/protocol";
import { turnOf } from "./fen";

export interface Study {
  readonly isOn: boolean;
  /** Whose moves are guessed; those of the other side are played by themselves. */
  readonly side: Side | "both";
  readonly right: number;
  readonly wrong: number;
  /** How much of the move was shown: nothing, the piece, or the whole move. */
  readonly hints: 0 | 1 | 2;
  /** Whether the move that was reached last had been guessed wrong or shown. */
  readonly isMissed: boolean;
  readonly message: string;
}

export const NO_STUDY: Study = { isOn: false, side: "both", right: 0, wrong: 0, hints: 0, isMissed: false, message: "" };

/** Study mode from the beginning. */
export function begin(side: Study["side"]): Study {
  return { ...NO_STUDY, isOn: true, side, message: "Play the move that you think comes next." };
}

/** After a guess. A move counts once: as right where the first guess was, without a hint. */
export function guessed(study: Study, outcome: Outcome, move: string): Study {
  const isFirst = !study.isMissed && study.hints === 0;
  switch (outcome) {
    case "right":
      return { ...study, right: study.right + (isFirst ? 1 : 0), hints: 0, isMissed: false, message: `${move} is right.` };
    case "variation":
      return { ...study, message: `${move} is in the game as a variation. What was played?` };
    case "wrong":
      return { ...study, wrong: study.wrong + (isFirst ? 1 : 0), isMissed: true, message: `${move} is not the move. Try again.` };
    case "impossible":
      return { ...study, message: `${move} cannot be played here.` };
    case "end":
      return { ...study, message: "There is nothing more to guess here." };
  }
}

/** After a hint was asked for. */
export function hinted(study: Study): Study {
  const wrong = study.wrong + (study.isMissed || study.hints > 0 ? 0 : 1);
  const hints = study.hints === 0 ? 1 : 2;
  return { ...study, hints, wrong, message: hints === 1 ? "It is a move of the marked piece." : "This is the move." };
}

/** After the whole move was asked for, to go on behind it. It counts as missed. */
export function shown(study: Study): Study {
  return { ...moved(hinted(study)), message: "What comes next?" };
}

/** After the reader went on or elsewhere. */
export function moved(study: Study): Study {
  return { ...study, hints: 0, isMissed: false };
}

/** Whether the next move is not for the reader to guess. */
export function isReply(study: Study, board: Board): boolean {
  return study.isOn && study.side !== "both" && board.next.length > 0 && board.fen !== null && turnOf(board.fen) !== study.side;
}

/** The count of moves that were guessed. */
export function tally({ right, wrong }: Study): string {
  return right + wrong === 0 ? "" : `${right} of ${right + wrong}`;
}

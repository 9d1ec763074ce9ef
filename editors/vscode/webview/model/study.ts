/** Study mode: the user guesses the moves of a game. */
import type { Outcome } from "../../src/board/messages";
import type { Board, Side } from "../../src/board/protocol";
import { turnOf } from "./fen";

export interface Study {
  readonly isOn: boolean;
  /** The side whose moves the user guesses; the other side's moves are played automatically. */
  readonly side: Side | "both";
  readonly right: number;
  readonly wrong: number;
  /** The part of the move that was shown: nothing, the piece, or the whole move. */
  readonly hints: 0 | 1 | 2;
  /** Whether the last move was guessed wrong before or shown. */
  readonly isMissed: boolean;
  readonly message: string;
}

export const NO_STUDY: Study = { isOn: false, side: "both", right: 0, wrong: 0, hints: 0, isMissed: false, message: "" };

/** The initial state. */
export function begin(side: Study["side"]): Study {
  return { ...NO_STUDY, isOn: true, side, message: "Play the move that you think comes next." };
}

/** The state after a guess. A move counts once: as right if the first guess was right, without a hint. */
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

/** The state after a hint. */
export function hinted(study: Study): Study {
  const wrong = study.wrong + (study.isMissed || study.hints > 0 ? 0 : 1);
  const hints = study.hints === 0 ? 1 : 2;
  return { ...study, hints, wrong, message: hints === 1 ? "It is a move of the marked piece." : "This is the move." };
}

/** The state after the move was shown. It counts as missed. */
export function shown(study: Study): Study {
  return { ...moved(hinted(study)), message: "What comes next?" };
}

/** The state after the user moved to another place. */
export function moved(study: Study): Study {
  return { ...study, hints: 0, isMissed: false };
}

/** Whether the next move is played automatically. */
export function isReply(study: Study, board: Board): boolean {
  return study.isOn && study.side !== "both" && board.next.length > 0 && board.fen !== null && turnOf(board.fen) !== study.side;
}

/** The number of guessed moves. */
export function tally({ right, wrong }: Study): string {
  return right + wrong === 0 ? "" : `${right} of ${right + wrong}`;
}

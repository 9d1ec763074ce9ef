/** Study mode in the view: requests to the extension host, and the handling of its answers. */
import type { Outcome } from "../src/board/messages";
import type { Board } from "../src/board/protocol";
import { tell } from "./host";
import { NO_STUDY, type Study, begin, guessed, hinted, isReply, moved, shown } from "./model/study";

/** The delay in milliseconds before the other side's move. */
const REPLY_AFTER = 600;

/** The squares of a move. */
export interface Hint {
  readonly from: string;
  readonly to: string;
}

/** Holds the state of study mode; calls `changed` when it has to be drawn. */
export class Studying {
  state: Study = NO_STUDY;
  hint: Hint | null = null;
  private reply: number | undefined;

  constructor(private readonly changed: () => void) {}

  /** Starts or ends study mode. */
  toggle(): void {
    tell({ type: "study", isOn: !this.state.isOn });
    this.set(this.state.isOn ? NO_STUDY : begin(this.state.side));
  }

  /** Restarts with the moves of one side or both. */
  begin(side: Study["side"], board: Board | null): void {
    this.set(begin(side));
    this.replySoon(board);
  }

  /** Handles the outcome of a guess. */
  guessed(outcome: Outcome, move: string): void {
    this.set(guessed(this.state, outcome, move));
  }

  /** Handles the squares of the move to guess. */
  hinted(hint: Hint): void {
    this.hint = hint;
    this.set(hinted(this.state));
  }

  askHint(): void {
    if (this.state.isOn) tell({ type: "hint" });
  }

  /** Shows the move on the board; in a game, plays it. */
  show(board: Board | null, language: string): void {
    if (!this.state.isOn) return;
    // Not all moves of a record are good.
    if (language !== "pgn" && board?.lastMove === null) {
      if (this.state.hints === 0) this.set(hinted(this.state));
      return tell({ type: "hint" });
    }
    this.set(shown(this.state));
    tell({ type: "reveal" });
  }

  /** Keeps the moves that were missed. */
  keepMissed(): void {
    tell({ type: "keepMissed" });
  }

  /** Handles a step of training, which is in study mode. */
  training(note: string): void {
    const study = this.state.isOn ? this.state : begin(this.state.side);
    this.set({ ...study, side: "both", message: note });
  }

  /** Handles a new position. */
  arrived(board: Board | null): void {
    this.hint = null;
    this.state = moved(this.state, board?.next.length === 0 && board.lastMove !== null);
    this.replySoon(board);
  }

  private set(state: Study): void {
    this.state = state;
    this.changed();
  }

  private replySoon(board: Board | null): void {
    window.clearTimeout(this.reply);
    if (board && isReply(this.state, board)) this.reply = window.setTimeout(() => tell({ type: "step", step: "next", isHeld: false }), REPLY_AFTER);
  }
}

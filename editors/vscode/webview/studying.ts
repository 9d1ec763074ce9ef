/** Study mode in the view: what is asked of the extension host, and what its answers change. */
import type { Outcome } from "../src/board/messages";
import type { Board } from "../src/board/protocol";
import { tell } from "./host";
import { NO_STUDY, type Study, begin, guessed, hinted, isReply, moved, shown } from "./model/study";

/** Milliseconds before the other side's move. */
const REPLY_AFTER = 600;

/** The squares of a move. */
export interface Hint {
  readonly from: string;
  readonly to: string;
}

/** Keeps the state of study mode; `changed` is called when there is something to draw. */
export class Studying {
  state: Study = NO_STUDY;
  hint: Hint | null = null;
  private reply: number | undefined;

  constructor(private readonly changed: () => void) {}

  /** Begins or ends it. */
  toggle(): void {
    tell({ type: "study", isOn: !this.state.isOn });
    this.set(this.state.isOn ? NO_STUDY : begin(this.state.side));
  }

  /** Begins anew, with the moves of one side or both. */
  begin(side: Study["side"], board: Board | null): void {
    this.set(begin(side));
    this.replySoon(board);
  }

  /** What a guess was worth. */
  guessed(outcome: Outcome, move: string): void {
    this.set(guessed(this.state, outcome, move));
  }

  /** The squares of the move to be guessed. */
  hinted(hint: Hint): void {
    this.hint = hint;
    this.set(hinted(this.state));
  }

  askHint(): void {
    if (this.state.isOn) tell({ type: "hint" });
  }

  /** Shows the move: on the board, and in a game by playing it. */
  show(board: Board | null, language: string): void {
    if (!this.state.isOn) return;
    // The moves of a record are not all good ones.
    if (language !== "pgn" && board?.lastMove === null) {
      if (this.state.hints === 0) this.set(hinted(this.state));
      return tell({ type: "hint" });
    }
    this.set(shown(this.state));
    tell({ type: "step", step: "next" });
  }

  /** Another position was reached. */
  arrived(board: Board | null): void {
    this.hint = null;
    this.state = moved(this.state);
    this.replySoon(board);
  }

  private set(state: Study): void {
    this.state = state;
    this.changed();
  }

  private replySoon(board: Board | null): void {
    window.clearTimeout(this.reply);
    if (board && isReply(this.state, board)) this.reply = window.setTimeout(() => tell({ type: "step", step: "next" }), REPLY_AFTER);
  }
}

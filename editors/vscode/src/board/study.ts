/** Study mode in the extension host: guesses, hints, and the hidden rest of the text. */
import type { Curtain } from "./curtain";
import { hasGames } from "../languages";
import type { Follower } from "./follower";
import { judgeAnswer, judgeMove, solutions } from "./judge";
import type { ToView } from "./messages";
import type { Requests } from "./requests";
import type { Travel } from "./travel";

/** Hides the rest of the game and evaluates guesses. */
export class Study {
  private isOn = false;

  constructor(
    private readonly follower: Follower,
    private readonly travel: Travel,
    private readonly requests: Requests,
    private readonly curtain: Curtain,
    private readonly send: (message: ToView) => void,
  ) {}

  /** Starts or ends study mode. */
  set(isOn: boolean): void {
    this.isOn = isOn;
    if (!isOn) this.curtain.open();
    this.update();
  }

  /** Updates the hidden parts after the cursor moved or the text changed. */
  update(): void {
    const { place, board, game } = this.follower;
    if (this.isOn && place && board && game?.version === board.version) this.curtain.draw(place.document, board, game);
  }

  /** Evaluates a guess, and goes to the move if it is right. */
  async guess(move: string): Promise<void> {
    const { board, game } = this.follower;
    if (!board) return;
    const played = await this.travel.tried(move);
    if (!played || typeof played === "string") return this.send({ type: "guessed", outcome: "impossible", move });
    const outcome = game && this.isProblem() ? judgeAnswer(board, game, move) : judgeMove(board, played);
    this.send({ type: "guessed", outcome, move });
    if (outcome === "right" && played.edits.length === 0) await this.travel.goTo(played.position);
  }

  /** Sends the squares of the move to guess. */
  async hint(): Promise<void> {
    const { place, board, game } = this.follower;
    if (!place || !board) return;
    const next = board.next[0];
    if (next && !this.isProblem()) {
      const squares = (await this.requests.board(place.document, next.range.end))?.lastSquares;
      if (squares) this.send({ type: "hinted", from: squares[0], to: squares[1] });
    } else if (game) {
      const uci = solutions(board, game)[0]?.uci;
      const to = uci?.slice(2, 4);
      // A dropped piece comes from no square.
      if (uci && to) this.send({ type: "hinted", from: uci.includes("@") ? to : uci.slice(0, 2), to });
    }
  }

  /** Whether it is the position of a record itself, whose operations contain the solution. */
  private isProblem(): boolean {
    const { place, board } = this.follower;
    return place !== undefined && !hasGames(place.document) && !board?.lastMove;
  }
}

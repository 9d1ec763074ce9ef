/** Study mode in the extension host: guesses, hints, and the curtain before the rest of the text. */
import type * as vscode from "vscode";
import { Curtain } from "./curtain";
import { editorOf } from "./editors";
import type { Follower } from "./follower";
import { judgeAnswer, judgeMove, solutions } from "./judge";
import type { ToView } from "./messages";
import type { Requests } from "./requests";
import type { Travel } from "./travel";

/** Hides what follows and tells what a guess is worth. */
export class Study implements vscode.Disposable {
  private readonly curtain = new Curtain();
  private isOn = false;

  constructor(
    private readonly follower: Follower,
    private readonly travel: Travel,
    private readonly requests: Requests,
    private readonly send: (message: ToView) => void,
  ) {}

  /** Begins or ends it. */
  async set(isOn: boolean): Promise<void> {
    this.isOn = isOn;
    if (!isOn) this.curtain.open();
    await this.update();
  }

  /** Draws the curtain anew after the cursor moved or the text changed. */
  async update(): Promise<void> {
    const { place, board, game } = this.follower;
    if (this.isOn && place && board && game?.version === board.version) {
      this.curtain.draw(await editorOf(place.document), board, game);
    }
  }

  /** Tells what a guess is worth, and goes on to the move where it is right. */
  async guess(move: string): Promise<void> {
    const { board, game } = this.follower;
    if (!board) return;
    if (game && game.items.length === 0 && game.tags.length > 0 && board.next.length === 0) {
      return this.send({ type: "guessed", outcome: judgeAnswer(board, game, move), move });
    }
    const played = await this.travel.tried(move);
    if (!played || typeof played === "string") return this.send({ type: "guessed", outcome: "impossible", move });
    const outcome = judgeMove(board, played);
    this.send({ type: "guessed", outcome, move });
    if (outcome === "right") await this.travel.goTo(played.position);
  }

  /** Tells the squares of the move to be guessed. */
  async hint(): Promise<void> {
    const { place, board, game } = this.follower;
    const next = board?.next[0];
    if (!place || !board) return;
    if (next) {
      const squares = (await this.requests.board(place.document, next.range.end))?.lastSquares;
      if (squares) this.send({ type: "hinted", from: squares[0], to: squares[1] });
    } else if (game) {
      const uci = solutions(board, game)[0]?.uci;
      if (uci) this.send({ type: "hinted", from: uci.slice(0, 2), to: uci.slice(2, 4) });
    }
  }

  dispose(): void {
    this.curtain.dispose();
  }
}

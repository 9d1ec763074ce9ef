/** Study mode in the extension host: guesses, hints, and the hidden rest of the text. */
import * as vscode from "vscode";
import { fileName } from "../commands/fileName";
import { keepMistakes } from "../training/files";
import type { Mistake } from "../training/mistakes";
import type { Help } from "../training/score";
import type { Curtain } from "./curtain";
import { hasGames } from "../languages";
import type { Follower } from "./follower";
import { judgeAnswer, judgeMove, legalMove, solutions } from "./judge";
import type { ToView } from "./messages";
import { reasonOf } from "./reason";
import type { Requests } from "./requests";
import type { Travel } from "./travel";

/** The time in milliseconds for which the status bar confirms what was kept. */
const SHOWN = 5000;

/** Hides the rest of the game and evaluates guesses. */
export class Study {
  private isOn = false;
  /** The help that the position on the board has taken so far, and what that position is. */
  private help: Help = "none";
  private position = "";
  /** The moves that were missed, and the document of their games. */
  private missed: { readonly document: vscode.TextDocument; readonly mistakes: Mistake[] } | undefined;

  constructor(
    private readonly follower: Follower,
    private readonly travel: Travel,
    private readonly requests: Requests,
    private readonly curtain: Curtain,
    private readonly send: (message: ToView) => void,
    /** Is told of the position of a record that was solved. */
    private readonly solved: (fen: string, help: Help) => Promise<void>,
  ) {}

  /** Starts or ends study mode. */
  set(isOn: boolean): void {
    this.isOn = isOn;
    if (!isOn) this.curtain.open();
    if (!isOn) this.offerToKeep();
    this.update();
  }

  /** Keeps the moves that were missed, in a file beside the games. */
  async keep(): Promise<void> {
    const { missed } = this;
    if (!missed || missed.mistakes.length === 0) return this.send({ type: "refused", reason: "No move was missed" });
    this.forget();
    try {
      const file = await keepMistakes(missed.document, missed.mistakes);
      void vscode.window.setStatusBarMessage(`Kept ${inNumber(missed.mistakes)} in ${fileName(file.path)}`, SHOWN);
    } catch (error) {
      this.send({ type: "refused", reason: reasonOf(error) });
    }
  }

  /** Goes to the move to guess, which is then seen. */
  async reveal(): Promise<void> {
    this.helped("shown");
    await this.travel.step("next");
  }

  /** Updates the hidden parts after the cursor moved or the text changed. */
  update(): void {
    const { place, board, game } = this.follower;
    const position = `${place?.document.uri.toString()} ${board?.fen} ${board?.lastMove?.range.start.line}:${board?.lastMove?.range.start.character}`;
    if (position !== this.position) this.help = "none";
    this.position = position;
    if (this.isOn && place && board && game?.version === board.version) this.curtain.draw(place.document, board, game);
  }

  /** Evaluates a guess, and goes to the move if it is right. */
  async guess(move: string): Promise<void> {
    const { board, game } = this.follower;
    if (!board) return;
    const played = await this.travel.tried(move);
    if (!played || typeof played === "string") return this.send({ type: "guessed", outcome: "impossible", move });
    const outcome = game && this.isProblem() ? judgeAnswer(board, game, move) : judgeMove(board, played);
    if (outcome === "wrong") this.helped("helped");
    this.send({ type: "guessed", outcome, move });
    if (outcome === "right" && this.isProblem() && board.fen) await this.solved(board.fen, this.help);
    if (outcome === "right" && played.edits.length === 0) await this.travel.goTo(played.position);
  }

  /** Sends the squares of the move to guess. */
  async hint(): Promise<void> {
    const { place, board, game } = this.follower;
    if (!place || !board) return;
    // The first hint marks the piece, the second one the move.
    this.helped(this.help === "none" ? "helped" : "shown");
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

  /** Remembers that the position took help; the first time in a game, as a mistake. */
  private helped(help: "helped" | "shown"): void {
    const isFirst = this.help === "none";
    if (this.help !== "shown") this.help = help;
    const { place } = this.follower;
    const mistake = isFirst && this.isOn && place && hasGames(place.document) ? this.mistake() : undefined;
    if (!place || !mistake) return;
    if (this.missed?.document !== place.document) this.missed = { document: place.document, mistakes: [] };
    this.missed.mistakes.push(mistake);
    this.send({ type: "missed", count: this.missed.mistakes.length });
  }

  private mistake(): Mistake | undefined {
    const { board, game } = this.follower;
    const next = board?.next[0];
    const best = board && next && legalMove(board, next.text);
    if (!board?.fen || !best) return undefined;
    const tag = (name: string) => game?.tags.find((tag) => tag.name === name)?.value ?? "?";
    const players = [`${tag("White")} - ${tag("Black")}`, ...(/^\d/.test(tag("Date")) ? [tag("Date")] : [])].join(", ");
    return { fen: board.fen, best: best.san, id: `${players}, move ${next.number}${next.turn === "black" ? "..." : ""}` };
  }

  private offerToKeep(): void {
    const { missed } = this;
    if (!missed) return;
    this.forget();
    void vscode.window.showInformationMessage(`You missed ${inNumber(missed.mistakes)}. Train Mistakes asks for them again.`, "Keep Them").then((chosen) => {
      if (!chosen) return;
      this.missed = missed;
      void this.keep();
    });
  }

  private forget(): void {
    this.missed = undefined;
    this.send({ type: "missed", count: 0 });
  }

  /** Whether it is the position of a record itself, whose operations contain the solution. */
  private isProblem(): boolean {
    const { place, board } = this.follower;
    return place !== undefined && !hasGames(place.document) && !board?.lastMove;
  }
}

function inNumber(mistakes: readonly Mistake[]): string {
  return mistakes.length === 1 ? "1 move" : `${mistakes.length} moves`;
}

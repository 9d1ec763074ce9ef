/** Moves the cursor: steps through a game, and moves that are played in it. */
import * as vscode from "vscode";
import { ALONE, editorOf, moveCursor, type UndoStops, write } from "./editors";
import type { Follower, Place } from "./follower";
import type { Annotation, Step } from "./messages";
import type { PlayedMove, Position } from "./protocol";
import { reasonOf } from "./reason";
import type { Requests } from "./requests";
import { needsGame, wayTo } from "./ways";

/** The number of steps that wait for a slow one: more by a key that is held down are dropped, so that it stops when the key is let go. */
const MOST_HELD = 2;

/** The number of presses that wait. Nobody presses so often in the time of a request. */
const MOST_PRESSED = 64;

/** Does what is asked one by one. */
export class Travel {
  private last: Promise<void> = Promise.resolve();
  private waiting = 0;

  constructor(
    private readonly follower: Follower,
    private readonly requests: Requests,
  ) {}

  /** Takes a step through the game. Returns false if it is not possible; one of a key that `isHeld` may be dropped. */
  async step(step: Step, isHeld = false): Promise<boolean> {
    let isPossible = true;
    await this.queue(isHeld ? MOST_HELD : MOST_PRESSED, async () => {
      await this.follower.settled(false);
      const { board } = this.follower;
      if (board && needsGame(step, board)) await this.follower.settled(true);
      const position = board && wayTo(step, board, this.follower.game);
      isPossible = position !== null;
      if (position) await this.goTo(position);
    });
    return isPossible;
  }

  /** Inserts a move into the text, or goes to it if the text has it. Returns the reason if it cannot be played. */
  play(move: string, stops = ALONE): Promise<string | undefined> {
    return this.written(({ document, position }) => this.requests.play(document, position, move), "No move can be played here", stops);
  }

  /** The same with several moves, which are undone together. Also returns how many are in the text. */
  async playAll(moves: readonly string[]): Promise<{ readonly played: number; readonly reason?: string }> {
    // Moves that the text has are gone to, which is nothing to undo.
    const before = this.follower.place?.document.version;
    for (const [index, move] of moves.entries()) {
      const isFirst = this.follower.place?.document.version === before;
      const reason = await this.play(move, { undoStopBefore: isFirst, undoStopAfter: index + 1 === moves.length });
      if (reason !== undefined) return { played: index, reason };
    }
    return { played: moves.length };
  }

  /** Writes an annotation of the last move. Returns the reason if it cannot be written. */
  annotate(annotation: Annotation): Promise<string | undefined> {
    return this.written(({ document, position }) => this.requests.annotate(document, position, annotation), "Nothing can be annotated here");
  }

  /** Resolves when all that was asked is done, and the board and the game of the text as it is then have come. */
  settled(): Promise<void> {
    return this.queue(MOST_PRESSED, () => this.follower.settled(true));
  }

  private async written(ask: (place: Place) => Promise<PlayedMove | null>, otherwise: string, stops = ALONE): Promise<string | undefined> {
    let reason: string | undefined;
    await this.queue(MOST_PRESSED, async () => {
      reason = await this.write(ask, otherwise, stops);
    });
    return reason;
  }

  private async write(ask: (place: Place) => Promise<PlayedMove | null>, otherwise: string, stops: UndoStops): Promise<string | undefined> {
    if (!this.follower.place) return undefined;
    const editor = await editorOf(this.follower.place.document);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { place } = this.follower;
      if (!place) return undefined;
      const done = await ask(place).catch(reasonOf);
      if (typeof done === "string") return done;
      if (!done) return otherwise;
      if (await write(editor, done, stops)) {
        this.arrive(editor, done.position);
        return undefined;
      }
    }
    return "The text changed meanwhile";
  }

  /** The edits for playing `move`; the reason if it cannot be played. */
  async tried(move: string): Promise<PlayedMove | string | null> {
    const { place } = this.follower;
    return place ? this.requests.play(place.document, place.position, move).catch(reasonOf) : null;
  }

  /** Moves the cursor to `position` in the followed text. */
  async goTo(position: Position): Promise<void> {
    const { place } = this.follower;
    if (place) this.arrive(await editorOf(place.document), position);
  }

  private arrive(editor: vscode.TextEditor, position: Position): void {
    this.follower.went(editor.document, position);
    moveCursor(editor, position);
  }

  private async queue(most: number, task: () => Promise<void>): Promise<void> {
    if (this.waiting >= most) return;
    this.waiting += 1;
    this.last = this.last.then(task).finally(() => (this.waiting -= 1));
    // A failed step does not stop the next ones.
    this.last = this.last.catch(() => undefined);
    await this.last;
  }
}

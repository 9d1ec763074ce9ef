/** The explorer in the extension host: what was played in the position on the board, and the games behind each number. */
import * as vscode from "vscode";
import type { Asked, Scope } from "./collection";
import type { Follower, Place } from "./follower";
import type { ExplorerOptions, ToView } from "./messages";
import { reasonOf } from "./reason";
import type { Requests } from "./requests";
import { chosenFiles } from "./settings";
import { showGame } from "./showGame";

/** Debounces requests while the user types, in milliseconds. */
const PAUSE = 250;

/** How many games the list below a move shows at once. */
const PAGE = 50;

/** Asks about every new position while the explorer is open. Of the answers only those to the last question are shown. */
export class ExplorerHost implements vscode.Disposable {
  private options: ExplorerOptions | null = null;
  private asking = new vscode.CancellationTokenSource();
  private listing = new vscode.CancellationTokenSource();
  private pause: NodeJS.Timeout | undefined;
  /** What the last question was about. */
  private asked: { readonly about: string; readonly version: number } | undefined;

  constructor(
    private readonly follower: Follower,
    private readonly requests: Requests,
    private readonly send: (message: ToView) => void,
  ) {}

  /** Opens the explorer, changes its games, or closes it. */
  set(options: ExplorerOptions | null): void {
    this.options = options;
    this.asked = undefined;
    this.stop();
    this.update();
  }

  /** Follows the board. */
  update(): void {
    const { board, place } = this.follower;
    if (!this.options || !place) return;
    const about = board?.fen ? JSON.stringify([place.document.uri.toString(), board.fen, board.variant]) : "";
    const { asked } = this;
    if (asked?.about === about && asked.version === place.version) return;
    this.asked = { about, version: place.version };
    // The counts of another position must not stay; those of the same one may, while its text changes.
    const isTyped = asked?.about === about;
    if (!isTyped) {
      this.stop();
      this.send({ type: "explored", state: about === "" ? "none" : "asking" });
    }
    clearTimeout(this.pause);
    if (about === "") return;
    if (isTyped) this.pause = setTimeout(() => void this.ask(place), PAUSE);
    else void this.ask(place);
  }

  /** Lists the games in which a move follows, or all that reach the position. `offset` is how many are left out. */
  async list(move: string | null, offset: number): Promise<void> {
    const { place } = this.follower;
    const asked = this.asks(place);
    if (!place || !asked) return;
    this.listing.cancel();
    const { token } = (this.listing = new vscode.CancellationTokenSource());
    try {
      const found = await this.requests.search(place.document, asked, { move, offset, limit: PAGE }, token);
      if (found && !token.isCancellationRequested) this.send({ type: "listed", move, offset, found });
    } catch (error) {
      if (!token.isCancellationRequested) this.send({ type: "explored", state: "failed", reason: reasonOf(error) });
    }
  }

  /** Opens a game of a list at the position. */
  async open(data: unknown): Promise<void> {
    try {
      const found = await this.requests.foundGame(data);
      if (found) await showGame(found);
    } catch (error) {
      void vscode.window.showWarningMessage(reasonOf(error));
    }
  }

  dispose(): void {
    this.stop();
  }

  private stop(): void {
    clearTimeout(this.pause);
    this.asking.cancel();
    this.listing.cancel();
  }

  private async ask(place: Place): Promise<void> {
    const asked = this.asks(place);
    if (!asked) return;
    this.asking.cancel();
    const { token } = (this.asking = new vscode.CancellationTokenSource());
    const tell = (message: ToView) => {
      if (!token.isCancellationRequested) this.send(message);
    };
    try {
      const explorer = await this.requests.explorer(place.document, asked, token, (part) => tell({ type: "explored", state: "known", explorer: part }));
      tell(explorer ? { type: "explored", state: "known", explorer } : { type: "explored", state: "none" });
    } catch (error) {
      tell({ type: "explored", state: "failed", reason: reasonOf(error) });
    }
  }

  private asks(place: Place | undefined): Asked | null {
    const { options } = this;
    if (!options || !place) return null;
    return { position: place.position, scope: scopeOf(options, place.document.uri), query: options.query.trim() || null };
  }
}

function scopeOf({ scope }: ExplorerOptions, document: vscode.Uri): Scope {
  return scope === "chosen" ? { files: chosenFiles(document).map((uri) => uri.toString()) } : scope;
}

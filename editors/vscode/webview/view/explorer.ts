/** The explorer: what was played in the position, with the games behind each number. */
import type { Counts, Explorer, ExplorerMove, FoundGame, FoundGames } from "../../src/board/collection";
import type { Explored, ExplorerOptions } from "../../src/board/messages";
import { occasionOf, parts, percent, players, resultsInWords, shortCount, titleOf } from "../model/explorer";
import { written } from "../model/figurines";
import { element, keepTyping, setText, show } from "./dom";

export interface ExplorerEvents {
  /** A move was clicked. */
  typed(move: string): void;
  /** The mouse or the focus is on a move; null where it left. */
  pointedAt(move: string | null): void;
  /** Other games are wanted. */
  explore(options: ExplorerOptions): void;
  /** The games behind a number are wanted: those with a move, or all. */
  list(move: string | null, offset: number): void;
  openGame(data: unknown): void;
}

const SCOPES: readonly (readonly [ExplorerOptions["scope"], string])[] = [["document", "This file"], ["workspace", "All files"], ["chosen", "Chosen files"]];

/** Milliseconds after which a filter that is typed takes effect. */
const TYPING = 400;

export class ExplorerPanel {
  readonly root = element("section", { class: "explorer", attributes: { "aria-label": "Explorer" } });
  private readonly scope = element("select", { attributes: { "aria-label": "Whose games" } });
  private readonly query = element("input", {
    attributes: { type: "text", placeholder: 'Filter: white = "Carlsen*" and elo >= 2600', "aria-label": "Filter", "aria-describedby": "explorer-message", spellcheck: "false", autocomplete: "off" },
  });
  private readonly message = element("p", { class: "message", attributes: { id: "explorer-message", "aria-live": "polite" } });
  private readonly rows = element("div", { class: "rows" });
  private readonly moves = new Map<string | null, HTMLElement>();
  private open: { readonly move: string | null; readonly games: readonly FoundGame[] } | null = null;
  private typing: number | undefined;
  private letters = "figurines";

  constructor(private readonly events: ExplorerEvents) {
    for (const [value, text] of SCOPES) this.scope.append(element("option", { text, attributes: { value } }));
    this.scope.addEventListener("change", () => this.changed());
    this.query.addEventListener("input", () => {
      window.clearTimeout(this.typing);
      this.typing = window.setTimeout(() => this.changed(), TYPING);
    });
    keepTyping(this.query);
    this.query.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.changed();
    });
    this.root.append(element("div", { class: "explorer-head" }, [this.scope, this.query]), this.message, this.rows);
    this.rows.addEventListener("mouseleave", () => events.pointedAt(null));
  }

  /** Shows the explorer with its choices, or hides it. */
  draw(options: ExplorerOptions | null, hasFiles: boolean, letters: string): void {
    this.letters = letters;
    show(this.root, options !== null);
    const chosen = this.scope.options[SCOPES.length - 1];
    if (chosen) chosen.hidden = !hasFiles;
    if (!options) return;
    this.scope.value = options.scope === "chosen" && !hasFiles ? "workspace" : options.scope;
    if (document.activeElement !== this.query) this.query.value = options.query;
  }

  /** Shows what is known of the position. */
  explored(explored: Explored): void {
    this.root.setAttribute("aria-busy", String(explored.state === "asking" || (explored.state === "known" && !explored.explorer.complete)));
    this.query.setAttribute("aria-invalid", String(explored.state === "failed"));
    switch (explored.state) {
      case "asking":
        return this.clear("…");
      case "none":
        return this.clear("The position is not known here.");
      case "failed":
        return this.clear(explored.reason);
      case "known":
        return this.count(explored.explorer);
    }
  }

  /** Shows games below their move. */
  listed(move: string | null, offset: number, { games, total }: FoundGames): void {
    const row = this.moves.get(move);
    if (!row) return;
    const all = offset > 0 && this.open?.move === move ? [...this.open.games, ...games] : games;
    this.close();
    this.open = { move, games: all };
    const items = all.map((game) => this.game(game));
    if (all.length < total) items.push(this.more(move, all.length, total));
    row.after(element("ul", { class: "behind", attributes: { "aria-label": "Games" } }, items));
    row.querySelector(".count")?.setAttribute("aria-expanded", "true");
  }

  private count({ total, moves, complete, opening, unread }: Explorer): void {
    const open = this.open?.move;
    this.moves.clear();
    this.rows.replaceChildren();
    this.open = null;
    const known = moves.map((move) => this.row(move, move, total.games));
    const sum = this.sum(total);
    this.rows.append(...known, ...(total.games > 0 ? [sum] : []));
    const name = opening ? `${opening.eco} ${opening.name}. ` : "";
    const so = complete ? "" : " so far";
    const games = total.games === 0 ? `No game reaches this position${so}.` : total.games === 1 ? `1 game${so}.` : `${total.games.toLocaleString("en")} games${so}.`;
    const lacking = unread.length === 0 ? "" : ` ${unread.length === 1 ? "1 file was" : `${unread.length} files were`} not read: ${unread[0]?.message ?? ""}`;
    setText(this.message, `${name}${games}${lacking}`);
    // A list that was open stays open while more is counted.
    if (open !== undefined && this.moves.has(open)) this.events.list(open, 0);
  }

  private clear(message: string): void {
    this.moves.clear();
    this.rows.replaceChildren();
    this.open = null;
    this.events.pointedAt(null);
    setText(this.message, message);
  }

  private row(move: ExplorerMove, counts: Counts, all: number): HTMLElement {
    const isNull = move.uci === "--";
    const text = written(move.san, this.letters);
    const play = element("button", { class: "play", text, attributes: { type: "button", title: titleOf(move), "aria-label": `Play ${move.san}` } });
    play.addEventListener("click", () => !isNull && this.events.typed(move.uci));
    const row = this.numbers("move-row", play, move.uci, counts, all);
    for (const type of ["mouseenter", "focusin"] as const) row.addEventListener(type, () => this.events.pointedAt(isNull ? null : move.uci));
    return row;
  }

  private sum(total: Counts): HTMLElement {
    return this.numbers("move-row sum", element("span", { class: "play", text: "all" }), null, total, total.games);
  }

  private numbers(name: string, first: HTMLElement, move: string | null, counts: Counts, all: number): HTMLElement {
    const games = element("button", { class: "count", attributes: { type: "button", "aria-expanded": "false", "aria-label": `List ${counts.games} games`, title: "List the games" } }, [
      element("span", { text: shortCount(counts.games) }),
      element("span", { class: "share", text: move === null ? "" : percent(counts.games / Math.max(all, 1)) }),
    ]);
    games.addEventListener("click", () => this.toggle(move));
    const score = counts.score === null ? "" : percent(counts.score);
    const row = element("div", { class: name }, [
      first,
      games,
      bar(counts),
      element("span", { class: "number", text: score, attributes: { title: "White's score" } }),
      element("span", { class: "number", text: counts.averageElo === null ? "" : String(counts.averageElo), attributes: { title: "Average rating" } }),
      element("span", { class: "number", text: counts.lastYear === null ? "" : String(counts.lastYear), attributes: { title: "Last played" } }),
    ]);
    this.moves.set(move, row);
    return row;
  }

  private toggle(move: string | null): void {
    const isOpen = this.open?.move === move;
    this.close();
    if (!isOpen) this.events.list(move, 0);
  }

  private close(): void {
    this.rows.querySelector(".behind")?.remove();
    this.rows.querySelector("[aria-expanded=true]")?.setAttribute("aria-expanded", "false");
    this.open = null;
  }

  private game(game: FoundGame): HTMLElement {
    const opens = element("button", { attributes: { type: "button" } }, [
      element("span", { class: "players", text: players(game) }),
      element("span", { class: "occasion-of", text: occasionOf(game) }),
    ]);
    opens.addEventListener("click", () => this.events.openGame(game.data));
    return element("li", {}, [opens]);
  }

  private more(move: string | null, shown: number, total: number): HTMLElement {
    const more = element("button", { class: "more", text: `${shown} of ${total.toLocaleString("en")}: more`, attributes: { type: "button" } });
    more.addEventListener("click", () => this.events.list(move, shown));
    return element("li", {}, [more]);
  }

  private changed(): void {
    window.clearTimeout(this.typing);
    this.events.explore({ scope: this.scope.value as ExplorerOptions["scope"], query: this.query.value });
  }
}

/** White's wins, draws and Black's wins as one bar. */
function bar(counts: Counts): HTMLElement {
  const made = element("span", { class: "results", attributes: { role: "img", "aria-label": resultsInWords(counts), title: resultsInWords(counts) } });
  for (const [index, part] of parts(counts).entries()) {
    const piece = element("span", { class: ["white", "draws", "black"][index] ?? "", text: part >= 0.18 ? percent(part).replace(" %", "") : "" });
    piece.style.setProperty("flex-grow", String(part));
    made.append(piece);
  }
  return made;
}

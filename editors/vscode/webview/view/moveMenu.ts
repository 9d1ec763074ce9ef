/** The menu of a move: NAGs, a comment, and what the server can do with it. */
import type { Action, Result } from "../../src/board/messages";
import type { Shared } from "../../src/games/positionQuery";
import { element } from "./dom";

/** The NAGs of the palette: number, sign, meaning. The first six have the keys 1 to 6. */
const PALETTE: readonly (readonly [number, string, string])[] = [
  [1, "!", "good move"],
  [2, "?", "mistake"],
  [3, "!!", "brilliant move"],
  [4, "??", "blunder"],
  [5, "!?", "interesting move"],
  [6, "?!", "dubious move"],
  [7, "□", "only move"],
  [10, "=", "equal"],
  [13, "∞", "unclear"],
  [14, "+=", "White is slightly better"],
  [15, "=+", "Black is slightly better"],
  [16, "±", "White is better"],
  [17, "∓", "Black is better"],
  [18, "+−", "White is winning"],
  [19, "−+", "Black is winning"],
  [36, "↑", "initiative"],
  [40, "→", "attack"],
  [132, "⇄", "counterplay"],
  [138, "⊕", "time trouble"],
  [146, "N", "novelty"],
];

/** What games can share with the position on the board. */
const FINDS: readonly (readonly [Shared, string])[] = [
  ["position", "Find games with this position"],
  ["material", "Find games with this material"],
  ["structure", "Find games with this pawn structure"],
];

/** The results of section 8.2.6 of the standard, and how they look in print. */
const RESULTS: readonly (readonly [Result, string, string])[] = [
  ["1-0", "1-0", "White won"],
  ["1/2-1/2", "½-½", "drawn"],
  ["0-1", "0-1", "Black won"],
  ["*", "*", "unfinished"],
];

export interface MenuEvents {
  setResult(result: Result): void;
  act(action: Action): void;
  annotate(annotation: { readonly nag: number }): void;
  writeComment(): void;
  /** One of the server's actions, by its place in the list. */
  run(index: number): void;
  /** Games that share something with the position. */
  find(shared: Shared): void;
}

/** Opens at a place of the page, in pixels; closes by itself. */
export class MoveMenu {
  readonly root = element("div", { class: "move-menu", attributes: { role: "menu", "aria-label": "The move" } });
  private before: Element | null = null;

  constructor(private readonly events: MenuEvents) {
    this.root.hidden = true;
    this.root.addEventListener("keydown", (event) => this.pressed(event));
    document.addEventListener("pointerdown", ({ target }) => {
      if (!(target instanceof Node && this.root.contains(target))) this.close();
    });
    window.addEventListener("blur", () => this.close());
  }

  /** `titles` are those of the server's actions; `hasMove` is false at the start of a game. */
  open(x: number, y: number, titles: readonly string[], hasMove: boolean): void {
    const signs = PALETTE.map(([nag, sign, meaning]) => this.item(sign, () => this.events.annotate({ nag }), { class: "sign", label: meaning }));
    const results = RESULTS.map(([result, sign, meaning]) => this.item(sign, () => this.events.setResult(result), { class: "sign", label: `Result: ${meaning}` }));
    const actions = titles.map((title, index) => this.item(title, () => this.events.run(index)));
    this.root.replaceChildren(
      ...(hasMove ? [element("div", { class: "palette", attributes: { role: "group", "aria-label": "Signs" } }, signs)] : []),
      this.item("Comment… (C)", () => this.events.writeComment()),
      this.item("Set up a position… (P)", () => this.events.act("setUp")),
      element("div", { class: "results", attributes: { role: "group", "aria-label": "Result of the game" } }, results),
      ...(actions.length > 0 ? [line(), ...actions] : []),
      line(),
      ...FINDS.map(([shared, title]) => this.item(title, () => this.events.find(shared))),
    );
    this.before = document.activeElement;
    this.root.hidden = false;
    const { width, height } = this.root.getBoundingClientRect();
    this.root.style.setProperty("left", `${Math.max(0, Math.min(x, window.innerWidth - width - 4))}px`);
    this.root.style.setProperty("top", `${Math.max(0, Math.min(y, window.innerHeight - height - 4))}px`);
    this.items[0]?.focus();
  }

  close(): void {
    if (this.root.hidden) return;
    this.root.hidden = true;
    if (this.before instanceof HTMLElement) this.before.focus({ preventScroll: true });
  }

  private get items(): HTMLElement[] {
    return [...this.root.querySelectorAll<HTMLElement>("[role=menuitem]")];
  }

  private item(text: string, run: () => void, { class: name = "", label = "" } = {}): HTMLElement {
    const made = element("button", { class: name, text, attributes: { type: "button", role: "menuitem", tabindex: "-1", ...(label ? { title: label, "aria-label": label } : {}) } });
    made.addEventListener("click", () => {
      this.close();
      run();
    });
    return made;
  }

  private pressed(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.key === "Escape" || event.key === "Tab") return this.close();
    const { items } = this;
    const here = items.findIndex((item) => item === document.activeElement);
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const next = event.key === "Home" ? 0 : event.key === "End" ? items.length - 1 : step && (here + step + items.length) % items.length;
    if (next === undefined) return;
    event.preventDefault();
    items[next]?.focus();
  }
}

function line(): HTMLElement {
  return element("div", { class: "line", attributes: { role: "separator" } });
}

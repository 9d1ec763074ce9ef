/** The list of the moves of a game. */
import type { Item, Position } from "../../src/board/protocol";
import { moveLabel } from "../model/description";
import { type PairRow, type Row, rowsOf } from "../model/rows";
import type { Part, VariationRow } from "../model/variations";
import { element } from "./dom";
import { MoveText } from "./moveText";

/** Deeper variations are not indented further. */
const MOST_INDENTED = 4;

export interface ListFacts {
  readonly items: readonly Item[];
  readonly result: string | null;
  readonly hasEarlier: boolean;
  readonly hasLater: boolean;
  readonly letters: string;
}

export interface ListEvents {
  /** A move was clicked. */
  goTo(position: Position): void;
  /** The menu of a move is wanted, at a place of the page in pixels. */
  menuAt(position: Position, x: number, y: number): void;
  /** Requests the part of the game around a place. */
  reload(position: Position): void;
}

/** A tree for screen readers; the moves of the main line are its first level. */
export class MoveList {
  readonly root = element("div", { class: "moves", attributes: { role: "tree", "aria-label": "Moves" } });
  private readonly moves = new Map<string, HTMLElement>();
  private readonly places = new WeakMap<HTMLElement, Item>();
  /** The rows with what engines' programs wrote about moves, where they were opened. */
  private readonly data = new WeakMap<HTMLElement, HTMLElement>();
  private current: HTMLElement | undefined;
  private text = new MoveText("figurines");

  constructor(private readonly events: ListEvents) {
    this.root.addEventListener("click", (event) => {
      if (event.target instanceof Element && event.target.matches(".chip")) this.toggleData(event.target);
      else this.clicked(event.target);
    });
    this.root.addEventListener("contextmenu", (event) => {
      const item = this.itemOf(event.target);
      if (!item) return;
      event.preventDefault();
      this.events.menuAt(item.range.end, event.clientX, event.clientY);
    });
    this.root.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && this.clicked(event.target)) event.stopPropagation();
    });
  }

  /** Draws the whole list. */
  draw({ items, result, hasEarlier, hasLater, letters }: ListFacts): void {
    this.text = new MoveText(letters);
    this.moves.clear();
    this.current = undefined;
    const rows = rowsOf(items).map((row) => this.row(row));
    const ends = { first: items[0], last: items.at(-1) };
    this.root.replaceChildren(
      ...(hasEarlier && ends.first ? [this.more("Earlier moves", ends.first)] : []),
      ...rows,
      ...(hasLater && ends.last ? [this.more("Later moves", ends.last)] : []),
      ...(result && !hasLater ? [element("div", { class: "row result", text: result.replace("1/2-1/2", "½-½") })] : []),
    );
  }

  /** Marks the current move and scrolls to it. */
  mark(start: Position | undefined): void {
    const next = start && this.moves.get(keyOf(start));
    if (next === this.current && next) return;
    this.current?.setAttribute("aria-selected", "false");
    this.current?.setAttribute("tabindex", "-1");
    this.current = next;
    const shown = next ?? this.moves.values().next().value;
    shown?.setAttribute("tabindex", "0");
    if (!next) return void this.root.scrollTo({ top: 0 });
    next.setAttribute("aria-selected", "true");
    this.reveal(next);
  }

  /** Shows what an engine's program wrote about the current move, or hides it again. */
  toggleDataOfCurrent(): void {
    if (this.current) this.toggleData(this.current);
  }

  private toggleData(target: Element): void {
    const shown = target.closest<HTMLElement>("[role=treeitem]");
    const data = this.itemOf(target)?.move?.data;
    const row = shown?.closest(".row");
    if (!shown || !data || !row) return;
    const isOpen = shown.getAttribute("aria-expanded") === "true";
    shown.setAttribute("aria-expanded", String(!isOpen));
    if (isOpen) return this.data.get(shown)?.remove();
    const note = element("div", { class: "row data", text: data, attributes: { role: "group", "aria-label": "What an engine wrote" } });
    this.data.set(shown, note);
    row.after(note);
  }

  private reveal(move: HTMLElement): void {
    const [list, place] = [this.root.getBoundingClientRect(), move.getBoundingClientRect()];
    const margin = Math.min(place.height * 2, list.height / 4);
    if (place.top < list.top + margin || place.bottom > list.bottom - margin) {
      const centred = place.top - list.height / 2 + place.height / 2;
      // If possible, no row is cut at the top.
      const row = [...this.root.children].map((row) => row.getBoundingClientRect().top).find((top) => top >= centred && top <= place.top);
      this.root.scrollTop += (row ?? centred) - list.top;
    }
    if (this.root.contains(document.activeElement)) move.focus({ preventScroll: true });
  }

  private clicked(target: EventTarget | null): boolean {
    const item = this.itemOf(target);
    if (item) this.events.goTo(item.range.end);
    return item !== undefined;
  }

  private itemOf(target: EventTarget | null): Item | undefined {
    const shown = target instanceof Element ? target.closest<HTMLElement>("[role=treeitem]") : null;
    return shown ? this.places.get(shown) : undefined;
  }

  private row(row: Row): HTMLElement {
    switch (row.kind) {
      case "pair":
        return this.pair(row);
      case "comment":
        return element("div", { class: "row comment", text: row.item.text, attributes: { role: "group", "aria-label": "Comment" } });
      case "variation":
        return this.variation(row);
    }
  }

  private pair({ number, white, black }: PairRow): HTMLElement {
    const cell = (item: Item | "gap" | null) => (item === null || item === "gap" ? element("span", { class: "gap", text: item ? "…" : "" }) : this.move(item));
    const label = element("span", { class: "number", text: String(number), attributes: { "aria-hidden": "true" } });
    return element("div", { class: "row pair", attributes: { role: "presentation" } }, [label, cell(white), cell(black)]);
  }

  private variation({ depth, isStart, parts }: VariationRow): HTMLElement {
    const indent = Math.min(depth, MOST_INDENTED);
    return element("div", { class: `row variation depth-${indent}${isStart ? "" : " goes-on"}`, attributes: { role: "group" } }, parts.flatMap((part) => this.part(part)));
  }

  private part({ item, opens, closes, isNumbered }: Part): (Node | string)[] {
    const shown = item.move ? this.move(item, isNumbered) : element("span", { class: "comment", text: item.text });
    return [opens ? "(" : "", shown, closes ? ")" : "", " "];
  }

  private move(item: Item, isNumbered = false): HTMLElement {
    const attributes = {
      role: "treeitem",
      tabindex: "-1",
      "aria-level": String(item.depth + 1),
      "aria-selected": "false",
      "aria-label": moveLabel(item),
    };
    const shown = element("span", { class: "move", attributes }, this.text.of(item, isNumbered));
    if (item.move && !item.move.isCertain) shown.classList.add("uncertain");
    if (item.move?.data) shown.setAttribute("aria-expanded", "false");
    this.moves.set(keyOf(item.range.start), shown);
    this.places.set(shown, item);
    return shown;
  }

  private more(text: string, item: Item): HTMLElement {
    const button = element("button", { class: "row more", text, attributes: { type: "button" } });
    button.addEventListener("click", () => this.events.reload(item.range.start));
    return button;
  }
}

function keyOf({ line, character }: Position): string {
  return `${line}:${character}`;
}

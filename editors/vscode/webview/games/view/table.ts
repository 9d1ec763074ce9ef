/** The table: of very many games only the rows that are seen are in the document. */
import type { SortBy } from "../../../src/games/messages";
import { element } from "../../view/dom";
import { boundTo } from "../../model/bindings";
import { COLUMNS } from "../model/columns";
import { TABLE_KEYS, type TableCommand, type Way } from "../model/keys";
import { Pages } from "../model/pages";
import { Selection } from "../model/selection";
import { Heading } from "./heading";
import { Row } from "./row";

/** Rows above and below those that are seen. */
const BEYOND = 8;

/** The height of a row in pixels. */
const HEIGHT = 23;

/** Browsers cannot draw taller boxes exactly; with more rows, a pixel is more than one. */
const TALLEST = 8_000_000;

/** Milliseconds without scrolling after which rows are requested. */
const REST = 40;

/** So many rows are in the document at most. */
const MOST_ROWS = 150;

export interface TableEvents {
  sort(sort: readonly SortBy[]): void;
  /** Pages are seen that are not known. */
  wants(pages: readonly number[]): void;
  open(index: number, takesFocus: boolean): void;
  selected(selection: Selection, active: number): void;
  run(command: "copy" | "delete"): void;
  focusFilter(): void;
  /** The keyboard map is wanted. */
  showKeys(): void;
}

export class Table {
  readonly root = element("div", {
    class: "grid",
    attributes: { role: "grid", tabindex: "0", "aria-label": "Games", "aria-multiselectable": "true", "aria-colcount": String(COLUMNS.length), "data-vscode-context": JSON.stringify({ webviewSection: "games", preventDefaultContextMenuItems: true }) },
  });
  readonly pages = new Pages();
  private readonly body = element("div", { class: "body", attributes: { role: "rowgroup" } });
  private readonly heading = new Heading((sort) => this.events.sort(sort));
  private readonly rows: Row[] = [];
  private selection = Selection.none;
  private active = 0;
  /** Where a selection by Shift begins. */
  private anchor = 0;
  private resting: number | undefined;
  private isDrawing = false;

  constructor(private readonly events: TableEvents) {
    this.root.style.setProperty("--columns", COLUMNS.map(({ width }) => width).join(" "));
    this.root.style.setProperty("--row", `${HEIGHT}px`);
    this.root.append(element("div", { class: "head-group", attributes: { role: "rowgroup" } }, [this.heading.root]), this.body);
    this.root.addEventListener("scroll", () => this.drawSoon(), { passive: true });
    new ResizeObserver(() => this.drawSoon()).observe(this.root);
    this.body.addEventListener("click", (event) => this.click(event));
    this.body.addEventListener("dblclick", () => this.events.open(this.active, true));
    this.body.addEventListener("contextmenu", (event) => this.beforeMenu(event));
    this.root.addEventListener("keydown", (event) => this.key(event));
  }

  /** Shows the order of the list. */
  drawSort(sort: readonly SortBy[]): void {
    this.heading.draw(sort);
  }

  /** Forgets the rows, as they are those of another question. */
  clear(): void {
    this.pages.clear();
    this.root.scrollTop = 0;
    this.active = this.anchor = 0;
    this.select(Selection.none);
    this.draw();
  }

  /** Shows rows that have come; of another list, nothing is selected. */
  arrived(isOtherList: boolean): void {
    this.active = Math.min(this.active, Math.max(this.pages.total - 1, 0));
    if (isOtherList) this.select(Selection.none);
    this.draw();
  }

  /** Marks a game that was opened elsewhere. */
  goTo(index: number): void {
    this.active = this.anchor = index;
    this.reveal();
    this.select(Selection.between(index, index));
  }

  focus(): void {
    this.root.focus();
  }

  /** The pages that are seen, known or not. */
  seenPages(): number[] {
    const [first, last] = this.seen();
    const known = new Pages();
    known.total = this.pages.total;
    return known.missing(first, last);
  }

  /** Draws the rows that are seen. */
  draw(): void {
    this.isDrawing = false;
    const { total } = this.pages;
    const [first, last] = this.seen();
    this.root.setAttribute("aria-rowcount", String(total + 1));
    this.body.style.setProperty("height", `${this.height}px`);
    const count = Math.max(last - first, 0);
    while (this.rows.length < count) {
      const row = new Row();
      this.rows.push(row);
      this.body.append(row.root);
    }
    for (const row of this.rows.splice(Math.max(count, 0))) row.root.remove();
    // A row keeps its element while it is seen, so that scrolling by a few rows fills as few.
    const free = this.rows.filter(({ index }) => index < first || index >= last);
    const kept = new Map(this.rows.filter((row) => !free.includes(row)).map((row) => [row.index, row]));
    const shift = this.isScaled ? this.root.scrollTop - (this.root.scrollTop / this.scale) * HEIGHT : 0;
    for (let index = first; index < last; index += 1) {
      const row = kept.get(index) ?? free.pop();
      row?.draw(index, this.pages.row(index), index * HEIGHT + shift, this.selection.has(index), index === this.active);
    }
    if (this.active >= first && this.active < last && total > 0) this.root.setAttribute("aria-activedescendant", `row-${this.active}`);
    else this.root.removeAttribute("aria-activedescendant");
    window.clearTimeout(this.resting);
    this.resting = window.setTimeout(() => {
      const missing = this.pages.missing(...this.seen());
      if (missing.length > 0 && this.pages.list !== -1) this.events.wants(missing);
    }, REST);
  }

  private get isScaled(): boolean {
    return this.pages.total * HEIGHT > TALLEST;
  }

  private get height(): number {
    return Math.min(this.pages.total * HEIGHT, TALLEST);
  }

  /** Pixels of scrolling for each row. */
  private get scale(): number {
    return this.isScaled ? TALLEST / this.pages.total : HEIGHT;
  }

  private get perPage(): number {
    return Math.max(Math.floor((this.root.clientHeight - HEIGHT) / HEIGHT), 1);
  }

  /** The rows in the document: from the first to before the last. */
  private seen(): [number, number] {
    const first = Math.max(Math.floor(this.root.scrollTop / this.scale) - BEYOND, 0);
    const count = Math.min(Math.ceil(this.root.clientHeight / HEIGHT) + 2 * BEYOND, MOST_ROWS);
    return [Math.min(first, Math.max(this.pages.total - 1, 0)), Math.min(first + count, this.pages.total)];
  }

  private drawSoon(): void {
    if (this.isDrawing) return;
    this.isDrawing = true;
    requestAnimationFrame(() => this.draw());
  }

  private select(selection: Selection): void {
    this.selection = selection;
    this.events.selected(selection, this.active);
    this.draw();
  }

  private reveal(): void {
    const { scrollTop } = this.root;
    const room = (this.perPage - 1) * this.scale;
    const top = this.active * this.scale;
    if (top < scrollTop) this.root.scrollTop = top;
    else if (top > scrollTop + room) this.root.scrollTop = top - room;
  }

  private indexAt(event: MouseEvent): number | undefined {
    const row = event.target instanceof Element ? event.target.closest(".row") : null;
    return this.rows.find(({ root }) => root === row)?.index;
  }

  private click(event: MouseEvent): void {
    const index = this.indexAt(event);
    if (index === undefined) return;
    this.active = index;
    if (event.shiftKey) return this.select(event.ctrlKey || event.metaKey ? this.selection.plus(Selection.between(this.anchor, index)) : Selection.between(this.anchor, index));
    this.anchor = index;
    if (event.ctrlKey || event.metaKey) return this.select(this.selection.has(index) ? this.selection.without(index) : this.selection.with(index));
    this.select(Selection.between(index, index));
    this.events.open(index, false);
  }

  /** The menu is about the selection; a row that is not selected becomes it. */
  private beforeMenu(event: MouseEvent): void {
    const index = this.indexAt(event);
    if (index === undefined || this.selection.has(index)) return;
    this.active = this.anchor = index;
    this.select(Selection.between(index, index));
  }

  private key(event: KeyboardEvent): void {
    const command = event.target === this.root ? boundTo(TABLE_KEYS, event) : undefined;
    if (command === undefined || !this.does(command)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Does what a key stands for. Returns whether there was anything to do. */
  private does(command: TableCommand): boolean {
    const isAnySelected = this.selection.count > 0;
    if ("to" in command) return this.pages.total > 0 && (this.move(this.placeOf(command.to), command.extends ?? false, command.keeps ?? false), true);
    switch (command.do) {
      case "toggle":
        return this.toggle(), true;
      case "open":
        return this.events.open(this.active, true), true;
      case "delete":
      case "copy":
        return isAnySelected && (this.events.run(command.do), true);
      case "all":
        return this.select(Selection.all(this.pages.total)), true;
      case "none":
        return isAnySelected && (this.select(Selection.none), true);
      case "filter":
        return this.events.focusFilter(), true;
      case "keys":
        return this.events.showKeys(), true;
    }
  }

  private placeOf(way: Way): number {
    const last = this.pages.total - 1;
    const places: Record<Way, number> = { up: this.active - 1, down: this.active + 1, pageUp: this.active - this.perPage, pageDown: this.active + this.perPage, first: 0, last };
    return Math.min(Math.max(places[way], 0), last);
  }

  private move(index: number, extends_: boolean, keeps: boolean): void {
    this.active = index;
    this.reveal();
    if (extends_) return this.select(Selection.between(this.anchor, index));
    if (keeps) return this.draw();
    this.anchor = index;
    this.select(Selection.between(index, index));
  }

  private toggle(): void {
    this.anchor = this.active;
    this.select(this.selection.has(this.active) ? this.selection.without(this.active) : this.selection.with(this.active));
  }
}

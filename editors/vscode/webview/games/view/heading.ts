/** The headings of the table: a click or Enter sorts; the arrow keys go from one to the next. */
import type { SortBy } from "../../../src/games/messages";
import { element, setText } from "../../view/dom";
import { COLUMNS, type Column, sortedBy } from "../model/columns";

export class Heading {
  readonly root = element("div", { class: "row head", attributes: { role: "row", "aria-rowindex": "1" } });
  private readonly buttons: HTMLElement[] = [];
  private sort: readonly SortBy[] = [];

  constructor(private readonly onSort: (sort: readonly SortBy[]) => void) {
    for (const [index, column] of COLUMNS.entries()) this.root.append(this.heading(column, index));
    this.root.addEventListener("keydown", (event) => this.step(event));
  }

  /** Shows the order. */
  draw(sort: readonly SortBy[]): void {
    this.sort = sort;
    for (const [index, { name, heading }] of COLUMNS.entries()) {
      const [first] = sort;
      const cell = this.root.children[index];
      const button = this.buttons[index];
      if (!cell || !button) continue;
      const isFirst = first?.column === name;
      cell.setAttribute("aria-sort", isFirst ? (first.descending ? "descending" : "ascending") : "none");
      setText(button, isFirst ? `${heading} ${first.descending ? "▾" : "▴"}` : heading);
    }
  }

  private heading(column: Column, index: number): HTMLElement {
    const tabIndex = index === 0 ? "0" : "-1";
    const name = column.heading === "#" ? "Number" : column.name === "white_elo" ? "White's Elo" : column.name === "black_elo" ? "Black's Elo" : column.heading;
    const button = column.isFixed ? element("span", { text: column.heading }) : element("button", { text: column.heading, attributes: { type: "button", tabindex: tabIndex, title: `Sort by ${name}`, "aria-label": name } });
    if (!column.isFixed) button.addEventListener("click", () => this.onSort(sortedBy(this.sort, column)));
    this.buttons.push(button);
    return element("span", { class: column.isNumber ? "cell number" : "cell", attributes: { role: "columnheader", "aria-colindex": String(index + 1) } }, [button]);
  }

  private step(event: KeyboardEvent): void {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const here = this.buttons.indexOf(document.activeElement as HTMLElement);
    const next = this.buttons[here + by];
    if (by === 0 || here === -1 || !(next instanceof HTMLButtonElement)) return;
    event.preventDefault();
    this.buttons[here]?.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
  }
}

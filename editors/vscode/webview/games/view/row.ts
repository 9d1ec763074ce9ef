/** A row of the table: made once, and filled anew as the table is scrolled. */
import type { GameRow } from "../../../src/games/messages";
import { element, setText } from "../../view/dom";
import { COLUMNS } from "../model/columns";

export class Row {
  readonly root = element("div", { class: "row", attributes: { role: "row" } });
  private readonly cells = COLUMNS.map(({ isNumber }, index) => element("span", { class: isNumber ? "cell number" : "cell", attributes: { role: "gridcell", "aria-colindex": String(index + 1) } }));
  private shown: GameRow | undefined | null = null;
  index = -1;

  constructor() {
    this.root.append(...this.cells);
  }

  /** Shows a game at its place, `top` pixels below the first; nothing yet if it is not known. */
  draw(index: number, row: GameRow | undefined, top: number, isSelected: boolean, isActive: boolean): void {
    this.root.style.setProperty("transform", `translateY(${top}px)`);
    this.index = index;
    this.root.id = `row-${index}`;
    this.root.setAttribute("aria-rowindex", String(index + 2));
    this.root.setAttribute("aria-selected", String(isSelected));
    this.root.classList.toggle("active", isActive);
    this.root.classList.toggle("even", index % 2 === 0);
    if (row === this.shown) return;
    this.shown = row;
    this.root.classList.toggle("waiting", row === undefined);
    this.root.classList.toggle("broken", row?.isBroken ?? false);
    for (const [place, column] of COLUMNS.entries()) {
      const cell = this.cells[place];
      if (!cell) continue;
      const text = row ? column.text(row) : "";
      setText(cell, text);
      cell.title = (row && (column.words?.(row) || text)) ?? "";
      if (column.words && row && text) cell.setAttribute("aria-label", column.words(row));
      else cell.removeAttribute("aria-label");
    }
  }
}

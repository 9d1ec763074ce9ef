/** The rows of a list that are known, page by page. */
import type { GameRow, Page } from "../../../src/games/messages";

/** How many rows a page has. */
export const PAGE = 100;

/** So many pages are kept, those around the rows that are seen. */
const MOST_PAGES = 40;

export class Pages {
  private readonly pages = new Map<number, readonly GameRow[]>();
  /** The number of the list; -1 before there is one. */
  list = -1;
  total = 0;

  /** Takes a page. One of another list replaces all that are known; returns whether it is. */
  put({ list, offset, rows, total }: Pick<Page, "list" | "offset" | "rows" | "total">): boolean {
    const isOther = list !== this.list;
    if (isOther) this.pages.clear();
    this.list = list;
    this.total = total;
    this.pages.set(offset / PAGE, rows);
    return isOther;
  }

  /** Forgets all pages but some, as they may have changed. */
  keep(pages: readonly number[]): void {
    for (const page of this.pages.keys()) if (!pages.includes(page)) this.pages.delete(page);
  }

  clear(): void {
    this.pages.clear();
    this.list = -1;
    this.total = 0;
  }

  /** The row with this index, if it is known. */
  row(index: number): GameRow | undefined {
    // A game that can no longer be read is missing, so the place in the page is not always that of the index.
    return this.pages.get(Math.floor(index / PAGE))?.find((row) => row.index === index);
  }

  /** The numbers of the pages with rows from `first` to `last` that are not known. Forgets those that are far away. */
  missing(first: number, last: number): number[] {
    const [from, to] = [Math.floor(first / PAGE), Math.floor(Math.max(last, first) / PAGE)];
    for (const page of this.pages.keys()) if (page < from - MOST_PAGES / 2 || page > to + MOST_PAGES / 2) this.pages.delete(page);
    const pages: number[] = [];
    for (let page = from; page <= to; page += 1) if (!this.pages.has(page) && (page === 0 || page * PAGE < this.total)) pages.push(page);
    return pages;
  }
}

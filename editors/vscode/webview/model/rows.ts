/** The layout of a game in rows: the main line in pairs of moves, comments and variations in rows between them. */
import { type Board, type Game, type Item, isSame } from "../../src/board/protocol";
import { type VariationRow, variationRows } from "./variations";

/** A move number with the moves of White and Black; a gap is a move that is in the row before or after. */
export interface PairRow {
  readonly kind: "pair";
  readonly number: number;
  readonly white: Item | "gap" | null;
  readonly black: Item | "gap" | null;
}

/** A comment of the main line. */
export interface CommentRow {
  readonly kind: "comment";
  readonly item: Item;
}

export type Row = PairRow | CommentRow | VariationRow;

/** The rows of a list. Linear in the items. */
export function rowsOf(items: readonly Item[]): Row[] {
  const rows: Row[] = [];
  let open: PairRow | null = null;
  const close = () => {
    if (open) rows.push(open);
    open = null;
  };
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    if (!item) break;
    if (item.depth > 0) {
      const end = endOfVariations(items, index);
      if (open) open = withGap(open);
      close();
      rows.push(...variationRows(items.slice(index, end)));
      index = end - 1;
    } else if (!item.move) {
      if (open) open = withGap(open);
      close();
      rows.push({ kind: "comment", item });
    } else if (item.move.turn === "white") {
      close();
      open = { kind: "pair", number: item.move.number, white: item, black: null };
    } else {
      const isOwn: boolean = open !== null && open.number === item.move.number;
      if (!isOwn) close();
      rows.push({ kind: "pair", number: item.move.number, white: isOwn && open ? open.white : "gap", black: item });
      open = null;
    }
  }
  close();
  return rows;
}

/** The part that study mode shows after the move at `last`: the moves of the main line and the comments up to it. */
export function itemsUpTo(items: readonly Item[], last: Item | undefined): Item[] {
  if (!last) return [];
  const end = items.indexOf(last) + 1;
  return items.slice(0, end).filter((item) => item.depth === 0 || item.line === last.line);
}

/** The words of the comment after the last move of the position; empty if there is none. */
export function commentAfter(game: Game | null, board: Board | null): string {
  if (!game) return "";
  const last = board?.lastMove;
  const index = last ? game.items.findIndex((item) => isSame(item.range.start, last.range.start)) : -1;
  if (last && index < 0) return "";
  const next = game.items[index + 1];
  return next && !next.move && next.depth === (game.items[index]?.depth ?? 0) ? next.text : "";
}

function withGap(row: PairRow): PairRow {
  return row.black === null ? { ...row, black: "gap" } : row;
}

function endOfVariations(items: readonly Item[], start: number): number {
  let end = start;
  while ((items[end]?.depth ?? 0) > 0) end += 1;
  return end;
}

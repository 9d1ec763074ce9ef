/** The layout of variations: each in a paragraph, short nested ones in parentheses inside it. */
import type { Item } from "../../src/board/protocol";

/** The number of moves and comments up to which a nested variation is written inside the paragraph. */
const MOST_INLINE = 6;

/** A part of the text of a paragraph. */
export interface Part {
  readonly item: Item;
  /** Whether a parenthesis opens before it. */
  readonly opens: boolean;
  /** Whether a parenthesis closes after it. */
  readonly closes: boolean;
  /** Whether a move is written with its number. */
  readonly isNumbered: boolean;
}

/** A paragraph. */
export interface VariationRow {
  readonly kind: "variation";
  readonly depth: number;
  /** Whether the variation begins here, not continues after a nested one. */
  readonly isStart: boolean;
  readonly parts: readonly Part[];
}

/** A line before layout. */
interface LineFacts {
  items: number;
  hasVariations: boolean;
}

/** Splits moves and comments of variations into paragraphs. Linear in their number. */
export function variationRows(items: readonly Item[]): VariationRow[] {
  const facts = factsOf(items);
  const isInline = ({ depth, line }: Item) => {
    const known = facts.get(line);
    return depth > 1 && known !== undefined && known.items <= MOST_INLINE && !known.hasVariations;
  };
  const begun = new Set<number>();
  const rows: { row: VariationRow; parts: Part[]; line: number }[] = [];
  items.forEach((item, index) => {
    const last = rows.at(-1);
    const isInside = last !== undefined && isInline(item);
    const isStart = !begun.has(item.line);
    begun.add(item.line);
    const isNewRow = !last || (!isInside && last.line !== item.line);
    if (isNewRow) {
      const parts: Part[] = [];
      rows.push({ row: { kind: "variation", depth: item.depth, isStart, parts }, parts, line: item.line });
    }
    const before = isNewRow ? undefined : items[index - 1];
    const isEnd = items[index + 1]?.line !== item.line;
    rows.at(-1)?.parts.push({
      item,
      opens: isInside && isStart,
      closes: isInside && isEnd,
      isNumbered: item.move !== null && (item.move.turn === "white" || !before?.move || before.line !== item.line),
    });
  });
  return rows.map(({ row }) => row);
}

function factsOf(items: readonly Item[]): Map<number, LineFacts> {
  const facts = new Map<number, LineFacts>();
  const around: Item[] = [];
  for (const item of items) {
    while ((around.at(-1)?.depth ?? 0) >= item.depth) around.pop();
    const parent = facts.get(around.at(-1)?.line ?? -1);
    if (parent) parent.hasVariations = true;
    around.push(item);
    const known = facts.get(item.line) ?? { items: 0, hasVariations: false };
    known.items += 1;
    facts.set(item.line, known);
  }
  return facts;
}

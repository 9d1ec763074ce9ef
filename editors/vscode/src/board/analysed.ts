/** What the program says of a search. */

/** The best line so far. */
export interface Analysed {
  readonly depth: number;
  /** For White, in words: `+0.32`, `#-3`. */
  readonly score: string;
  /** The moves with their numbers. */
  readonly text: string;
  /** The moves in UCI notation. */
  readonly moves: readonly string[];
  readonly isOver: boolean;
}

/** Reads a line of `scoresheet engine analyse`; null for one that says nothing. */
export function analysedOf(line: string): Analysed | null {
  let state: { depth?: number; is_over?: boolean; lines?: readonly { score: string; text: string; moves: readonly string[] }[] };
  try {
    state = JSON.parse(line) as typeof state;
  } catch {
    return null;
  }
  const [best] = state.lines ?? [];
  const isOver = state.is_over === true;
  if (!best) return isOver ? { depth: 0, score: "", text: "", moves: [], isOver } : null;
  return { depth: state.depth ?? 0, score: best.score, text: best.text, moves: best.moves, isOver };
}

/** The variant as an engine knows it; null for one that engines are not asked about. */
export function variantOf(variant: string): "chess" | "chess960" | null {
  const name = variant.toLowerCase().replace(/[^a-z0-9]/g, "");
  if (name === "" || name === "standard" || name === "chess") return "chess";
  return name === "chess960" ? "chess960" : null;
}

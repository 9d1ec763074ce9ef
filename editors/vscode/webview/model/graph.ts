/** The evaluations of a game as a curve. */
import type { Item } from "../../src/board/protocol";
import { whiteShare } from "./evaluation";

/** A move of the main line with an evaluation. */
export interface GraphPoint {
  /** Its index in the main line, from 0. */
  readonly ply: number;
  /** White's share, from 0 to 1. */
  readonly share: number;
  readonly item: Item;
}

export interface Graph {
  readonly points: readonly GraphPoint[];
  /** The number of moves of the main line. */
  readonly plies: number;
}

/** The evaluations of the main line; `undefined` if there are too few for a curve. Linear in the items. */
export function graphOf(items: readonly Item[]): Graph | null {
  const moves = items.filter((item) => item.depth === 0 && item.move !== null);
  const points = moves.flatMap((item, ply) => {
    const share = item.move?.evaluation ? whiteShare(item.move.evaluation.score) : null;
    return share === null ? [] : [{ ply, share, item }];
  });
  return points.length > 1 ? { points, plies: moves.length } : null;
}

/** The outline of White's share in a rectangle of `plies - 1` by 1 with White at the top; closed along the bottom. */
export function outlineOf({ points }: Graph): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return "";
  return `M${first.ply} 1${points.map(({ ply, share }) => `L${ply} ${(1 - share).toFixed(4)}`).join("")}L${last.ply} 1Z`;
}

/** The point closest to a horizontal place in that rectangle, from 0 at the left edge to 1 at the right. */
export function pointAt({ points, plies }: Graph, place: number): GraphPoint | undefined {
  const ply = place * (plies - 1);
  return points.reduce<GraphPoint | undefined>((best, point) => (best && Math.abs(best.ply - ply) <= Math.abs(point.ply - ply) ? best : point), undefined);
}

/** The horizontal place of a move of the main line, from 0 to 1. */
export function placeOf({ plies }: Graph, ply: number): number {
  return ply / (plies - 1);
}

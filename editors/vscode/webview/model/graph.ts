/** The evaluations of a game as a curve. */
import type { Item } from "../../src/board/protocol";
import { whiteShare } from "./evaluation";

/** A move of the main line that has an evaluation. */
export interface GraphPoint {
  /** Its place among the moves of the main line, from 0. */
  readonly ply: number;
  /** The part that is White's, from 0 to 1. */
  readonly share: number;
  readonly item: Item;
}

export interface Graph {
  readonly points: readonly GraphPoint[];
  /** How many moves the main line has, at least as many as there are points. */
  readonly plies: number;
}

/** The evaluations of the main line; nothing where there are too few for a curve. Linear in the items. */
export function graphOf(items: readonly Item[]): Graph | null {
  const moves = items.filter((item) => item.depth === 0 && item.move !== null);
  const points = moves.flatMap((item, ply) => {
    const share = item.move?.evaluation ? whiteShare(item.move.evaluation.score) : null;
    return share === null ? [] : [{ ply, share, item }];
  });
  return points.length > 1 ? { points, plies: moves.length } : null;
}

/** The outline of White's part in a field of `plies - 1` by 1, whose top is White's; closed along the bottom. */
export function outlineOf({ points }: Graph): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return "";
  return `M${first.ply} 1${points.map(({ ply, share }) => `L${ply} ${(1 - share).toFixed(4)}`).join("")}L${last.ply} 1Z`;
}

/** The point beside a place in that field, from 0 at the left edge to 1 at the right one. */
export function pointAt({ points, plies }: Graph, place: number): GraphPoint | undefined {
  const ply = place * (plies - 1);
  return points.reduce<GraphPoint | undefined>((best, point) => (best && Math.abs(best.ply - ply) <= Math.abs(point.ply - ply) ? best : point), undefined);
}

/** Where a move of the main line stands in it, from 0 to 1. */
export function placeOf({ plies }: Graph, ply: number): number {
  return ply / (plies - 1);
}

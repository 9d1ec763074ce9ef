/** An engine's evaluation as a bar. */

/** The steepness of the logistic curve: one pawn is 59 %, four pawns are 81 %. */
const STEEPNESS = 0.36;

/** White's share of the bar, from 0 to 1; `undefined` if `score` is no evaluation in pawns (+0.25) or moves to mate (#-3). */
export function whiteShare(score: string): number | null {
  const mate = /^#([+-]?)\d+$/.exec(score);
  if (mate) return mate[1] === "-" ? 0 : 1;
  const pawns = Number(score);
  if (score.trim() === "" || !Number.isFinite(pawns)) return null;
  return 1 / (1 + Math.exp(-STEEPNESS * pawns));
}

/** The short form for the label of the bar: `+0.3`, `-12`, `#-3`. */
export function shortScore(score: string): string {
  const pawns = Number(score);
  if (!Number.isFinite(pawns)) return score;
  const digits = Math.abs(pawns) >= 9.95 ? 0 : 1;
  const rounded = pawns.toFixed(digits);
  return Number(rounded) > 0 ? `+${rounded}` : rounded.replace(/^-(0(\.0)?)$/, "$1");
}

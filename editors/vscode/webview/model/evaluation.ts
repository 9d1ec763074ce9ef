/** An engine's evaluation as a bar. */

/** How steeply the bar moves with an advantage; so that a pawn is 59 % and four pawns are 81 %. */
const STEEPNESS = 0.36;

/** The part of the bar that is White's, from 0 to 1; nothing for what is no evaluation. `score` is in pawns (+0.25) or to mate (#-3). */
export function whiteShare(score: string): number | null {
  const mate = /^#([+-]?)\d+$/.exec(score);
  if (mate) return mate[1] === "-" ? 0 : 1;
  const pawns = Number(score);
  if (score.trim() === "" || !Number.isFinite(pawns)) return null;
  return 1 / (1 + Math.exp(-STEEPNESS * pawns));
}

/** As short as it can be said beside the bar: `+0.3`, `-12`, `#-3`. */
export function shortScore(score: string): string {
  const pawns = Number(score);
  if (!Number.isFinite(pawns)) return score;
  const digits = Math.abs(pawns) >= 9.95 ? 0 : 1;
  const rounded = pawns.toFixed(digits);
  return Number(rounded) > 0 ? `+${rounded}` : rounded.replace(/^-(0(\.0)?)$/, "$1");
}

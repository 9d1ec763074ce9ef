/** The tags of a game that reveal its moves or its result. */

/** Tags that reveal the moves or the result of the game, up to their values. */
const TELLING = /\[\s*(?:Result|ECO|NIC|Opening|Variation|SubVariation|Termination|PlyCount|(?:White|Black)RatingDiff)\s+"((?:[^"\\]|\\.)*)"/g;

/** The places of such values in the text of tags: start and end in UTF-16 units, without the quotation marks. */
export function tellingValues(tags: string): [number, number][] {
  return [...tags.matchAll(TELLING)].map((tag) => {
    const end = tag.index + tag[0].length - 1;
    return [end - (tag[1]?.length ?? 0), end];
  });
}

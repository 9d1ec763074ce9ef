/** What the tags of a game tell of its moves. */

/** Tags that tell how the game goes or ends, up to their values. */
const TELLING = /\[\s*(?:Result|ECO|NIC|Opening|Variation|SubVariation|Termination|PlyCount|(?:White|Black)RatingDiff)\s+"((?:[^"\\]|\\.)*)"/g;

/** Where in the text of tags such values stand: start and end in UTF-16 units, without the quotation marks. */
export function tellingValues(tags: string): [number, number][] {
  return [...tags.matchAll(TELLING)].map((tag) => {
    const end = tag.index + tag[0].length - 1;
    return [end - (tag[1]?.length ?? 0), end];
  });
}

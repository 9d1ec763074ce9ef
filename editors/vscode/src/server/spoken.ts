/** What a screen reader would read out as it stands, put into words. */

/** A picture whose address is its contents. */
const PICTURE = /!\[[^\]]*\]\(data:[^)]*\)\s*/g;

/** Markdown without pictures that are written out in it: VS Code makes all of a completion's documentation the label that is read out. */
export function withoutPictures(markdown: string): string {
  return markdown.replaceAll(PICTURE, "");
}

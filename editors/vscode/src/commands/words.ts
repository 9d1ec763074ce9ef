/** Texts that are looked up by their words, as people write them: in any order, without accents, in any case. */

/** The words of what was typed. */
export function wordsOf(typed: string): string[] {
  return plain(typed).split(/\s+/u).filter((word) => word !== "");
}

/** Whether a text, one of {@link plain}, has all words somewhere, of `wordsOf`. */
export function hasWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

/** A text without accents and in small letters. */
export function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

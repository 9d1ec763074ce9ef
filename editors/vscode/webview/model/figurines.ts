/** Moves in figurine notation. */

const FIGURINES: Readonly<Record<string, string>> = { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘" };

/** The variation selector after a figurine that requests text, not emoji, presentation. */
const AS_TEXT = "\uFE0E";

/** The move with figurines for the English letters of the pieces. */
export function withFigurines(san: string): string {
  return san.replace(/^[KQRBN]|(?<==)[QRBN]|(?<=\d)[QRBN](?=[+#!?]*$)/g, (letter) => `${FIGURINES[letter] ?? letter}${AS_TEXT}`);
}

/** The move without a suffix such as `!?`, which the list shows as an annotation. */
export function withoutSuffix(san: string): string {
  return san.replace(/[!?]+$/, "");
}

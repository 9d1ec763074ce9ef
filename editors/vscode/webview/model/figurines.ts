/** Moves as they are printed. */

const FIGURINES: Readonly<Record<string, string>> = { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘" };

/** A sign behind a figurine that asks for a letter, not a coloured picture. */
const AS_TEXT = "\uFE0E";

/** The move with figurines for the English letters of the pieces. */
export function withFigurines(san: string): string {
  return san.replace(/^[KQRBN]|(?<==)[QRBN]|(?<=\d)[QRBN](?=[+#!?]*$)/g, (letter) => `${FIGURINES[letter] ?? letter}${AS_TEXT}`);
}

/** The move without a suffix such as `!?`, which is shown as an annotation. */
export function withoutSuffix(san: string): string {
  return san.replace(/[!?]+$/, "");
}

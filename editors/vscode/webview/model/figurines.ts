/** Moves in figurines, or with the letters of another language. */
import tables from "../../src/tables.json";

const FIGURINES: Readonly<Record<string, string>> = { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘" };

/** The variation selector after a figurine that requests text, not emoji, presentation. */
const AS_TEXT = "\uFE0E";

/** The letters of a language for those of SAN. */
const LANGUAGES = new Map(Object.entries(tables.pieceLetters).map(([language, letters]) => [language, lettersOf(letters)]));

/** A move for the eye: with figurines if `letters` is `figurines`, else with the letters of the language of that name. */
export function written(san: string, letters: string): string {
  const own = letters === "figurines" ? undefined : (LANGUAGES.get(letters) ?? {});
  return san.replace(/^[KQRBN]|(?<==)[QRBN]|(?<=\d)[QRBN](?=[+#!?]*$)/g, (letter) => (own ? (own[letter] ?? letter) : `${FIGURINES[letter] ?? letter}${AS_TEXT}`));
}

/** The move without a suffix such as `!?`, which the list shows as an annotation. */
export function withoutSuffix(san: string): string {
  return san.replace(/[!?]+$/, "");
}

/** `letters` are those of pawn, knight, bishop, rook, queen and king. */
function lettersOf(letters: string): Readonly<Record<string, string>> {
  const [, knight = "N", bishop = "B", rook = "R", queen = "Q", king = "K"] = letters;
  return { N: knight, B: bishop, R: rook, Q: queen, K: king };
}

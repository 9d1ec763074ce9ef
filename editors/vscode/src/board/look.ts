/** The look of the board: what can be chosen, and the colours of its squares. */
import tables from "../tables.json";

/** The colours of light and dark squares, as CSS writes them. */
export type Squares = readonly [string, string];

/** The kinds of themes of the window. */
export type ThemeKind = "light" | "dark" | "contrast";

/** Something that can be chosen: its value in the settings, and how it is called. */
export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly detail?: string;
}

/** The colours that go with the theme of the window. */
const OF_THEMES: Readonly<Record<ThemeKind, Squares>> = {
  light: ["#e7ebf0", "#96a9bf"],
  dark: ["#c3ccd7", "#687d95"],
  contrast: ["#d8d8d8", "#6f6f6f"],
};

/** The colours that have a name, which are those of the server. */
const NAMED = new Map(Object.entries(tables.boardColours).map(([name, [light = "", dark = ""]]) => [name, [light, dark] as Squares]));

const DETAILS: Readonly<Record<string, string>> = { brown: "Wood", blue: "Blue and grey", green: "As the boards of tournaments", grey: "For print" };

/** The values of the setting `scoresheet.board.colours`. */
export const COLOURS: readonly Choice[] = [
  { value: "theme", label: "Theme", detail: "Colours that go with the theme of the window" },
  ...[...NAMED.keys()].map((name) => ({ value: name, label: titled(name), detail: DETAILS[name] ?? "" })),
];

/** The values of the setting `scoresheet.board.pieces`. */
export const PIECES = [
  { value: "cburnett", label: "Burnett", detail: "The pieces of most chess servers" },
  { value: "merida", label: "Merida", detail: "The pieces of printed books" },
  { value: "celtic", label: "Celtic", detail: "Wooden, with shades" },
  { value: "kilfiger", label: "Kilfiger", detail: "Plain and flat" },
  { value: "spatial", label: "Spatial", detail: "Abstract" },
] as const satisfies readonly Choice[];

/** The values of the setting `scoresheet.board.coordinates`. */
export const COORDINATES = [
  { value: "inside", label: "Inside", detail: "In the corners of the squares at the edge" },
  { value: "outside", label: "Outside", detail: "Beside the board" },
  { value: "off", label: "Off", detail: "No letters and numbers" },
] as const satisfies readonly Choice[];

/** The values of the setting `scoresheet.board.letters`. */
export const LETTERS: readonly Choice[] = [
  { value: "figurines", label: "Figurines", detail: "♔ ♕ ♖ ♗ ♘" },
  ...Object.entries(tables.pieceLetters).map(([name, letters]) => ({ value: name, label: name, detail: [...letters].reverse().slice(0, -1).join(" ") })),
];

export type Coordinates = (typeof COORDINATES)[number]["value"];

/** The colours of the squares for a value of the setting; those of the theme for an unknown one. */
export function squaresOf(colours: string, theme: ThemeKind): Squares {
  return NAMED.get(colours) ?? OF_THEMES[theme];
}

/** One of the values; the first one in place of an unknown one. */
export function oneOf<Value extends string>(choices: readonly { readonly value: Value }[], value: unknown): Value {
  const known = choices.find((choice) => choice.value === value) ?? choices[0];
  if (!known) throw new Error("nothing to choose from");
  return known.value;
}

function titled(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The columns of the table. */
import type { FindingCounts, GameRow, SortBy } from "../../../src/games/messages";

export interface Column {
  /** The name by which the server sorts. */
  readonly name: string;
  readonly heading: string;
  /** The width, as a track of a CSS grid. */
  readonly width: string;
  readonly isNumber?: boolean;
  /** Whether the first click sorts from the last value to the first. */
  readonly isDescending?: boolean;
  /** Whether the server can sort by it. */
  readonly isFixed?: boolean;
  text(row: GameRow): string;
  /** What is read aloud in place of signs. */
  words?(row: GameRow): string;
}

export const COLUMNS: readonly Column[] = [
  { name: "game", heading: "#", width: "4.2em", isNumber: true, text: (row) => String(row.game + 1) },
  { name: "findings", heading: "Notes", width: "5.6em", isDescending: true, text: (row) => findingsIn(row), words: (row) => findingsInWords(row) },
  { name: "white", heading: "White", width: "minmax(9em, 2fr)", text: (row) => row.white ?? "" },
  { name: "white_elo", heading: "Elo", width: "3.6em", isNumber: true, isDescending: true, text: (row) => row.whiteElo ?? "" },
  { name: "black", heading: "Black", width: "minmax(9em, 2fr)", text: (row) => row.black ?? "" },
  { name: "black_elo", heading: "Elo", width: "3.6em", isNumber: true, isDescending: true, text: (row) => row.blackElo ?? "" },
  { name: "result", heading: "Result", width: "4.6em", text: (row) => (row.result === "1/2-1/2" ? "½-½" : (row.result ?? "")) },
  { name: "date", heading: "Date", width: "6.4em", isDescending: true, text: (row) => row.date ?? "" },
  { name: "event", heading: "Event", width: "minmax(8em, 2fr)", text: (row) => row.event ?? "" },
  { name: "round", heading: "Round", width: "4em", text: (row) => row.round ?? "" },
  { name: "eco", heading: "ECO", width: "3.4em", text: (row) => row.eco ?? "" },
  { name: "opening", heading: "Opening", width: "minmax(9em, 2.4fr)", text: (row) => row.opening ?? "" },
  { name: "plies", heading: "Moves", width: "4em", isNumber: true, isDescending: true, text: (row) => (row.plies === null ? "" : String(Math.ceil(row.plies / 2))) },
  { name: "site", heading: "Site", width: "minmax(6em, 1fr)", text: (row) => row.site ?? "" },
  { name: "file", heading: "File", width: "minmax(6em, 1fr)", text: (row) => row.file },
  { name: "move", heading: "Found", width: "5.6em", isFixed: true, text: (row) => row.move ?? "" },
];

/** The order after a click on a heading: by it, from the other end if it was the first already, and then by what was before. */
export function sortedBy(sort: readonly SortBy[], column: Column): readonly SortBy[] {
  const [first] = sort;
  const descending = first?.column === column.name ? !first.descending : (column.isDescending ?? false);
  return [{ column: column.name, descending }, ...sort.filter((one) => one.column !== column.name)].slice(0, 3);
}

/** Levels of findings with the signs for them. */
const LEVELS: readonly (readonly [keyof FindingCounts, string, string])[] = [
  ["errors", "✖", "error"],
  ["warnings", "▲", "warning"],
  ["infos", "ℹ", "information"],
];

/** The findings as signs with their numbers, such as `✖1 ▲2`, `✎` for annotation, and `×2` for a game that occurs twice. */
function findingsIn({ findings, isAnnotated, isBroken, isDuplicate }: GameRow): string {
  const signs = findings ? LEVELS.flatMap(([level, sign]) => (findings[level] > 0 ? [`${sign}${findings[level]}`] : [])) : isBroken ? ["✖"] : [];
  return [...(isAnnotated ? ["✎"] : []), ...(isDuplicate ? ["×2"] : []), ...signs].join(" ");
}

/** The same in words. */
function findingsInWords({ findings, isAnnotated, isBroken, isDuplicate }: GameRow): string {
  const counted = (count: number, word: string) => `${count} ${word}${count === 1 || word === "information" ? "" : "s"}`;
  const words = findings ? LEVELS.flatMap(([level, , word]) => (findings[level] > 0 ? [counted(findings[level], word)] : [])) : isBroken ? ["moves that do not read"] : [];
  return [...(isAnnotated ? ["annotated"] : []), ...(isDuplicate ? ["occurs twice in the file"] : []), ...words].join(", ");
}

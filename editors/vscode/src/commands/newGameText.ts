/** The Seven Tag Roster (section 8.1.1 of the standard), with the values for unknown data. */
const ROSTER = [["Event", "?"], ["Site", "?"], ["Date", "????.??.??"], ["Round", "?"], ["White", "?"], ["Black", "?"]] as const;

/** Tags that games of one event share: a new game copies them from the last one. */
const SHARED = new Set(["Date", "Event", "Site"]);

/** A snippet of a new game to append to `before`, the text of the file, with the event of the last game. */
export function newGameSnippet(before: string, today: string): string {
  const last = lastTags(before);
  const values = ROSTER.map(([name, unknown]) => [name, (SHARED.has(name) ? last.get(name) : undefined) ?? (name === "Date" ? today : unknown)] as const);
  const tags = values.map(([name, value], index) => `[${name} "\${${index + 1}:${escaped(value)}}"]`);
  return `${gap(before)}${tags.join("\n")}\n[Result "\${7|*,1-0,0-1,1/2-1/2|}"]\n\n1. $0 $7\n`;
}

/** A new game to append to `before`, the text of the file, with more tags and its moves. */
export function newGame(before: string, more: readonly (readonly [string, string])[], movetext: string): string {
  const tags = [...ROSTER, ["Result", resultOf(movetext)], ...more].map(([name, value]) => `[${name} "${value}"]`);
  return `${gap(before)}${tags.join("\n")}\n\n${movetext}\n`;
}

function resultOf(movetext: string): string {
  return /(?:1-0|0-1|1\/2-1\/2)$/.exec(movetext.trim())?.[0] ?? "*";
}

/** The raw values of the tags of the last game in `text`. */
function lastTags(text: string): Map<string, string> {
  const start = text.lastIndexOf("[Event ");
  const tags = text.slice(Math.max(start, 0)).matchAll(/^\[(\w+)\s+"((?:[^"\\\r\n]|\\.)*)"\]/gm);
  return new Map([...tags].map(([, name = "", value = ""]) => [name, value]));
}

/** The line ends that are missing for an empty line between games. */
export function gap(before: string): string {
  if (before.trim() === "") return "";
  const ends = /(?:\r\n|\r|\n)*$/.exec(before)?.[0].replace(/\r\n|\r/g, "\n").length ?? 0;
  return "\n".repeat(Math.max(0, 2 - ends));
}

/** Escapes a text for a snippet. */
function escaped(value: string): string {
  return value.replace(/[\\$}]/g, "\\$&");
}

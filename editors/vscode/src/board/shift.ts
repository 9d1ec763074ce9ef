/** Mapping of places through changes of the text. */
import type { Position, Range } from "./protocol";

/** A replacement of a part of a text. */
export interface Change {
  readonly range: Range;
  readonly text: string;
}

/** Maps a place through a change; a place inside the replaced part moves to the end of the replacement. */
export function shifted(place: Position, { range: { start, end }, text }: Change): Position {
  const isBehind = place.line > end.line || (place.line === end.line && place.character >= end.character);
  const isInside = place.line > start.line || (place.line === start.line && place.character > start.character);
  if (!isBehind && !isInside) return place;
  const lines = text.split(/\r\n|\r|\n/);
  const last = lines.at(-1)?.length ?? 0;
  const newEnd = { line: start.line + lines.length - 1, character: lines.length === 1 ? start.character + last : last };
  if (!isBehind) return newEnd;
  const line = place.line + newEnd.line - end.line;
  return { line, character: place.line === end.line ? place.character + newEnd.character - end.character : place.character };
}

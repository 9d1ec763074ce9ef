/** Places of a text that has changed since. */
import type { Position, Range } from "./protocol";

/** A part of a text was replaced. */
export interface Change {
  readonly range: Range;
  readonly text: string;
}

/** Where a place stands after a change; where it was inside what was replaced, behind that. */
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

/** The players, by the tags of a game. */
import type { Side, Tag } from "../../src/board/protocol";
import { ARMIES } from "./setup";

export interface Player {
  readonly name: string;
  readonly title: string;
  readonly rating: string;
}

/** The value of a tag; empty if it is missing or unknown. */
export function tagValue(tags: readonly Tag[], name: string): string {
  const value = tags.find((tag) => tag.name === name)?.value.trim() ?? "";
  return /^[?.\-\s]*$/.test(value) ? "" : value;
}

/** A player; the side if the name is unknown. */
export function player(tags: readonly Tag[], side: Side): Player {
  const key = side === "white" ? "White" : "Black";
  return { name: tagValue(tags, key) || key, title: tagValue(tags, `${key}Title`), rating: tagValue(tags, `${key}Elo`) };
}

/** The event and date of a game, or the name of a record: `Linares, round 4, 1999.02.27`. */
export function occasion(tags: readonly Tag[]): string {
  const id = tagValue(tags, "id");
  if (id) return id;
  const round = tagValue(tags, "Round");
  const parts = [tagValue(tags, "Event") || tagValue(tags, "Site"), round && `round ${round}`, tagValue(tags, "Date").replace(/(\.\?\?)+$/, "")];
  return parts.filter(Boolean).join(", ");
}

/** The tags for the side from which a board is shown, of Lichess and of ChessForge. */
const ORIENTATIONS = ["Orientation", "StudyBoardOrientation", "GameBoardOrientation", "ExerciseBoardOrientation"];

/** The side from which a game wants to be shown; null where it does not say. */
export function wantedSide(tags: readonly Tag[]): Side | null {
  const named = ORIENTATIONS.map((name) => tagValue(tags, name).toLowerCase()).find((value) => value !== "");
  return named === "white" || named === "black" ? named : null;
}

/** The position at the start of a game, as far as it matters for its men; null for a record, which is no game. */
export function startPosition(tags: readonly Tag[], isGame: boolean): string | null {
  return isGame ? tagValue(tags, "FEN") || ARMIES : null;
}

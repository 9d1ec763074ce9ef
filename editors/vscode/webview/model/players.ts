/** Who plays, by the tags of a game. */
import type { Side, Tag } from "../../src/board/protocol";

export interface Player {
  readonly name: string;
  readonly title: string;
  readonly rating: string;
}

/** The value of a tag; nothing where it is missing or says that it is not known. */
export function tagValue(tags: readonly Tag[], name: string): string {
  const value = tags.find((tag) => tag.name === name)?.value.trim() ?? "";
  return /^[?.\-\s]*$/.test(value) ? "" : value;
}

/** A player; without a name, the side. */
export function player(tags: readonly Tag[], side: Side): Player {
  const key = side === "white" ? "White" : "Black";
  return { name: tagValue(tags, key) || key, title: tagValue(tags, `${key}Title`), rating: tagValue(tags, `${key}Elo`) };
}

/** Where and when a game was played, or the name of a record: `Linares, round 4, 1999.02.27`. */
export function occasion(tags: readonly Tag[]): string {
  const id = tagValue(tags, "id");
  if (id) return id;
  const round = tagValue(tags, "Round");
  const parts = [tagValue(tags, "Event") || tagValue(tags, "Site"), round && `round ${round}`, tagValue(tags, "Date").replace(/(\.\?\?)+$/, "")];
  return parts.filter(Boolean).join(", ");
}

/** Whether the game began from the usual position, or another with whole armies. */
export function hasWholeArmies(tags: readonly Tag[], isGame: boolean): boolean {
  const isSetUp = tagValue(tags, "FEN") !== "";
  return isGame && (!isSetUp || /960|fischer/i.test(tagValue(tags, "Variant")));
}

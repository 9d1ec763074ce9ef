/** What a text from the clipboard is: a position, moves to be played, or games. */

export type Pasted =
  | { readonly kind: "position"; readonly fen: string }
  | { readonly kind: "moves"; readonly moves: readonly string[]; readonly isFromStart: boolean }
  | { readonly kind: "games" };

/** The placement of a FEN, with or without its other fields. */
const FEN = /^(?:[1-8kqrbnp]+\/){7}[1-8kqrbnp]+(?: [wb](?: (?:-|[a-hkq]+)(?: (?:-|[a-h][36])(?: \d+(?: \d+)?)?)?)?)?$/i;

/** Tags, comments and variations: what is more than a line of moves. */
const OF_GAMES = /^\s*\[\w+\s+"|[{(;]/m;

/** Results, and annotations that stand by themselves. */
const NO_MOVE = /^(?:\*|1-0|0-1|1\/2-1\/2|\$\d+|[!?]+)$/;

/** Tells what a text is. */
export function pastedOf(text: string): Pasted {
  const trimmed = text.trim();
  if (FEN.test(trimmed)) return { kind: "position", fen: trimmed };
  if (OF_GAMES.test(trimmed)) return { kind: "games" };
  const words = trimmed.split(/\s+/).map((word) => word.replace(/^\d+\.+|^\.+|[!?]+$/g, ""));
  const moves = words.filter((word) => word !== "" && !NO_MOVE.test(word) && !/^\d+$/.test(word));
  return { kind: "moves", moves, isFromStart: /^1\s*\.(?!\s*\.\.)/.test(trimmed) };
}

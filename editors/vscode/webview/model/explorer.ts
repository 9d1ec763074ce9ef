/** The numbers of the explorer as they are read. */
import type { Counts, ExplorerMove, FoundGame } from "../../src/board/collection";

/** Which part of the games with a result White won, was drawn, and Black won, each from 0 to 1; zeros where no game has a result. */
export function parts({ white, draws, black }: Counts): readonly [number, number, number] {
  const all = white + draws + black;
  return all === 0 ? [0, 0, 0] : [white / all, draws / all, black / all];
}

/** Whole percents: `58 %`, and `<1 %` for what is not nothing. */
export function percent(share: number): string {
  if (share > 0 && share < 0.01) return "<1 %";
  return `${Math.round(share * 100)} %`;
}

/** A number of games, short: `812`, `12.4k`, `1.3M`. */
export function shortCount(games: number): string {
  if (games < 10_000) return String(games);
  const [unit, letter] = games < 999_950 ? [1000, "k"] : [1_000_000, "M"];
  const value = games / unit;
  return `${value < 99.95 ? value.toFixed(1) : Math.round(value)}${letter}`;
}

/** The results in words: `White won 40 %, 35 % drawn, Black won 25 %`. */
export function resultsInWords(counts: Counts): string {
  const [white, draws, black] = parts(counts);
  return counts.score === null ? "no results" : `White won ${percent(white)}, ${percent(draws)} drawn, Black won ${percent(black)}`;
}

/** What is behind a move, for its title: opening, ratings, best game. */
export function titleOf({ opening, averageElo, performance, bestGame }: ExplorerMove): string {
  const ratings = [averageElo && `average rating ${averageElo}`, performance && `performance ${performance}`].filter(Boolean).join(", ");
  const best = bestGame && `best game: ${players(bestGame)}, ${[bestGame.year, bestGame.result].filter(Boolean).join(", ")}`;
  return [opening && `${opening.eco} ${opening.name}`, ratings, best].filter(Boolean).join("\n");
}

/** `Huber, Anna (2204) – Novak, Jan`. */
export function players({ white, black, whiteElo, blackElo }: Pick<FoundGame, "white" | "black"> & { readonly whiteElo: string | number | null; readonly blackElo: string | number | null }): string {
  const named = (name: string | null, elo: string | number | null) => (elo ? `${name ?? "?"} (${elo})` : (name ?? "?"));
  return `${named(white, whiteElo)} – ${named(black, blackElo)}`;
}

/** Event, date and result of a game: `Linares, 1999.02.27, 1-0`. */
export function occasionOf({ event, date, result }: FoundGame): string {
  const known = [event, date?.replace(/(\.\?\?)+$/, ""), result?.replace("1/2-1/2", "½-½")];
  return known.filter((part) => part && !/^[?.*\s]*$/.test(part)).join(", ");
}

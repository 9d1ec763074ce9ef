/** The games that are selected in the table. */
import type { Ranges } from "./messages";
import type { GamesRequests, ListedGame, Search } from "./search";

/** How many rows a request gives at most. */
const PAGE = 1000;

/** So many games can be changed or copied at once: their texts are in the memory of the editor. */
export const MOST_SELECTED = 10_000;

/** What is selected in a list. */
export interface Selected {
  readonly list: number;
  readonly ranges: Ranges;
}

/** How many games are selected. */
export function countOf({ ranges }: Selected): number {
  return ranges.reduce((sum, [start, end]) => sum + end - start, 0);
}

/** The games that are selected, as they are now. Throws a sentence for the user if they are too many, or the list has changed since. */
export async function selectedGames(requests: GamesRequests, search: Search, selected: Selected): Promise<ListedGame[]> {
  const count = countOf(selected);
  if (count > MOST_SELECTED) throw new Error(`${count.toLocaleString("en")} games are selected, and at most ${MOST_SELECTED.toLocaleString("en")} can be taken at once`);
  const games: ListedGame[] = [];
  for (const [start, end] of selected.ranges) {
    for (let offset = start; offset < end; offset += PAGE) {
      const page = await requests.page(search, offset, Math.min(PAGE, end - offset));
      if (page?.list !== selected.list) throw new Error("The games have changed since they were selected: select them again");
      games.push(...page.games);
    }
  }
  if (games.length < count) throw new Error("Some of these games can no longer be read");
  return games;
}

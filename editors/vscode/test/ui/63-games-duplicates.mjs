// A game that occurs twice is marked in the table, at both places.
import assert from "node:assert/strict";
import { COLLECTION, game } from "../harness/games.mjs";
import { GamesView } from "../harness/gamesView.mjs";

const AGAIN = game({ Event: "London", Site: "London ENG", Date: "1851.06.21", White: "Anderssen, A.", Black: "Kieseritzky, Lionel" }, "1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5", "1-0");

export const files = { "twice.pgn": COLLECTION + AGAIN };

export const steps = {
  "both games have a mark": async (ui) => {
    await ui.open("twice.pgn");
    const games = await new GamesView(ui).open();
    await games.type("");
    await games.choose("document");
    const marked = games.frame.locator(".row [aria-label*='occurs twice in the file']");
    await ui.until(async () => (await marked.count()) === 2, "two marks");
    assert.match(await marked.first().textContent(), /×2/);
    await ui.shot("games-duplicates");
    await games.close();
  },
};

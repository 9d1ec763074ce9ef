// The games view with very many games: only the rows that are seen are in the document, and scrolling never waits.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { GamesView } from "../harness/gamesView.mjs";
import { game } from "../harness/games.mjs";

/** How many games there are. */
const COUNT = 100_000;

export const files = { "few.pgn": game({ White: "Ada", Black: "Bo" }, "1. e4 e5") };

let games;

export const steps = {
  "a hundred thousand games are listed": async (ui, server) => {
    const all = Array.from({ length: COUNT }, (_, number) => game({ Event: `Event ${number % 97}`, White: `Player ${String(number).padStart(6, "0")}`, Black: "Other", Date: `${1900 + (number % 120)}.01.01` }, number % 2 ? "1. e4 e5 2. Nf3" : "1. d4 d5 2. c4", "1-0"));
    const write = () => writeFileSync(path.join(server.workspace, "many.pgn"), all.join(""));
    await ui.open("few.pgn");
    games = await new GamesView(ui).open();
    await games.choose("workspace");
    await games.type("event = \"Event*\"");
    // VS Code misses a new file now and then; it sees the next change.
    await ui.again(write, async () => /^100,000 games/.test(await games.text(".count")), "all games", 30_000);
    await games.sortBy("#", "ascending");
    await ui.until(async () => (await games.cells("white"))[0] === "Player 000000", "the first game first");
  },

  "only the rows that are seen are in the document, and no task is long": async (ui) => {
    await games.frame.evaluate(watchTasks);
    const grid = games.frame.locator(".grid");
    let most = 0;
    await grid.hover();
    for (let step = 0; step < 60; step += 1) {
      await ui.page.mouse.wheel(0, step % 3 === 0 ? 20_000 : 400);
      await ui.page.waitForTimeout(30);
      most = Math.max(most, await games.frame.locator(".row").count());
    }
    const { longest, tasks } = await games.frame.evaluate(() => globalThis.watched);
    console.log(`      at most ${most} rows in the document; ${tasks} tasks over 50 ms, the longest ${Math.round(longest)} ms`);
    assert.ok(most <= 200, `${most} rows`);
    await ui.until(async () => (await games.frame.locator(".row.waiting").count()) === 0, "the rows have come");
    await ui.shot("games-many");
  },

  "the last row is at the end, and the first at the start": async (ui) => {
    await games.press("End");
    await games.marks("Player 099999");
    await games.press("Home");
    await games.marks("Player 000000");
  },

  "an order holds for all of them": async (ui) => {
    await games.sortBy("White", "descending");
    await ui.until(async () => (await games.cells("white"))[0] === "Player 099999", "the last name first");
    await games.press("Control+a");
    await ui.until(async () => /100,000 selected/.test(await games.text(".count")), "all are selected");
    await ui.command("Games: Copy the Selected Games");
    await ui.until(async () => (await ui.page.locator(".notification-toast", { hasText: "at most 10,000 can be taken at once" }).count()) > 0, "too many to copy");
  },
};

/** Runs in the page: notes tasks that keep the view from drawing for more than 50 ms. */
function watchTasks() {
  globalThis.watched = { longest: 0, tasks: 0 };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      globalThis.watched.tasks += 1;
      globalThis.watched.longest = Math.max(globalThis.watched.longest, duration);
    }
  }).observe({ entryTypes: ["longtask"] });
}

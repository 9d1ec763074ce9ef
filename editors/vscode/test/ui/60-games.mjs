// The games view: a table that is sorted and filtered, and what is done with the games that are selected.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { BoardView } from "../harness/boardView.mjs";
import { COLLECTION, game } from "../harness/games.mjs";
import { GamesView } from "../harness/gamesView.mjs";

const MINE = game({ Event: "Club <b>night</b>", Date: "2024.02.01", White: "Huber, Anna", Black: "Novak, Jan", WhiteElo: "2105" }, "1. e4 e5 2. Nf3 Nc6 3. Bb5 { good }", "1-0");

export const files = {
  "mine.pgn": MINE + game({ White: "Ada", Black: "Bo", Date: "1999.??.??" }, "1. e4 e5 2. Ke3", "*"),
  "table.pgn": COLLECTION,
  "into.pgn": game({ White: "Cyd", Black: "Dee", Event: "Target" }, "1. e4 e5 2. d4", "*"),
};

let games;

export const steps = {
  "it lists the games of the file": async (ui) => {
    await ui.open("table.pgn");
    games = await new GamesView(ui).open();
    await games.type("");
    await games.sortBy("#", "ascending");
    await games.choose("document");
    await games.lists("white", ["Anderssen, Adolf", "Anderssen, Adolf", "Morphy, Paul", "Capablanca, Jose Raul", "Byrne, Donald", "Fischer, Robert James"]);
    assert.match(await games.text(".count"), /^6 games$/);
    await ui.shot("games");
  },

  "a heading sorts, from either end": async () => {
    await games.sortBy("Date", "descending");
    await games.lists("date", ["1972.07.23", "1956.10.17", "1914.05.18", "1858.11.02", "1852.??.??", "1851.06.21"]);
    await games.sortBy("Date", "ascending");
    await games.lists("date", ["1851.06.21", "1852.??.??", "1858.11.02", "1914.05.18", "1956.10.17", "1972.07.23"]);
  },

  "a filter finds, is completed, and says what is wrong": async (ui) => {
    await games.type("wh");
    await games.offers(["white", "whiteelo"]);
    await ui.shot("games-completion");
    await ui.page.keyboard.press("ArrowDown");
    await ui.page.keyboard.press("Enter");
    await ui.page.keyboard.type('= "Anderssen*"');
    await games.lists("date", ["1851.06.21", "1852.??.??"]);
    await games.type("whit = Anderssen");
    await games.frame.locator(".wrong", { hasText: "whit" }).waitFor();
    await ui.until(async () => /did you mean white/.test(await games.text("#filter-message")), "what is wrong");
    await ui.shot("games-error");
    await games.type("");
    await games.lists("date", ["1851.06.21", "1852.??.??", "1858.11.02", "1914.05.18", "1956.10.17", "1972.07.23"]);
  },

  "a click shows a game, Enter opens it": async (ui) => {
    await games.row("Morphy").click();
    await ui.until(async () => /Paris Opera/.test(await ui.text()), "the game in the text");
    await games.press("ArrowDown", "Enter");
    await ui.until(async () => (await ui.cursor()) === "Ln 25, Col 1" || /Capablanca/.test(await ui.text()), "the next game");
  },

  "F4 goes to the next game of the list, Shift+F4 back": async (ui) => {
    await ui.page.keyboard.press("F4");
    await games.marks("Byrne");
    await ui.page.keyboard.press("Shift+F4");
    await games.marks("Capablanca");
  },

  "games are selected by mouse and keyboard": async () => {
    await games.row("1851").click();
    await games.row("1858").click({ modifiers: ["Shift"] });
    await games.selects(3);
    await games.row("1852").click({ modifiers: ["ControlOrMeta"] });
    await games.selects(2);
    await games.press("Home", "Shift+ArrowDown");
    await games.selects(2);
    await games.press("Control+a");
    await games.selects(6);
    assert.match(await games.text(".count"), /6 games, 6 selected/);
    await games.press("Escape");
    await games.selects(0);
  },

  "selected games are copied": async (ui) => {
    await games.row("1851").click();
    await games.row("1972").click({ modifiers: ["ControlOrMeta"] });
    await games.press("Control+c");
    await ui.until(async () => /Copied 2 games/.test(await ui.page.locator(".statusbar").textContent()), "both are copied");
  },

  "selected games are moved to another file, and undo brings them back": async (ui) => {
    await ui.command("Games: Move the Selected Games to File…");
    await ui.page.locator(".quick-input-widget:visible .monaco-list-row", { hasText: "into.pgn" }).first().click();
    await ui.until(async () => (await ui.page.locator(".tab.dirty").count()) === 2, "two files have changed");
    await games.lists("white", ["Anderssen, Adolf", "Morphy, Paul", "Capablanca, Jose Raul", "Byrne, Donald"]);
    await ui.open("into.pgn");
    await games.lists("white", ["Anderssen, Adolf", "Fischer, Robert James", "Cyd"]);
    await ui.open("table.pgn");
    await ui.page.keyboard.press("Control+z");
    await games.lists("date", ["1851.06.21", "1852.??.??", "1858.11.02", "1914.05.18", "1956.10.17", "1972.07.23"]);
  },

  "games are deleted after a question": async (ui) => {
    await games.row("1851").click();
    await games.press("Delete");
    await ui.page.locator(".monaco-dialog-box .monaco-button", { hasText: "Delete" }).click();
    await games.lists("date", ["1852.??.??", "1858.11.02", "1914.05.18", "1956.10.17", "1972.07.23"]);
    await ui.open("table.pgn");
    await ui.page.keyboard.press("Control+z");
    await games.lists("date", ["1851.06.21", "1852.??.??", "1858.11.02", "1914.05.18", "1956.10.17", "1972.07.23"]);
  },

  "selected games are merged into the one at the cursor": async (ui) => {
    await games.choose("workspace");
    await games.type('event = "Club <b>*"');
    await games.lists("white", ["Huber, Anna"]);
    await games.press("Home");
    await games.selects(1);
    // The list is the same when a file of it is opened.
    await ui.open("into.pgn");
    await ui.goTo(9, 4);
    await ui.command("Games: Merge the Selected Games into the Current One");
    await ui.until(async () => /2\. d4 \(2\. Nf3 Nc6 3\. Bb5/.test((await ui.text()).replace(/\s+/g, " ")), "the moves of both games");
    await ui.page.keyboard.press("Control+z");
    await ui.page.keyboard.press("Control+z");
    await ui.until(async () => !/Nf3/.test(await ui.text()), "the game as it was");
    await games.type("");
    await games.choose("document");
  },

  "selected games are exported and published": async (ui, server) => {
    await ui.open("table.pgn");
    await games.lists("date", ["1851.06.21", "1852.??.??", "1858.11.02", "1914.05.18", "1956.10.17", "1972.07.23"]);
    await games.press("Home", "Shift+ArrowDown");
    await games.selects(2);
    rmSync(path.join(server.workspace, "exported.pgn"), { force: true });
    await ui.command("Games: Export the Selected Games…");
    const exported = path.join(server.workspace, "exported.pgn");
    await answer(ui, exported, exported);
    // The file is there before it is written.
    const events = () => readFileSync(exported, "utf8").match(/^\[Event /gm) ?? [];
    await ui.until(async () => events().length === 2, "two games in the file");
    await ui.open("table.pgn");
    await games.press("Home", "Shift+ArrowDown");
    mkdirSync(path.join(server.workspace, "pages"), { recursive: true });
    const pages = path.join(server.workspace, "pages");
    const publish = async () => {
      await ui.command("Games: Publish the Selected Games as Pages…");
      await answer(ui, pages, path.join(pages, "index.html"), 30_000);
    };
    // The question for a folder is taken away now and then, without an answer.
    await publish().catch(publish);
  },

  "a query is saved and chosen again": async (ui) => {
    await games.type("result = 0-1");
    await games.frame.locator(".text-button", { hasText: /^Save$/ }).click();
    await ui.input.fill("Black wins");
    await ui.page.keyboard.press("Enter");
    await games.type("");
    await games.frame.locator(".text-button", { hasText: "Saved…" }).click();
    await ui.page.locator(".quick-input-widget:visible .monaco-list-row", { hasText: "Black wins" }).click();
    await ui.until(async () => (await games.query()) === "result = 0-1", "the query");
    await games.type("");
  },

  "the text of a game is no markup, and findings are badges": async (ui) => {
    await ui.open("mine.pgn");
    await games.lists("event", ["?".replace("?", ""), "Club <b>night</b>"]);
    assert.equal(await games.frame.locator(".grid b").count(), 0);
    await ui.until(async () => /✖1/.test(await games.row("Ada").textContent()), "a badge");
    assert.match(await games.row("Huber").textContent(), /✎/);
    await ui.shot("games-badges");
  },

  "games with the position, the material or the pawns of the board are found": async (ui) => {
    await ui.click("Bb5");
    const board = await new BoardView(ui).open();
    await board.says(/^3, White: bishop b5/);
    await ui.command("Find Games with This Position");
    await games.choose("workspace");
    await ui.until(async () => (await games.row("Capablanca").count()) > 0, "the game with the same position");
    assert.match(await games.row("Capablanca").first().textContent(), /3\. Bb5/);
    assert.match(await games.query(), /^fen "r1bqkbnr/);
    await games.row("Capablanca").first().click();
    await board.says(/^3, White: bishop b5/);
    await ui.shot("games-position");
    await board.close();
  },
};

/** Answers the question for a file or a folder, until there is what comes of it: the first click on the button may only go into a folder. */
async function answer(ui, name, made, limit) {
  await ui.until(() => ui.input.isVisible(), "the question for a path");
  const button = ui.page.locator(".quick-input-widget:visible .quick-input-action .monaco-button").first();
  const press = async () => {
    if (!(await button.isVisible())) return;
    // A folder that is listed late takes the place of what was typed.
    await ui.input.fill(name);
    await button.click();
  };
  await ui.again(press, () => existsSync(made), made, 3000, limit);
}

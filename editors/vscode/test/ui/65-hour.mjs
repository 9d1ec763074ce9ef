// An hour of an annotator, from end to end: a model game is found, copied, annotated, compared with what was played, checked, formatted and published.
import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { BoardView } from "../harness/boardView.mjs";
import { COLLECTION, game } from "../harness/games.mjs";
import { GamesView } from "../harness/gamesView.mjs";

const MINE = game({ Event: "Club night", White: "Huber, Anna", Black: "Novak, Jan", Date: "2024.02.01" }, "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6", "0-1");

export const files = { "models.pgn": COLLECTION, "article.pgn": MINE };

let board;
let games;

export const steps = {
  "a model game is found by a search": async (ui) => {
    await ui.open("article.pgn");
    games = await new GamesView(ui).open();
    await games.choose("workspace");
    await games.type('white = "Morphy*" and event = "Paris Opera"');
    await ui.until(async () => (await games.row("models.pgn").count()) === 1, "the model game");
  },

  "it is copied into the article": async (ui) => {
    await games.row("models.pgn").click();
    await games.selects(1);
    await ui.command("Games: Copy the Selected Games to File…");
    await ui.input.fill("article");
    await ui.page.locator(".quick-input-widget:visible .monaco-list-row", { hasText: "article.pgn" }).first().click();
    await ui.until(async () => /Copied 1 game to article\.pgn/.test(await ui.page.locator(".statusbar").textContent()), "the copy");
    await games.close();
    await ui.open("article.pgn");
    await ui.until(async () => /Morphy/.test(await ui.text()), "the game in the article");
  },

  "it is annotated with signs, arrows, words and a variation": async (ui) => {
    await ui.withoutSideBar(async () => {
      await ui.click("3. d4 Bg4");
      board = await new BoardView(ui).open();
      await ui.click("Bg4");
      await board.says(/bishop g4/);
      await board.press("6");
      await board.writes(/Bg4 \$6/);
      await board.draw("d4", "e5");
      await board.writes(/%cal Gd4e5/);
      await board.press("c");
      const field = board.frame.locator(".comment-field input");
      await field.fill("The pin does not help: White takes on e5.");
      await field.press("Enter");
      await board.writes(/The pin does not help/);
      await board.press("ArrowLeft");
      await board.says(/White: d4/);
      await board.drag("e5", "d4");
      await board.writes(/\(3\. ?\.\. exd4\)|\(3\.\.\. exd4\)/);
      await ui.shot("hour-annotated");
    });
  },

  "it is compared with what was played": async (ui) => {
    await board.press("e");
    await board.frame.locator(".explorer select").selectOption("workspace");
    await ui.until(async () => /game/.test(await board.text(".explorer .message")), "the explorer");
    await ui.shot("hour-explorer");
    await board.press("e");
  },

  "a slip is found and repaired, and the text is formatted": async (ui, server) => {
    // The list of fixes reaches over the board, which may have the focus afterwards.
    const isRepaired = async () => /O-O/.test(await board.written());
    await ui.again(async () => (await ui.quickFix("0-0", "Write O-O")).click(), isRepaired, "the repaired move");
    await ui.click("Club night");
    await ui.command("Format Document");
    await ui.command("File: Save");
    const text = () => readFileSync(path.join(server.workspace, "article.pgn"), "utf8");
    await ui.until(() => /Bg4 \$6 \{ ?\[%cal Gd4e5\] The pin does not help/.test(text().replace(/\s+/g, " ")), "the formatted text");
    await ui.until(async () => (await ui.squiggles()) === 0, "no finding");
    assert.match(text().replace(/\s+/g, " "), /\(3\.\.\. exd4\)/);
  },

  "it is published from the board": async (ui, server) => {
    const page = path.join(server.workspace, "opera.html");
    rmSync(page, { force: true });
    await ui.click("Bg4");
    await board.press("v");
    await board.frame.locator(".move-menu [role=menuitem]", { hasText: "Publish the game" }).click();
    await ui.until(async () => /\.html$/.test(await ui.input.inputValue()), "a name for the page");
    const button = ui.page.locator(".quick-input-widget:visible .quick-input-action .monaco-button").first();
    await ui.again(async () => {
      if (!(await button.isVisible())) return;
      await ui.input.fill(page);
      await button.click();
    }, () => existsSync(page), page, 3000);
    await ui.until(() => /The pin does not help/.test(readFileSync(page, "utf8")), "the words in the page");
    await ui.page.locator(".notifications-toasts", { hasText: "opera.html" }).waitFor();
    await ui.shot("hour-published");
    await board.close();
  },
};

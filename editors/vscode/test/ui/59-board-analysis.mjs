// The analysis line: an engine of the user that starts when asked, follows the board, writes its line into the text, and ends with the board.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { BoardView } from "../harness/boardView.mjs";
import { game } from "../harness/games.mjs";

const ENGINE = "/usr/games/stockfish";

const MATE = '[Event "Mate"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "?"]\n[Black "?"]\n[Result "*"]\n[FEN "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"]\n[SetUp "1"]\n\n1. Kf2 *\n';

export const files = { "analysis.pgn": game({ White: "Huber, Anna", Black: "Novak, Jan" }, "1. e4 e5 2. Nf3 Nc6") + "\n" + MATE };

/** How many engines run on this machine. */
function engines() {
  try {
    return execFileSync("pgrep", ["-x", "stockfish"]).toString().trim().split("\n").length;
  } catch {
    return 0;
  }
}

let board;
let before;

const line = () => board.frame.locator(".analysis .line");

const withEngine = {
  "nothing runs until it is asked": async (ui) => {
    before = engines();
    await ui.open("analysis.pgn");
    await ui.click("Nf3");
    board = await new BoardView(ui).open();
    await board.says(/^2, White: knight f3/);
    assert.equal(await board.frame.locator(".analysis").isHidden(), true);
    assert.equal(engines(), before);
  },

  "the line shows what the engine finds, and follows the board": async (ui) => {
    await board.press("l");
    await ui.until(async () => /^2\.\.\. /.test((await line().textContent()) ?? ""), "a line of Black");
    assert.match(await board.text(".analysis .depth"), /^depth \d+$/);
    assert.match(await board.text(".analysis .score"), /^[+-]?\d+\.\d\d$/);
    await ui.shot("analysis");
  },

  "a line is inserted, and undone at once": async (ui) => {
    await ui.until(async () => ((await line().textContent()) ?? "").split(" ").length > 4, "a line of several moves");
    const text = await board.written();
    await line().click();
    const seen = [];
    const isAtRest = async () => seen.push(await board.written()) > 20 && seen.at(-1) !== text && seen.slice(-20).every((one) => one === seen.at(-1));
    await ui.until(isAtRest, "the line in the text");
    await board.press("Control+z");
    await ui.until(async () => (await board.written()) === text, "the text without the line");
  },

  "the line of a mate is short": async (ui) => {
    await board.press("PageDown");
    await ui.until(async () => /^1\. ♖.?a8#$/u.test((await line().textContent()) ?? ""), "the mate");
    assert.equal(await board.text(".analysis .score"), "#1");
  },

  "a click inserts the line as a variation": async () => {
    await line().click();
    await board.writes(/1\. Kf2 \(1\. Ra8#\)/);
  },

  "the engine ends with the board": async (ui) => {
    await board.press("PageUp");
    await ui.until(async () => engines() > before, "an engine that runs");
    await board.close();
    await ui.until(async () => engines() === before, "no engine is left");
  },
};

if (!existsSync(ENGINE)) console.log(`      the analysis line is not tested: there is no ${ENGINE}`);

export const steps = existsSync(ENGINE) ? withEngine : {};

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Counts, ExplorerMove, FoundGame } from "../../src/board/collection";
import type { Game } from "../../src/board/protocol";
import { occasionOf, parts, percent, players, resultsInWords, shortCount, titleOf } from "../../webview/model/explorer";
import { commentAfter } from "../../webview/model/rows";
import { board, items } from "./board.samples";

const COUNTS: Counts = { games: 10, white: 4, draws: 3, black: 1, score: 0.6875, averageElo: 2410, performance: 2500, lastYear: 2024 };
const NONE: Counts = { games: 2, white: 0, draws: 0, black: 0, score: null, averageElo: null, performance: null, lastYear: null };

const FOUND: FoundGame = { white: "Huber, Anna", black: null, whiteElo: "2204", blackElo: null, event: "?", date: "1999.??.??", result: "1/2-1/2", opening: null, data: 1 };

test("the results of games are parts of those that have one", () => {
  assert.deepEqual(parts(COUNTS), [0.5, 0.375, 0.125]);
  assert.deepEqual(parts(NONE), [0, 0, 0]);
  assert.equal(resultsInWords(COUNTS), "White won 50 %, 38 % drawn, Black won 13 %");
  assert.equal(resultsInWords(NONE), "no results");
});

test("numbers are short and not wrong", () => {
  assert.deepEqual([0, 0.004, 0.01, 0.5, 1].map(percent), ["0 %", "<1 %", "1 %", "50 %", "100 %"]);
  assert.deepEqual([812, 9999, 12_449, 184_664, 999_940, 999_960, 1_340_000].map(shortCount), ["812", "9999", "12.4k", "185k", "1000k", "1.0M", "1.3M"]);
});

test("a move tells what is behind it", () => {
  const best = { white: "Tal, M", black: "?", whiteElo: 2700, blackElo: null, year: 1960, result: "1-0", data: 1 };
  const move: ExplorerMove = { ...COUNTS, san: "e4", uci: "e2e4", opening: { eco: "B00", name: "King's Pawn Game" }, bestGame: best };
  assert.equal(titleOf(move), "B00 King's Pawn Game\naverage rating 2410, performance 2500\nbest game: Tal, M (2700) – ?, 1960, 1-0");
  assert.equal(titleOf({ ...NONE, san: "a3", uci: "a2a3", opening: null, bestGame: null }), "");
});

test("a game is named by what is known of it", () => {
  assert.equal(players(FOUND), "Huber, Anna (2204) – ?");
  assert.equal(occasionOf(FOUND), "1999, ½-½");
  assert.equal(occasionOf({ ...FOUND, event: "Linares", date: "1999.02.27", result: "*" }), "Linares, 1999.02.27");
});

test("the comment after a move is that of its line", () => {
  const shown = { items: items("{First} e4 {The words} e5 (c5 {Inside}) Nf3") } as unknown as Game;
  const after = (text: string) => {
    const lastMove = shown.items.find((item) => item.text === text);
    return commentAfter(shown, board({ lastMove: lastMove ? { ...lastMove, number: 1, turn: "white" } : null }));
  };
  assert.deepEqual(["e4", "e5", "c5", "Nf3", "none"].map(after), ["The words", "", "Inside", "", "First"]);
  assert.equal(commentAfter(null, null), "");
});

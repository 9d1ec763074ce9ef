import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeAnswer, judgeMove, solutions } from "../../src/board/judge";
import { STEPS } from "../../src/board/messages";
import { tellingValues } from "../../src/board/header";
import { Newest } from "../../src/board/newest";
import { page } from "../../src/board/page";
import type { Game } from "../../src/board/protocol";
import { shifted } from "../../src/board/shift";
import { covers, needsGame, wayTo } from "../../src/board/ways";
import { begin, guessed, hinted, isReply, moved, tally } from "../../webview/model/study";
import { at, board, items, move } from "./board.samples";

const GAME: Game = {
  version: 1,
  game: 0,
  games: 3,
  range: { start: at(0), end: at(90) },
  start: at(1),
  end: at(80),
  previousGame: null,
  nextGame: at(99),
  tags: [],
  items: items("e4 e5 Nf3"),
  hasEarlier: false,
  hasLater: false,
};

test("only the newest of the waiting requests is sent", async () => {
  const asked: number[] = [];
  const told: number[] = [];
  const answers = new Newest<number, number>(
    async (question) => {
      asked.push(question);
      await new Promise((resolve) => setImmediate(resolve));
      if (question === 3) throw new Error("no answer");
      return question;
    },
    (answer) => told.push(answer),
  );
  answers.next(1);
  answers.next(2);
  answers.next(3);
  await answers.settled();
  answers.next(4);
  await answers.settled();
  assert.deepEqual([asked, told], [[1, 3, 4], [1, 4]]);
  answers.next(5);
  answers.forget();
  await answers.settled();
  assert.deepEqual(told, [1, 4]);
});

test("every step has its way", () => {
  const [e4, e5, c5, e6, nf3] = [move("e4", 3), move("e5", 6), move("c5", 10), move("e6", 15), move("Nf3", 20)];
  const here = board({ lastMove: c5, previous: e4, next: [nf3, move("c3", 30)], replaces: e5, alternatives: [e5, c5, e6] });
  const ways = STEPS.map((step) => wayTo(step, here, GAME)?.character ?? null);
  assert.deepEqual(ways, [23, 5, 32, 8, 17, 8, 1, 80, 99, null]);
  assert.equal(wayTo("previous", board({ lastMove: e4 }), GAME)?.character, 1);
  assert.equal(wayTo("previous", board(), GAME), null);
  assert.equal(wayTo("intoVariation", board({ lastMove: e5, alternatives: [e5, c5] }), null)?.character, 12);
  assert.deepEqual([needsGame("next", here), needsGame("last", here), needsGame("previous", board())], [false, true, true]);
});

test("a list of moves serves as long as it has the move that was played", () => {
  assert.equal(covers(null, board(), at(5)), false);
  assert.equal(covers(GAME, board({ lastMove: move("e5", 3) }), at(5)), true);
  assert.equal(covers(GAME, board({ lastMove: move("e5", 50) }), at(52)), false);
  assert.equal(covers(GAME, board({ version: 2 }), at(5)), false);
  assert.deepEqual([89, 90, 91].map((column) => covers(GAME, board(), at(column))), [true, true, false]);
  assert.equal(covers({ ...GAME, nextGame: at(90) }, board(), at(90)), false);
  assert.equal(covers({ ...GAME, items: [] }, board({ lastMove: move("e5", 50) }), at(52)), true);
});

test("guesses are judged", () => {
  const here = board({ next: [move("e5", 6), move("c5", 10)] });
  const played = (character: number, edits: number) => ({ version: 1, position: at(character), edits: Array(edits).fill({ range: GAME.range, newText: "x" }) });
  assert.equal(judgeMove(here, played(8, 0)), "right");
  assert.equal(judgeMove(here, played(12, 0)), "variation");
  assert.equal(judgeMove(here, played(8, 1)), "wrong");
  assert.equal(judgeMove(board(), played(8, 1)), "end");
});

test("guesses in records are judged by their operations", () => {
  const here = board({ legalMoves: [{ san: "Nxf3+", uci: "g1f3" }, { san: "e4", uci: "e2e4" }, { san: "O-O", uci: "e1g1" }] });
  const record = (name: string, value: string): Game => ({ ...GAME, items: [], tags: [{ name, value }] });
  assert.deepEqual(["g1f3", "Nf3", "e4", "Ke2"].map((guess) => judgeAnswer(here, record("bm", "Nf3 0-0"), guess)), ["right", "right", "wrong", "impossible"]);
  assert.deepEqual(["e4", "O-O"].map((guess) => judgeAnswer(here, record("am", "e4"), guess)), ["wrong", "right"]);
  assert.equal(judgeAnswer(here, record("id", "a"), "e4"), "end");
  assert.deepEqual(solutions(here, record("pv", "e4 e5")).map((legal) => legal.uci), ["e2e4"]);
});

test("study mode counts first guesses", () => {
  let study = begin("white");
  study = guessed(guessed(study, "wrong", "d4"), "wrong", "c4");
  assert.equal(tally(study), "0 of 1");
  study = guessed(study, "right", "e4");
  assert.equal(tally(study), "0 of 1");
  study = guessed(study, "right", "Nf3");
  assert.equal(tally(study), "1 of 2");
  study = hinted(hinted(study));
  assert.deepEqual([study.hints, tally(study)], [2, "1 of 3"]);
  assert.deepEqual([moved(study, false).hints, tally(guessed(moved(study, false), "variation", "c3"))], [0, "1 of 3"]);
  assert.equal(tally(begin("both")), "");
});

test("at the end of a line the right guess and the score are told", () => {
  assert.equal(moved(guessed(begin("both"), "right", "Kd3"), true).message, "Kd3 is right. The line ends here: 1 of 1 at first try.");
  assert.equal(moved(hinted(begin("both")), true).message, "The line ends here: 0 of 1 at first try, 1 with help.");
  assert.equal(moved(begin("both"), true).message, begin("both").message);
});

test("the other side's moves are played by themselves", () => {
  const next = [move("e4", 3)];
  assert.equal(isReply(begin("black"), board({ next })), true);
  assert.equal(isReply(begin("white"), board({ next })), false);
  assert.equal(isReply(begin("both"), board({ next })), false);
  assert.equal(isReply(begin("black"), board()), false);
});

test("the page loads nothing but its two files", () => {
  const html = page({ title: "Board", source: "https://a.b", script: "s.js", style: "s.css", nonce: "123" });
  const policy = /content="([^"]*)"/.exec(html)?.[1] ?? "";
  assert.match(policy, /^default-src 'none'; script-src 'nonce-123'; style-src https:\/\/a\.b; img-src https:\/\/a\.b data:;/);
  assert.doesNotMatch(html, /unsafe|style=|<style|https:\/\/(?!a\.b)/);
  assert.equal(html.match(/<script/g)?.length, html.match(/<script nonce="123"/g)?.length);
});

test("tags that reveal the moves are found by their values", () => {
  const tags = '[Event "A \\"Result\\" "]\n[ECO "C41"][Result  "1-0"]\n[White "Opening, A"]\n[Opening "Philidor \\"Defense\\""]';
  assert.deepEqual(tellingValues(tags).map(([start, end]) => tags.slice(start, end)), ["C41", "1-0", 'Philidor \\"Defense\\"']);
});

test("places move with what is written before them", () => {
  const change = (start: [number, number], end: [number, number], text: string) => ({ text, range: { start: { line: start[0], character: start[1] }, end: { line: end[0], character: end[1] } } });
  const from = (line: number, character: number, ...changes: ReturnType<typeof change>[]) => changes.reduce(shifted, { line, character });
  const insertion = change([2, 5], [2, 5], " Nf6");
  assert.deepEqual([from(2, 4, insertion), from(2, 5, insertion), from(2, 8, insertion), from(3, 1, insertion)], [{ line: 2, character: 4 }, { line: 2, character: 9 }, { line: 2, character: 12 }, { line: 3, character: 1 }]);
  const lines = change([1, 3], [2, 5], "a\r\nbc\nd");
  assert.deepEqual([from(1, 3, lines), from(1, 9, lines), from(2, 7, lines), from(4, 2, lines)], [{ line: 1, character: 3 }, { line: 3, character: 1 }, { line: 3, character: 3 }, { line: 5, character: 2 }]);
  assert.deepEqual(from(2, 8, insertion, change([0, 0], [1, 0], "")), { line: 1, character: 12 });
});

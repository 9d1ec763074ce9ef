import assert from "node:assert/strict";
import { test } from "node:test";
import { pageOf } from "../../src/games/page";
import { positionQuery } from "../../src/games/positionQuery";
import type { ListedGame } from "../../src/games/search";
import { COLUMNS, sortedBy } from "../../webview/games/model/columns";
import { PAGE, Pages } from "../../webview/games/model/pages";
import { Selection } from "../../webview/games/model/selection";

const GAME: ListedGame = {
  uri: "file:///a%20b/games.pgn",
  game: 4,
  index: 7,
  extent: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } },
  white: "Ada",
  black: null,
  whiteElo: "2500",
  blackElo: null,
  event: null,
  site: null,
  round: null,
  date: null,
  result: "1/2-1/2",
  opening: { eco: "C20", name: "King's Pawn Game" },
  plies: 5,
  move: "2. Nf3",
  isAnnotated: true,
  isBroken: false,
  findings: { errors: 1, warnings: 0, infos: 2, hints: 3 },
  data: {},
};

const cell = (name: string, row: Parameters<(typeof COLUMNS)[0]["text"]>[0]) => COLUMNS.find((column) => column.name === name)?.text(row);

/** Nothing is hidden, and no game occurs twice. */
const SEEN = { isHidden: () => false, isDuplicate: () => false };

test("a position is a query for what games share with it", () => {
  const fen = "r1bqkb1r/pp3ppp/2n1pn2/3p4/2PP4/2N2N2/PP3PPP/R1BQKB1R w KQkq - 0 7";
  assert.equal(positionQuery(fen, "position"), 'fen "r1bqkb1r/pp3ppp/2n1pn2/3p4/2PP4/2N2N2/PP3PPP/R1BQKB1R w KQkq -"');
  assert.equal(positionQuery(fen, "material"), "material KQRRBBNNPPPPPPPvKQRRBBNNPPPPPPP");
  assert.equal(positionQuery(fen, "structure"), 'pawns "8/pp3ppp/4p3/3p4/2PP4/8/PP3PPP/8"');
  assert.equal(positionQuery("8/8/8/8/8/1r6/2B5/K5N1[q] w - -", "structure"), 'pawns "8/8/8/8/8/8/8/8"');
});

test("rows are selected as ranges", () => {
  const three = Selection.between(4, 2);
  assert.deepEqual([three.ranges, three.count], [[[2, 5]], 3]);
  assert.deepEqual(three.without(3).ranges, [[2, 3], [4, 5]]);
  assert.deepEqual(three.without(2).without(9).ranges, [[3, 5]]);
  assert.deepEqual(three.with(5).with(0).ranges, [[0, 1], [2, 6]]);
  assert.deepEqual(three.plus(Selection.between(0, 8)).ranges, [[0, 9]]);
  assert.equal(Selection.all(100_000).without(50_000).count, 99_999);
  assert.deepEqual([three.has(1), three.has(2), three.has(4), three.has(5)], [false, true, true, false]);
  assert.equal(Selection.all(0), Selection.none);
});

test("pages are known until they are far away, and only those of one list", () => {
  const pages = new Pages();
  assert.deepEqual(pages.missing(0, 50), [0]);
  const row = (index: number) => ({ ...pageOf(0, { games: [{ ...GAME, index }], total: 9, list: 1, complete: true, doubt: null, unread: [] }, SEEN).rows[0]! });
  assert.equal(pages.put({ list: 1, offset: 0, rows: [row(0), row(2)], total: 10_000 }), true);
  assert.equal(pages.put({ list: 1, offset: PAGE, rows: [row(PAGE)], total: 10_000 }), false);
  assert.deepEqual([pages.row(2)?.index, pages.row(1), pages.row(PAGE)?.index], [2, undefined, PAGE]);
  assert.deepEqual(pages.missing(50, 250), [2]);
  assert.deepEqual(pages.missing(9_990, 12_000), [99]);
  // They are far away by now.
  assert.deepEqual(pages.missing(0, 50), [0]);
  pages.put({ list: 1, offset: 0, rows: [row(0)], total: 10_000 });
  assert.equal(pages.put({ list: 2, offset: 300, rows: [row(300)], total: 400 }), true);
  assert.equal(pages.row(0), undefined);
  pages.put({ list: 2, offset: 0, rows: [row(0)], total: 400 });
  pages.keep([3]);
  assert.deepEqual([pages.row(0), pages.row(300)?.index], [undefined, 300]);
});

test("a heading sorts, then from the other end, and keeps what was before", () => {
  const column = (name: string) => COLUMNS.find((one) => one.name === name)!;
  const byDate = sortedBy([], column("date"));
  assert.deepEqual(byDate, [{ column: "date", descending: true }]);
  assert.deepEqual(sortedBy(byDate, column("date")), [{ column: "date", descending: false }]);
  assert.deepEqual(sortedBy(byDate, column("white")), [{ column: "white", descending: false }, { column: "date", descending: true }]);
});

test("a row has what is known of its game, and in study mode nothing that tells its moves", () => {
  const answer = { games: [GAME], total: 9, list: 3, complete: true, doubt: "Q = 10 holds nowhere", unread: [{ message: "it is a link" }] };
  const page = pageOf(7, answer, SEEN);
  assert.equal(page.remark, "Q = 10 holds nowhere. 1 file was not read: it is a link");
  const [row] = page.rows;
  assert.ok(row);
  assert.deepEqual(["game", "white", "black", "result", "plies", "findings", "file", "eco"].map((name) => cell(name, row)), ["5", "Ada", "", "½-½", "3", "✎ ✖1 ℹ2", "games.pgn", "C20"]);
  assert.equal(COLUMNS.find(({ name }) => name === "findings")?.words?.(row), "annotated, 1 error, 2 information");
  assert.equal(cell("findings", { ...row, findings: null, isBroken: true }), "✎ ✖");
  const twice = { ...row, isDuplicate: true, findings: null };
  assert.deepEqual([cell("findings", twice), COLUMNS.find(({ name }) => name === "findings")?.words?.(twice)], ["✎ ×2", "annotated, occurs twice in the file"]);
  const [hidden] = pageOf(7, answer, { ...SEEN, isHidden: () => true }).rows;
  assert.ok(hidden);
  assert.deepEqual(["result", "plies", "eco", "opening", "move"].map((name) => cell(name, hidden)), ["", "", "", "", ""]);
});

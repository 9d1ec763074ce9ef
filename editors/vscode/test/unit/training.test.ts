import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf, isDue, trained } from "../../src/training/leitner";
import { fileFor, tasksOf, withMistakes } from "../../src/training/mistakes";
import { hasSolution, positionOf, scheduleOf, withSchedule } from "../../src/training/record";
import { inWords, NO_SCORE, plus } from "../../src/training/score";

const BACK_RANK = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -";
const TODAY = "2026-02-27";

test("what is solved at first try waits longer each time", () => {
  const days: string[] = [];
  let schedule = trained(null, true, TODAY);
  for (let turn = 0; turn < 8; turn += 1) {
    days.push(`${schedule.box} ${schedule.due}`);
    schedule = trained(schedule, true, TODAY);
  }
  assert.deepEqual(days, ["1 2026-02-28", "2 2026-03-01", "3 2026-03-03", "4 2026-03-07", "5 2026-03-15", "6 2026-03-31", "7 2026-05-02", "7 2026-05-02"]);
  assert.deepEqual(trained(schedule, false, TODAY), { box: 1, due: "2026-02-28" });
  assert.deepEqual([isDue(null, TODAY), isDue({ box: 1, due: TODAY }, TODAY), isDue(schedule, TODAY)], [true, true, false]);
  assert.equal(dayOf(new Date(2026, 0, 5, 23, 59)), "2026-01-05");
});

test("the schedule is a comment of the record, and nothing else changes", () => {
  const schedule = { box: 2, due: "2026-12-01" };
  const cases = [
    [`${BACK_RANK} bm Rd8#; id "a; b";`, `${BACK_RANK} bm Rd8#; c9 "box 2, due 2026-12-01"; id "a; b";`],
    [`${BACK_RANK} bm Rd8#`, `${BACK_RANK} bm Rd8#; c9 "box 2, due 2026-12-01";`],
    [`${BACK_RANK}`, `${BACK_RANK} c9 "box 2, due 2026-12-01";`],
    [`${BACK_RANK} bm Rd8#; c9 "mine";`, `${BACK_RANK} bm Rd8#; c8 "box 2, due 2026-12-01"; c9 "mine";`],
    [`${BACK_RANK} c3 "box 1, due 2026-11-01"; bm Rd8#;`, `${BACK_RANK} c3 "box 2, due 2026-12-01"; bm Rd8#;`],
  ];
  for (const [before = "", after] of cases) {
    assert.equal(withSchedule(before, schedule), after);
    assert.deepEqual(scheduleOf(withSchedule(before, schedule)), schedule);
  }
  const full = `${BACK_RANK} ${[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `c${number} "x";`).join(" ")}`;
  assert.equal(withSchedule(full, schedule), full);
  for (const unreadable of ['c9 "box 0, due 2026-12-01";', 'c9 "box 2";', 'id "box 2, due 2026-12-01";']) assert.equal(scheduleOf(`${BACK_RANK} ${unreadable}`), null, unreadable);
});

test("records are told from other lines, and those that say a move from those that do not", () => {
  assert.equal(positionOf(`  6k1/5ppp/8/8/8/8/5PPP/3R2K1  w - -  bm Rd8#;`), BACK_RANK);
  assert.deepEqual([positionOf("# a remark"), positionOf("")], [null, null]);
  const solvable = ["bm Rd8#;", "am Kf1;", "dm 1;", "pv Rd8#;", 'id "bm"; sm Rd8;'].map((operations) => hasSolution(`${BACK_RANK} ${operations}`));
  assert.deepEqual(solvable, [true, true, true, true, true]);
  assert.deepEqual(['id "bm Rd8";', "dm 3;", ""].map((operations) => hasSolution(`${BACK_RANK} ${operations}`)), [false, false, false]);
});

test("mistakes are added once, and come back to the first box", () => {
  const mistake = { fen: `${BACK_RANK} 0 31`, best: "Rd8#", id: 'Huber – "Novak", move 31' };
  const first = withMistakes("", [mistake], TODAY);
  assert.equal(first, `${BACK_RANK} bm Rd8#; c9 "box 1, due 2026-02-28"; id "Huber – 'Novak', move 31";\n`);
  const solved = first.replace("box 1, due 2026-02-28", "box 4, due 2026-04-01");
  assert.equal(withMistakes(`# mine\n${solved}`, [mistake], TODAY), `# mine\n${first}`);
  assert.deepEqual([fileFor("/a.b/games.pgn"), fileFor("/a/games.mistakes.epd"), fileFor("games")], ["/a.b/games.mistakes.epd", "/a/games.mistakes.epd", "games.mistakes.epd"]);
});

test("what is due is trained, the lowest boxes first", () => {
  const record = (operations: string) => `${BACK_RANK} ${operations}`;
  const text = ["# three", record('bm Rd8#; c9 "box 3, due 2026-02-20";'), record("bm Rd8#;"), record('bm Rd8#; c9 "box 1, due 2026-03-01";'), record("hmvc 0;")].join("\r\n");
  const { tasks, later, unsolvable } = tasksOf(text, TODAY);
  assert.deepEqual([tasks.map(({ line }) => line), later, unsolvable], [[2, 1], 1, 1]);
});

test("a score is told in words", () => {
  assert.equal(inWords(plus(plus(NO_SCORE, "none"), "none")), "2 of 2 at first try");
  assert.equal(inWords(plus(plus(plus(NO_SCORE, "none"), "helped"), "shown")), "1 of 3 at first try, 1 with help, 1 shown");
});

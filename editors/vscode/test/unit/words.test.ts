import assert from "node:assert/strict";
import { test } from "node:test";
import { hasWords, plain, wordsOf } from "../../src/commands/words";

const GAME = plain("12. Müller, K – Smith, J, 1-0 London, round 3, 2021.05.01, C20 King's Pawn Game, 2400–2350");

test("words are found in any order, in the name and in what stands beside it", () => {
  for (const typed of ["Smith 2021", "C20 smith", "  king's  PAWN 2400 ", "muller", "MÜLLER london", "12.", ""]) {
    assert.ok(hasWords(GAME, wordsOf(typed)), typed);
  }
});

test("every word counts", () => {
  for (const typed of ["Smith 2022", "Smith Paris", "C20x"]) assert.ok(!hasWords(GAME, wordsOf(typed)), typed);
});

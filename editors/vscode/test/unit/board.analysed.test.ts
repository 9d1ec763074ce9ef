import assert from "node:assert/strict";
import { test } from "node:test";
import { analysedOf, variantOf } from "../../src/board/analysed";

test("a state of the search is read", () => {
  const line = JSON.stringify({ depth: 12, is_over: false, lines: [{ score: "+0.32", pawns: 0.32, mate: null, text: "1. e4 e5", moves: ["e2e4", "e7e5"] }] });
  assert.deepEqual(analysedOf(line), { depth: 12, score: "+0.32", text: "1. e4 e5", moves: ["e2e4", "e7e5"], isOver: false });
  assert.deepEqual(analysedOf('{"depth":0,"lines":[],"is_over":true}'), { depth: 0, score: "", text: "", moves: [], isOver: true });
  for (const nothing of ["", "{", "error", '{"depth":1,"lines":[],"is_over":false}']) assert.equal(analysedOf(nothing), null);
});

test("engines are asked about chess and Chess960", () => {
  assert.deepEqual(["", "Standard", "Chess", "Chess960", "chess 960", "Atomic"].map(variantOf), ["chess", "chess", "chess", "chess960", "chess960", null]);
});

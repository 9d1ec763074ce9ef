import assert from "node:assert/strict";
import { test } from "node:test";
import { Crashes } from "../../src/server/crashes";

const MINUTE = 60_000;

test("a server is started again after a crash, but not for ever", () => {
  const crashes = new Crashes();
  const again = [0, 1, 2, 3, 4].map((second) => crashes.again(second * 1000));
  assert.deepEqual(again, [true, true, true, true, false]);
  crashes.forget();
  assert.ok(crashes.again(6000));
});

test("crashes of long ago do not count", () => {
  const crashes = new Crashes();
  assert.ok([0, 1, 2, 3, 4, 5].every((minute) => crashes.again(minute * MINUTE)));
});

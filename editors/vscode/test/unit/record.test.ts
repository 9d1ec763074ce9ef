import assert from "node:assert/strict";
import { test } from "node:test";
import { fenOfRecord } from "../../src/commands/record";

test("records give the six fields of their position", () => {
  const board = "4k3/8/8/8/8/8/4P3/4K3";
  const cases: [string, string | undefined][] = [
    [`${board} w - - bm e4; id "1";`, `${board} w - - 0 1`],
    [`  ${board} b KQ e3 12 34`, `${board} b KQ e3 12 34`],
    [`${board} w - - hmvc 7; id "fmvn 3;x"; fmvn 40;`, `${board} w - - 7 40`],
    ["# a remark", undefined],
    ["", undefined],
    ["1. e4 e5 2. Nf3 Nc6", undefined],
  ];
  for (const [line, fen] of cases) assert.equal(fenOfRecord(line), fen, line);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { countRecords, findings, type Status, statusText, statusTooltip } from "../../src/status/text";

const STATUS: Status = { state: "running", version: "1.2.3", count: 12_345, unit: "game", errors: 1, warnings: 0, others: 2 };

test("the status shows the number of games, or the problem", () => {
  assert.equal(statusText(STATUS), "♞ 12,345 games");
  assert.equal(statusText({ ...STATUS, count: 1, unit: "position" }), "♞ 1 position");
  assert.equal(statusText({ ...STATUS, count: undefined }), "♞ Scoresheet");
  assert.match(statusText({ ...STATUS, state: "missing" }), /no server/);
  assert.match(statusText({ ...STATUS, state: "stopped" }), /stopped/);
});

test("the tooltip has the version and the findings", () => {
  assert.equal(statusTooltip(STATUS), "**Scoresheet** 1.2.3\n\n12,345 games\n\n1 error, 2 hints");
  assert.equal(statusTooltip({ ...STATUS, state: "missing", version: undefined }), "**Scoresheet**\n\nThe program was not found.");
  assert.equal(findings({ errors: 0, warnings: 0, others: 0 }), "No findings");
});

test("records are lines that are neither empty nor a remark", () => {
  assert.equal(countRecords("# remark\n\n8/8/8/8/8/8/8/8 w - -\r\n  \r\n8/8/8/8/8/8/8/8 b - - 0 1"), 2);
  assert.equal(countRecords(""), 0);
});

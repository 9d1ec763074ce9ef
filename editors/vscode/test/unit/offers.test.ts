import assert from "node:assert/strict";
import { test } from "node:test";
import { isToBeOffered } from "../../src/offers/decision";

test("formatting on save is offered once, and only to users who have not set it", () => {
  assert.ok(isToBeOffered(false, {}));
  assert.ok(isToBeOffered(false, undefined));
  assert.ok(!isToBeOffered(true, {}));
  assert.ok(!isToBeOffered(false, { globalValue: false }));
  assert.ok(!isToBeOffered(false, { workspaceLanguageValue: true }));
});

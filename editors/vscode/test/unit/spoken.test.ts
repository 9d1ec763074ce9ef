import assert from "node:assert/strict";
import { test } from "node:test";
import { withoutPictures } from "../../src/server/spoken";

test("a picture is not read out, the words around it are", () => {
  const documentation = "B00 King's Pawn Game\n\n![board](data:image/svg+xml;base64,PHN2Zz4=|width=156,height=156)\n\n`8/8/8/8/8/8/8/8 w - - 0 1`";
  assert.equal(withoutPictures(documentation), "B00 King's Pawn Game\n\n`8/8/8/8/8/8/8/8 w - - 0 1`");
  assert.equal(withoutPictures("[%cal Ge2e4] ![link](https://example.org/a.png)"), "[%cal Ge2e4] ![link](https://example.org/a.png)");
});

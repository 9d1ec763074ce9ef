import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { COLOURS, COORDINATES, LETTERS, oneOf, PIECES, squaresOf } from "../../src/board/look";
import { written } from "../../webview/model/figurines";
import { meaningOf, signOf } from "../../webview/model/nags";

test("the settings offer what can be chosen", () => {
  const manifest = JSON.parse(readFileSync("package.json", "utf8"));
  const offered = Object.assign({}, ...manifest.contributes.configuration.map(({ properties }: { properties: object }) => properties));
  for (const [name, choices] of Object.entries({ colours: COLOURS, pieces: PIECES, coordinates: COORDINATES, letters: LETTERS })) {
    const { enum: values, default: first } = offered[`scoresheet.board.${name}`];
    assert.deepEqual(values, choices.map(({ value }) => value), name);
    assert.equal(first, choices[0]?.value);
  }
});

test("every set has all pieces, and says who drew them", () => {
  const notice = readFileSync("webview/pieces/README.md", "utf8");
  const rules = readFileSync("webview/styles/pieces.css", "utf8");
  for (const { value } of PIECES.filter(({ value }) => value !== "cburnett")) {
    assert.ok(notice.includes(`| \`${value}/\` |`), value);
    for (const piece of "wK wQ wR wB wN wP bK bQ bR bB bN bP".split(" ")) {
      assert.ok(existsSync(`webview/pieces/${value}/${piece}.svg`), `${value} ${piece}`);
      assert.ok(rules.includes(`url("../pieces/${value}/${piece}.svg")`), `${value} ${piece}`);
    }
  }
});

test("colours have names, or go with the theme", () => {
  assert.deepEqual(squaresOf("brown", "dark"), ["#f0d9b5", "#b58863"]);
  assert.notDeepEqual(squaresOf("theme", "dark"), squaresOf("theme", "light"));
  assert.deepEqual(squaresOf("pink", "light"), squaresOf("theme", "light"));
  assert.equal(oneOf(COORDINATES, true), "inside");
  assert.equal(oneOf(COORDINATES, "off"), "off");
});

test("moves are written with the letters of a language", () => {
  assert.equal(written("Nbxd7+", "German"), "Sbxd7+");
  assert.equal(written("exd8=Q#", "French"), "exd8=D#");
  assert.equal(written("O-O-O", "Dutch"), "O-O-O");
  assert.equal(written("Nf3", "English"), "Nf3");
});

test("signs and meanings are those of the server", () => {
  assert.deepEqual([signOf(1), signOf(14), signOf(146)], ["!", "+=", "N"]);
  assert.equal(signOf(9), "$9");
  assert.equal(meaningOf(19), "Black is winning");
});

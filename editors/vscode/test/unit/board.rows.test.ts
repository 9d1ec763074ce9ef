import assert from "node:assert/strict";
import { test } from "node:test";
import { itemsUpTo, rowsOf } from "../../webview/model/rows";
import { items } from "./board.samples";

/** The rows of movetext as lines of text. */
function shown(movetext: string): string[] {
  return rowsOf(items(movetext)).map((row) => {
    if (row.kind === "comment") return `{${row.item.text}}`;
    if (row.kind === "pair") {
      const cell = (item: typeof row.white) => (item === "gap" ? "…" : (item?.text ?? "-"));
      return `${row.number}. ${cell(row.white)} ${cell(row.black)}`;
    }
    const parts = row.parts.map(({ item, opens, closes, isNumbered }) => {
      const number = isNumbered && item.move ? `${item.move.number}${item.move.turn === "white" ? "." : "..."}` : "";
      return `${opens ? "(" : ""}${number}${item.text}${closes ? ")" : ""}`;
    });
    return `${">".repeat(row.depth)}${row.isStart ? "" : "~"} ${parts.join(" ")}`;
  });
}

test("the main line is in pairs of moves", () => {
  assert.deepEqual(shown("e4 e5 Nf3 Nc6 Bb5"), ["1. e4 e5", "2. Nf3 Nc6", "3. Bb5 -"]);
  assert.deepEqual(shown(""), []);
});

test("a comment or a variation leaves gaps around it", () => {
  assert.deepEqual(shown("e4 {a} e5 {b} Nf3 (Nc3 Nc6) Nc6"), ["1. e4 …", "{a}", "1. … e5", "{b}", "2. Nf3 …", "> 2.Nc3 Nc6", "2. … Nc6"]);
  assert.deepEqual(shown("e4 e5 (c5) (e6) Nf3"), ["1. e4 e5", "> 1...c5", "> 1...e6", "2. Nf3 -"]);
});

test("short nested variations are in parentheses, others in paragraphs of their own", () => {
  assert.deepEqual(shown("e4 e5 (c5 Nf3 (c3 d5 {a}) d6 d4) Nf3"), ["1. e4 e5", "> 1...c5 2.Nf3 (2.c3 d5 a) 2...d6 3.d4", "2. Nf3 -"]);
  const long = "c3 d5 exd5 Qxd5 d4 Nf6 Nf3";
  assert.deepEqual(shown(`e4 e5 (c5 Nf3 (${long}) d6) Nf3`).slice(1, 4), [
    "> 1...c5 2.Nf3",
    ">> 2.c3 d5 3.exd5 Qxd5 4.d4 Nf6 5.Nf3",
    ">~ 2...d6",
  ]);
  assert.deepEqual(shown("e4 e5 (c5 Nf3 (c3 d5 (e6)) d6) Nf3").slice(1, 4), ["> 1...c5 2.Nf3", ">> 2.c3 d5 (2...e6)", ">~ 2...d6"]);
});

test("a game that begins with Black, and a part of a game", () => {
  const list = items("e4 e5 (c5 Nf3) Nf3 Nc6");
  assert.deepEqual(rowsOf(list.slice(1, 2)).map((row) => row.kind === "pair" && [row.number, row.white]), [[1, "gap"]]);
  assert.equal(rowsOf(list.slice(2)).length, 2);
});

test("no more is seen in study mode than was reached", () => {
  const list = items("e4 {a} e5 (c5 {b} Nf3 (c3) d6) {c} Nf3 {d} Nc6");
  const upTo = (text: string) => itemsUpTo(list, list.find((item) => item.text === text)).map((item) => item.text);
  assert.deepEqual(upTo("Nf3"), ["e4", "a", "e5", "c5", "b", "Nf3"]);
  assert.deepEqual(upTo("d6"), ["e4", "a", "e5", "c5", "b", "Nf3", "d6"]);
  assert.deepEqual(upTo("Nc6"), ["e4", "a", "e5", "c", "Nf3", "d", "Nc6"]);
  assert.deepEqual(itemsUpTo(list, undefined), []);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { newGame } from "../../src/commands/newGameText";
import { pastedOf } from "../../src/board/pasted";
import { ARMIES, fenOf, possibleRights, setupOf } from "../../webview/model/setup";

test("rights to castle need king and rook at home", () => {
  assert.equal(possibleRights(ARMIES), "KQkq");
  assert.equal(possibleRights("r3k3/8/8/8/8/8/8/4K2R"), "Kq");
  assert.equal(possibleRights("4k3/8/8/8/8/8/8/R5KR"), "");
});

test("a position that is set up is a FEN, and the other way round", () => {
  assert.equal(fenOf({ placement: "r3k3/8/8/8/8/8/8/4K2R", turn: "black", castling: "KQkq" }), "r3k3/8/8/8/8/8/8/4K2R b Kq - 0 1");
  assert.equal(fenOf({ placement: "4k3/8/8/8/8/8/8/4K3", turn: "white", castling: "KQkq" }), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  assert.deepEqual(setupOf(" 4k3/8/8/8/8/8/8/4K2R b K - 3 9"), { placement: "4k3/8/8/8/8/8/8/4K2R", turn: "black", castling: "K" });
  assert.deepEqual(setupOf(ARMIES), { placement: ARMIES, turn: "white", castling: "KQkq" });
  for (const fen of ["", "4k3/8/8/8/8/8/8", "4k3/9/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4X3 w", "44k3/8/8/8/8/8/8/8"]) assert.equal(setupOf(fen), null, fen);
});

test("a text from the clipboard is a position, moves or games", () => {
  assert.deepEqual(pastedOf(" 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n"), { kind: "position", fen: "4k3/8/8/8/8/8/8/4K3 w - - 0 1" });
  assert.deepEqual(pastedOf("1. e4 e5 2.Nf3! Nc6 ?! $1 1-0"), { kind: "moves", moves: ["e4", "e5", "Nf3", "Nc6"], isFromStart: true });
  assert.deepEqual(pastedOf("12... Nf6 13 Bb5"), { kind: "moves", moves: ["Nf6", "Bb5"], isFromStart: false });
  for (const games of ['[Event "?"]\n\n1. e4 *', "1. e4 {best} e5", "1. e4 (1. d4) e5"]) assert.deepEqual(pastedOf(games), { kind: "games" });
});

test("a new game has the roster, its position and its result", () => {
  const roster = '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "?"]\n[Black "?"]\n';
  assert.equal(newGame("", [["SetUp", "1"]], "*"), `${roster}[Result "*"]\n[SetUp "1"]\n\n*\n`);
  assert.equal(newGame("1. d4 *\n", [], "1. e4 1-0"), `\n${roster}[Result "1-0"]\n\n1. e4 1-0\n`);
});

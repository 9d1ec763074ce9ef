import assert from "node:assert/strict";
import { test } from "node:test";
import { clockFace } from "../../webview/model/clock";
import { announcement, describePosition, moveLabel, spokenMove } from "../../webview/model/description";
import { destinations, dropOn, movesBetween, promotionOf } from "../../webview/model/dests";
import { shortScore, whiteShare } from "../../webview/model/evaluation";
import { handOf, piecesOf, turnOf } from "../../webview/model/fen";
import { graphOf, outlineOf, pointAt } from "../../webview/model/graph";
import { written, withoutSuffix } from "../../webview/model/figurines";
import { commandOf } from "../../webview/model/keys";
import { material } from "../../webview/model/material";
import { occasion, player, startPosition, wantedSide } from "../../webview/model/players";
import { board, items, move } from "./board.samples";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

test("the pieces of a FEN are read", () => {
  assert.equal(piecesOf(START).length, 32);
  assert.deepEqual(piecesOf("8/4K3/8/8/8/8/8/7r[QNp] b - - 0 1"), [
    { square: "e7", role: "king", side: "white" },
    { square: "h1", role: "rook", side: "black" },
  ]);
  assert.deepEqual([turnOf(START), turnOf("8/8/8/8/8/8/8/8 b - -")], ["white", "black"]);
});

test("pieces in hand are read, where they are kept", () => {
  const fen = "8/4K3/8/8/8/8/8/7r[QNpNP] b - - 0 1";
  assert.deepEqual([handOf(fen, "white"), handOf(fen, "black")], [["pawn", "knight", "knight", "queen"], ["pawn"]]);
  assert.deepEqual([handOf(START.replace(" ", "[] "), "white"), handOf(START, "white")], [[], null]);
});

test("captured material is what is missing since the start of the game", () => {
  assert.deepEqual(material(START, START), { white: [], black: [], lead: 0 });
  const afterTrade = "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKB1R w KQkq - 0 3";
  assert.deepEqual(material(afterTrade, START), { white: ["pawn"], black: ["pawn", "knight"], lead: -3 });
  const promoted = "QQ2k3/8/8/8/8/8/8/4K3 w - - 0 1";
  assert.deepEqual(material(promoted, START).black.includes("queen"), false);
  const endgame = "4k3/p7/8/8/8/8/PP6/R3K3 w - - 0 1";
  assert.deepEqual(material(endgame, endgame), { white: [], black: [], lead: 6 });
  assert.deepEqual(material("4k3/8/8/8/8/8/PP6/R3K3 b - - 0 1", endgame), { white: ["pawn"], black: [], lead: 7 });
  assert.deepEqual(material(endgame, null), { white: [], black: [], lead: 6 });
});

test("evaluations have a bar and a short name", () => {
  assert.equal(whiteShare("0.00"), 0.5);
  assert.equal((whiteShare("+1.00") ?? 0).toFixed(2), "0.59");
  assert.deepEqual([whiteShare("#3"), whiteShare("#-3"), whiteShare("?"), whiteShare("")], [1, 0, null, null]);
  assert.deepEqual(["+0.25", "-0.04", "-12.34", "#-3", "0.00"].map(shortScore), ["+0.3", "0.0", "-12", "#-3", "0.0"]);
});

test("clocks have faces", () => {
  assert.deepEqual([0, 9.56, 59, 61, 3723, -4].map(clockFace), ["0:00", "0:09.5", "0:59", "1:01", "1:02:03", "0:00"]);
});

test("figurines replace only the letters of pieces", () => {
  const plain = (san: string) => written(san, "figurines").replaceAll("\uFE0E", "");
  assert.deepEqual(["Nf3", "bxa8=Q+", "O-O", "e4", "Rad1", "a8Q#"].map(plain), ["♘f3", "bxa8=♕+", "O-O", "e4", "♖ad1", "a8♕#"]);
  assert.equal(withoutSuffix("Nf3!?"), "Nf3");
});

test("pieces go where the legal moves say", () => {
  const legal = [
    { san: "O-O", uci: "e1g1" },
    { san: "a8=Q", uci: "a7a8q" },
    { san: "a8=N", uci: "a7a8n" },
    { san: "N@f3", uci: "N@f3" },
  ];
  assert.deepEqual([...destinations(legal)], [["e1", ["g1", "h1"]], ["a7", ["a8"]]]);
  assert.deepEqual(movesBetween(legal, "e1", "h1").map((legal) => legal.uci), ["e1g1"]);
  assert.deepEqual(movesBetween(legal, "a7", "a8").map(promotionOf), ["q", "n"]);
  assert.deepEqual([dropOn(legal, "knight", "f3")?.san, dropOn(legal, "knight", "f4"), dropOn(legal, "queen", "f3")], ["N@f3", undefined, undefined]);
  assert.deepEqual([...destinations([{ san: "O-O-O", uci: "c1b1" }])], [["c1", ["b1"]]]);
});

test("players and the occasion come from the tags", () => {
  const tags = Object.entries({ White: "Tal, M", WhiteElo: "2600", BlackElo: "?", Event: "Riga", Round: "-", Date: "1958.??.??" });
  const named = tags.map(([name, value]) => ({ name, value }));
  assert.deepEqual(player(named, "white"), { name: "Tal, M", title: "", rating: "2600" });
  assert.deepEqual(player(named, "black"), { name: "Black", title: "", rating: "" });
  assert.equal(occasion(named), "Riga, 1958");
  assert.equal(occasion([{ name: "id", value: "BK.01" }]), "BK.01");
  assert.deepEqual([startPosition([{ name: "FEN", value: "8/8" }], true), startPosition([], false)], ["8/8", null]);
  assert.equal(startPosition(named, true), START.split(" ")[0]);
});

test("keys have their commands, and VS Code keeps its own", () => {
  const key = (name: string, more = {}) => commandOf({ key: name, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...more });
  assert.deepEqual(key("ArrowRight"), { step: "next" });
  assert.deepEqual(key("ArrowRight", { shiftKey: true }), { step: "intoVariation" });
  assert.deepEqual(key("?", { shiftKey: true }), { action: "keys" });
  assert.deepEqual([key("1"), key("6"), key("7")], [{ nag: 1 }, { nag: 6 }, null]);
  assert.deepEqual([key("e"), key("c"), key("Delete")], [{ action: "explorer" }, { action: "comment" }, { action: "delete" }]);
  assert.equal(key("f", { ctrlKey: true }), null);
  assert.equal(key("x"), null);
});

test("moves and positions can be heard", () => {
  const spoken = ["Nxf3+", "O-O-O#", "exd8=Q", "Rad1", "e4!?", "--"].map(spokenMove);
  assert.deepEqual(spoken, ["knight takes f3, check", "castles queenside, checkmate", "e takes d8 promotes to queen", "rook a d1", "e4", "--"]);
  const after = { ...move("Bb5+", 3), turn: "white" as const };
  const said = announcement(board({ fen: "8/8/8/8/8/8/8/8 b - - 0 1", lastMove: after, facts: ["White is a queen up.", "Black is in check and has 5 legal moves."] }));
  assert.equal(said, "1, White: bishop b5, check. Black to move. Black is in check and has 5 legal moves.");
  const quiet = announcement(board({ facts: ["Material is even.", "White has 20 legal moves."] }));
  assert.equal(quiet, "Start position. White to move.");
  assert.equal(announcement(board({ fen: null })), "The position is not known here.");
  assert.equal(describePosition("4k3/p7/8/8/8/8/8/R3K2R w - - 0 1"), "White: king e1, rooks a1 and h1. Black: king e8, pawn a7.");
  const [first] = items("e4");
  assert.ok(first?.move);
  const good = { ...first, depth: 1, move: { ...first.move, nags: [{ number: 1, glyph: "!", meaning: "a good move" }] } };
  assert.equal(moveLabel(good), "1, White, e4, a good move, variation level 1");
});

test("evaluations of the main line make a curve", () => {
  const plain = items("e4 e5 (c5 Nf3) Nf3 Nc6 Bb5");
  const scores = ["0.00", null, "9.99", null, "#3", null, "+1.00"];
  const evaluated = plain.map((item, index) => (item.move ? { ...item, move: { ...item.move, evaluation: scores[index] ? { score: scores[index], depth: null } : null } } : item));
  assert.equal(graphOf(plain), null);
  assert.equal(graphOf(evaluated.slice(0, 3)), null, "one point is no curve");
  const graph = graphOf(evaluated);
  assert.ok(graph);
  assert.equal(graph.plies, 5);
  assert.deepEqual(graph.points.map(({ ply, item }) => [ply, item.text]), [[0, "e4"], [2, "Nf3"], [4, "Bb5"]]);
  assert.equal(outlineOf(graph), "M0 1L0 0.5000L2 0.0000L4 0.4110L4 1Z");
  assert.deepEqual([0, 0.2, 0.3, 0.7, 0.8, 1].map((place) => pointAt(graph, place)?.item.text), ["e4", "e4", "Nf3", "Nf3", "Bb5", "Bb5"]);
});

test("a game says from which side it is shown", () => {
  const wanted = (name: string, value: string) => wantedSide([{ name: "Event", value: "?" }, { name, value }]);
  assert.equal(wanted("Orientation", "black"), "black");
  assert.equal(wanted("StudyBoardOrientation", "Black"), "black");
  assert.equal(wanted("GameBoardOrientation", "White"), "white");
  for (const value of ["?", "", "both"]) assert.equal(wanted("Orientation", value), null);
});

/** Adds games to the end of a text: those that were pasted, and one that starts from a position. */
import * as vscode from "vscode";
import { gap, newGame } from "../commands/newGameText";
import { editorOf } from "./editors";
import type { Position } from "./protocol";

/** Adds a game that starts from a position. Returns the place where its moves go. */
export async function addPosition(document: vscode.TextDocument, fen: string): Promise<Position | null> {
  const text = newGame(document.getText(), [["SetUp", "1"], ["FEN", fen]], "*");
  return insert(document, text, text.lastIndexOf("*"));
}

/** Adds a line of moves as a game. Returns the place of its first move. */
export async function addMoves(document: vscode.TextDocument, moves: string): Promise<Position | null> {
  const result = /(?:\*|1-0|0-1|1\/2-1\/2)\s*$/.test(moves) ? "" : " *";
  const text = newGame(document.getText(), [], moves.trim() + result);
  return insert(document, text, text.lastIndexOf(moves.trim()));
}

/** Adds games as they are. Returns the place of the first one. */
export async function addGames(document: vscode.TextDocument, games: string): Promise<Position | null> {
  const before = gap(document.getText());
  return insert(document, `${before}${games.trim()}\n`, before.length);
}

/** Inserts a text at the end of the document. Returns the place at `offset` in it; null if the text cannot be changed. */
async function insert(document: vscode.TextDocument, text: string, offset: number): Promise<Position | null> {
  const end = document.lineAt(document.lineCount - 1).range.end;
  const start = document.offsetAt(end);
  const editor = await editorOf(document);
  // VS Code writes the line ends of the document.
  const ends = document.eol === vscode.EndOfLine.CRLF ? (text.slice(0, offset).match(/\n/g)?.length ?? 0) : 0;
  return (await editor.edit((builder) => builder.insert(end, text))) ? document.positionAt(start + offset + ends) : null;
}

import * as vscode from "vscode";
import { editorInUse } from "../editor";
import { hasGames, isOurs } from "../languages";
import { gameAt, gamesOf } from "../outline";
import type { Server } from "../server/server";
import { boardAtCursor } from "./position";

/** The time in milliseconds for which the status bar confirms a copy. */
const SHOWN = 3000;

/** Copies the position at the cursor to the clipboard, in Forsyth-Edwards Notation. */
export async function copyFen(server: Server): Promise<void> {
  const board = await boardAtCursor(server);
  if (board === undefined) return;
  await vscode.env.clipboard.writeText(board.fen);
  vscode.window.setStatusBarMessage(`Copied ${board.fen}`, SHOWN);
}

/** Copies the game at the cursor to the clipboard; in a list of positions, the record. */
export async function copyGame(server: Server): Promise<void> {
  const editor = editorInUse();
  if (editor === undefined) return;
  const { document, selection } = editor;
  if (isOurs(document) && !hasGames(document)) {
    await vscode.env.clipboard.writeText(document.lineAt(selection.active.line).text);
    vscode.window.setStatusBarMessage("Copied the record", SHOWN);
    return;
  }
  const game = gameAt(await gamesOf(server.client, document), selection.active);
  if (game === undefined) {
    void vscode.window.showInformationMessage("There is no game to copy.");
    return;
  }
  await vscode.env.clipboard.writeText(`${document.getText(game.range).trim()}\n`);
  vscode.window.setStatusBarMessage(`Copied ${game.name}`, SHOWN);
}

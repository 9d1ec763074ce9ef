import * as vscode from "vscode";
import type { Notation, Part } from "../board/protocol";
import { Requests } from "../board/requests";
import { editorInUse } from "../editor";
import { hasGames } from "../languages";
import type { Server } from "../server/server";
import { boardAtCursor } from "./position";

/** The time in milliseconds for which the status bar confirms a copy. */
const SHOWN = 3000;

/** Which moves are copied, and how; key bindings pass it as the argument. */
export interface CopiedLine {
  part: Part;
  notation: Notation;
}

const PARTS: readonly (vscode.QuickPickItem & { part: Part })[] = [
  { part: "line", label: "Line", detail: "From the first move of the game through this variation to its end" },
  { part: "variation", label: "Variation", detail: "The moves of this variation alone" },
  { part: "mainLine", label: "Main line", detail: "The moves of the game without variations" },
];

const NOTATIONS: readonly (vscode.QuickPickItem & { notation: Notation })[] = [
  { notation: "san", label: "SAN", detail: "1. e4 e5 2. Nf3" },
  { notation: "figurines", label: "Figurines", detail: "1. e4 e5 2. ♘f3" },
  { notation: "uci", label: "UCI", detail: "e2e4 e7e5 g1f3" },
  { notation: "fen", label: "FEN", detail: "The positions, a line each" },
];

/** Copies the moves of a line at the cursor to the clipboard, without comments. Prompts for what is not given. */
export async function copyMoves(server: Server, given: Partial<CopiedLine>): Promise<void> {
  const editor = editorInUse();
  if (editor === undefined || !hasGames(editor.document)) {
    void vscode.window.showInformationMessage("Open a PGN file first, and place the cursor in a game.");
    return;
  }
  const part = given.part ?? (await choosePart(server));
  if (part === undefined) return;
  const notation = given.notation ?? (await vscode.window.showQuickPick(NOTATIONS, { title: "Copy Moves: Notation" }))?.notation;
  if (notation === undefined) return;
  try {
    const line = await new Requests(() => server.client).line(editor.document, editor.selection.active, part, notation);
    if (line === null || line.moves === 0) {
      void vscode.window.showInformationMessage("There are no moves to copy.");
      return;
    }
    await vscode.env.clipboard.writeText(line.text);
    vscode.window.setStatusBarMessage(`Copied ${line.moves} ${line.moves === 1 ? "ply" : "plies"}`, SHOWN);
  } catch (error) {
    void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}

/** On the main line there is no choice. */
async function choosePart(server: Server): Promise<Part | undefined> {
  const board = await boardAtCursor(server);
  if (board === undefined) return undefined;
  if (board.depth === 0) return "mainLine";
  return (await vscode.window.showQuickPick(PARTS, { title: "Copy Moves" }))?.part;
}

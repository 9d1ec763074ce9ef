import * as vscode from "vscode";
import type { Board } from "../board/protocol";
import { Requests } from "../board/requests";
import { editorInUse } from "../editor";
import type { Server } from "../server/server";

/** The board at the cursor of the current editor; shows a message if there is none. */
export async function boardAtCursor(server: Server): Promise<(Board & { readonly fen: string }) | undefined> {
  const editor = editorInUse();
  if (editor === undefined) {
    void vscode.window.showInformationMessage("Open a PGN, EPD or FEN file first, and place the cursor in it.");
    return undefined;
  }
  const board = await new Requests(() => server.client).board(editor.document, editor.selection.active);
  if (board?.fen != null) return { ...board, fen: board.fen };
  void vscode.window.showInformationMessage("There is no position at the cursor.");
  return undefined;
}

/** Shows a game that was found, in the text. */
import * as vscode from "vscode";
import type { FoundGamePlace } from "./collection";
import { columnOfTexts, moveCursor } from "./editors";

/** Shows a game; one of a compressed file as a text of its own. */
export async function showGame({ uri, range, text }: FoundGamePlace, takesFocus = true): Promise<void> {
  const document = text === null ? await vscode.workspace.openTextDocument(vscode.Uri.parse(uri, true)) : await vscode.workspace.openTextDocument({ language: "pgn", content: text });
  const editor = await vscode.window.showTextDocument(document, { viewColumn: columnOfTexts(), preview: true, preserveFocus: !takesFocus });
  // At the end of a move, the board shows the position after it.
  moveCursor(editor, text === null ? range.end : { line: 0, character: 0 });
}

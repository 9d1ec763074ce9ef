import * as vscode from "vscode";
import { hasChess } from "./embedded";

/** The current editor with games or records: the active one or, if no text is active, as in the board, a visible one. */
export function editorInUse(): vscode.TextEditor | undefined {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  return (activeTextEditor === undefined ? visibleTextEditors : [activeTextEditor]).find((editor) => hasChess(editor.document));
}

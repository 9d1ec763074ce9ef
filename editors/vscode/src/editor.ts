import * as vscode from "vscode";
import { isOurs } from "./languages";

/** The editor with games or records that is meant: the active one, and while no text is active, as in the board, one that is seen. */
export function editorInUse(): vscode.TextEditor | undefined {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  return (activeTextEditor === undefined ? visibleTextEditors : [activeTextEditor]).find((editor) => isOurs(editor.document));
}

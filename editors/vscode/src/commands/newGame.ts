import * as vscode from "vscode";
import { hasGames } from "../languages";
import { newGameSnippet } from "./newGameText";

/** Adds a game at the end of the open file, or in a new file if none is open. */
export async function newGame(): Promise<void> {
  const editor = await editorForGame();
  const { document } = editor;
  const end = document.lineAt(document.lineCount - 1).range.end;
  const snippet = new vscode.SnippetString(newGameSnippet(document.getText(), today()));
  await editor.insertSnippet(snippet, end);
  editor.revealRange(new vscode.Range(end, editor.selection.active));
}

async function editorForGame(): Promise<vscode.TextEditor> {
  const active = vscode.window.activeTextEditor;
  if (active !== undefined && hasGames(active.document)) return active;
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: "pgn" }));
}

/** The date in the form of the Date tag. */
function today(): string {
  const now = new Date();
  const digits = (number: number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}.${digits(now.getMonth() + 1)}.${digits(now.getDate())}`;
}

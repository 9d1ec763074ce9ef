/** The files of training: which one is meant, and keeping mistakes in them. */
import * as vscode from "vscode";
import { fileName } from "../commands/fileName";
import { editorInUse } from "../editor";
import { hasGames } from "../languages";
import { dayOf } from "./leitner";
import { ENDING, fileFor, type Mistake, withMistakes } from "./mistakes";

/** So many files are offered at most. */
const MOST_FILES = 200;

/** The file of mistakes that belongs to the text in use, else one that the user chooses; `undefined` where there is none. */
export async function mistakesFile(): Promise<vscode.TextDocument | undefined> {
  const document = editorInUse()?.document;
  const beside = document && document.uri.with({ path: fileFor(document.uri.path) });
  if (document && beside && (document.uri.path.endsWith(ENDING) || (hasGames(document) && (await exists(beside))))) return vscode.workspace.openTextDocument(beside);
  return choose(`**/*${ENDING}`, "Train Mistakes", "No mistakes are kept yet. In study mode, the moves that you miss can be kept.");
}

/** The EPD file in use, else one that the user chooses. */
export async function positionsFile(): Promise<vscode.TextDocument | undefined> {
  const document = editorInUse()?.document;
  if (document?.languageId === "epd") return document;
  return choose("**/*.epd", "Train Positions of an EPD File", "There is no EPD file in this folder.");
}

/** Keeps mistakes in the file beside the games, and saves it. Returns it; throws a sentence for the user if that is impossible. */
export async function keepMistakes(games: vscode.TextDocument, mistakes: readonly Mistake[]): Promise<vscode.Uri> {
  if (games.isUntitled) throw new Error("Save the games first: the mistakes go into a file beside them");
  const uri = games.uri.with({ path: fileFor(games.uri.path) });
  const edit = new vscode.WorkspaceEdit();
  const isThere = await exists(uri);
  const before = isThere ? await vscode.workspace.openTextDocument(uri) : undefined;
  const text = withMistakes(before?.getText() ?? "", mistakes, dayOf(new Date()));
  if (before) edit.replace(uri, new vscode.Range(before.positionAt(0), before.positionAt(Infinity)), text);
  else edit.createFile(uri, { contents: new TextEncoder().encode(text) });
  if (!(await vscode.workspace.applyEdit(edit))) throw new Error(`${fileName(uri.path)} cannot be changed`);
  await before?.save();
  return uri;
}

async function choose(pattern: string, title: string, none: string): Promise<vscode.TextDocument | undefined> {
  const files = await vscode.workspace.findFiles(pattern, undefined, MOST_FILES);
  if (files.length === 0) return void vscode.window.showInformationMessage(none);
  const items = files.map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri })).sort((one, other) => one.label.localeCompare(other.label));
  const chosen = items.length === 1 ? items[0] : await vscode.window.showQuickPick(items, { title });
  return chosen && vscode.workspace.openTextDocument(chosen.uri);
}

function exists(uri: vscode.Uri): Promise<boolean> {
  return Promise.resolve(vscode.workspace.fs.stat(uri)).then(() => true, () => false);
}

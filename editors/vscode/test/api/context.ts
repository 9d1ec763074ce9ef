import * as vscode from "vscode";
import type { Api } from "../../src/extension";

/** How long something may take to come true, in milliseconds. It costs nothing where all is well. */
const LIMIT = 60_000;

/** Tests by their names. They run one after the other, in one VS Code. */
export type Tests = Record<string, () => Promise<void>>;

/** The extension, once it has started. */
export async function extension(): Promise<Api> {
  const found = vscode.extensions.getExtension<Api>("scoresheet.scoresheet");
  if (found === undefined) throw new Error("the extension is not there");
  return found.activate();
}

/** The value of `get` once it has one. */
export async function until<T>(get: () => Promise<T | undefined | null | false> | T | undefined | null | false, what = String(get)): Promise<T> {
  const end = Date.now() + LIMIT;
  for (;;) {
    const value = await get();
    if (value !== undefined && value !== null && value !== false) return value;
    if (Date.now() > end) throw new Error(`not within ${LIMIT / 1000} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A file of the workspace with this content, opened in an editor. */
export async function openFile(name: string, content: string): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(await writeFile(name, content));
}

/** A file of the workspace with this content. */
export async function writeFile(name: string, content: string): Promise<vscode.Uri> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (folder === undefined) throw new Error("no workspace");
  const uri = vscode.Uri.joinPath(folder, name);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(content));
  return uri;
}

/** The findings of our server in a document. */
export function findings(document: vscode.TextDocument): vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(document.uri).filter((finding) => finding.source === "scoresheet");
}

/** The rules of the findings, in the order of the text. */
export function rules(document: vscode.TextDocument): string[] {
  const inOrder = findings(document).sort((a, b) => a.range.start.compareTo(b.range.start));
  return inOrder.map(({ code }) => String(typeof code === "object" ? code.value : code));
}

/** The position of the first `text`, plus a number of characters. */
export function place(document: vscode.TextDocument, text: string, behind = 0): vscode.Position {
  const offset = document.getText().indexOf(text);
  if (offset === -1) throw new Error(`'${text}' is not in ${document.uri.toString()}`);
  return document.positionAt(offset + behind);
}

/** Puts another text in place of all of it. */
export async function replaceAll(editor: vscode.TextEditor, text: string): Promise<void> {
  const all = new vscode.Range(new vscode.Position(0, 0), editor.document.lineAt(editor.document.lineCount - 1).range.end);
  await editor.edit((edit) => edit.replace(all, text));
}

/** A game with these moves. */
export function game(moves: string, white = "Anderssen, A"): string {
  const tags = { Event: "Test", Site: "?", Date: "1851.06.21", Round: "1", White: white, Black: "Kieseritzky, L", Result: "*" };
  return `${Object.entries(tags).map(([name, value]) => `[${name} "${value}"]\n`).join("")}\n${moves} *\n`;
}

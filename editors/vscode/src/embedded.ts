/** Chess in other documents: which documents are sent to the server for it. */
import * as vscode from "vscode";
import { beginsBlock, DOCUMENTS, isOurs } from "./languages";

/** Whether documents have blocks, by their version. */
const known = new WeakMap<vscode.TextDocument, { readonly version: number; readonly has: boolean }>();

/** Whether chess in other documents is wanted. */
export function isEmbeddedWanted(): boolean {
  return vscode.workspace.getConfiguration("scoresheet").get("embedded", true);
}

/** Whether a document is one that may have blocks. */
export function isDocument(document: Pick<vscode.TextDocument, "languageId">): boolean {
  return (DOCUMENTS as readonly string[]).includes(document.languageId);
}

/** Whether a document is in one of our languages, or seems to have blocks in one. */
export function hasChess(document: vscode.TextDocument): boolean {
  if (isOurs(document)) return true;
  if (!isDocument(document) || !isEmbeddedWanted()) return false;
  const before = known.get(document);
  if (before?.version === document.version) return before.has;
  const has = beginsBlock(document.getText(), document.languageId);
  known.set(document, { version: document.version, has });
  return has;
}

/** Calls `start` once a document with chess is open: at once, unless all that is open are documents that have none. */
export function onceNeeded(start: () => unknown): vscode.Disposable {
  const isNeeded = () => {
    const { textDocuments } = vscode.workspace;
    return textDocuments.some(hasChess) || !textDocuments.some(isDocument);
  };
  if (isNeeded()) {
    start();
    return new vscode.Disposable(() => {});
  }
  const look = () => {
    if (!isNeeded()) return;
    listeners.dispose();
    start();
  };
  const listeners = vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.workspace.onDidChangeTextDocument(({ document }) => isDocument(document) && look()),
  );
  return listeners;
}

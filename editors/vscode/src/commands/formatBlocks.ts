import * as vscode from "vscode";
import { DocumentFormattingRequest } from "vscode-languageclient/node";
import { isDocument } from "../embedded";
import type { Server } from "../server/server";

/** Formats the games and positions in a document, and nothing else of it. It is no formatter of such documents, which they may have already. */
export async function formatBlocks(server: Server): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const client = server.client;
  if (editor === undefined || !isDocument(editor.document) || !client?.isRunning()) {
    void vscode.window.showInformationMessage("Open a document with blocks of chess first.");
    return;
  }
  const { document } = editor;
  const { version } = document;
  const options = { tabSize: 2, insertSpaces: true };
  const edits = await client.sendRequest(DocumentFormattingRequest.type, { textDocument: client.code2ProtocolConverter.asTextDocumentIdentifier(document), options });
  if (!edits?.length || document.version !== version) return;
  const changes = new vscode.WorkspaceEdit();
  changes.set(document.uri, await client.protocol2CodeConverter.asTextEdits(edits));
  await vscode.workspace.applyEdit(changes);
}

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { hasGames, isOurs } from "../languages";
import { BOARD, type Position } from "../protocol";
import { fenOfRecord } from "./record";

/** The position at the cursor of the active editor; says so where there is none. */
export async function positionAtCursor(client: LanguageClient | undefined): Promise<Position | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || !isOurs(editor.document)) {
    void vscode.window.showInformationMessage("Open a PGN, EPD or FEN file first, and place the cursor in it.");
    return undefined;
  }
  const position = await positionAt(client, editor.document, editor.selection.active);
  if (position === undefined) void vscode.window.showInformationMessage("There is no position at the cursor.");
  return position;
}

async function positionAt(client: LanguageClient | undefined, document: vscode.TextDocument, place: vscode.Position): Promise<Position | undefined> {
  if (!hasGames(document)) {
    const fen = fenOfRecord(document.lineAt(place.line).text);
    return fen === undefined ? undefined : { fen };
  }
  const answer = await client?.sendRequest<Position | null>(BOARD, {
    textDocument: { uri: client.code2ProtocolConverter.asUri(document.uri) },
    position: client.code2ProtocolConverter.asPosition(place),
  });
  return answer?.fen == null ? undefined : answer;
}

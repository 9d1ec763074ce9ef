/** The way from a lens above a game to its board. */
import * as vscode from "vscode";
import type { ClientCapabilities, FeatureState, StaticFeature } from "vscode-languageclient/node";
import { moveCursor } from "./editors";
import type { Position } from "./protocol";

/** The command of such a lens: see `server/docs/protocol.md`. */
export const SHOW_BOARD = "scoresheet.showBoard";

/** A place in a document, as the server gives it. */
export interface ShownPlace {
  readonly textDocument: { readonly uri: string };
  readonly position: Position;
}

/** Tells the server that this editor runs the command, without which it offers no such lens. */
export class BoardLenses implements StaticFeature {
  fillClientCapabilities(capabilities: ClientCapabilities): void {
    capabilities.experimental = { ...(capabilities.experimental as object | undefined), commands: { commands: [SHOW_BOARD] } };
  }

  initialize(): void {}

  getState(): FeatureState {
    return { kind: "static" };
  }

  clear(): void {}
}

/** Puts the cursor at a place, where the board will find it. */
export async function goThere({ textDocument, position }: ShownPlace): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(textDocument.uri));
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
  moveCursor(await vscode.window.showTextDocument(document, shown?.viewColumn), position);
}

/** Opens the board from the code lens above a game. */
import * as vscode from "vscode";
import type { ClientCapabilities, FeatureState, StaticFeature } from "vscode-languageclient/node";
import { moveCursor } from "./editors";
import type { Position } from "./protocol";

/** The command of the lens: see `server/docs/protocol.md`. */
export const SHOW_BOARD = "scoresheet.showBoard";

/** A place in a document, as the server sends it. */
export interface ShownPlace {
  readonly textDocument: { readonly uri: string };
  readonly position: Position;
}

/** Announces the command to the server, which offers the lens only then. */
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

/** Moves the cursor to a place, which the board follows. */
export async function goThere({ textDocument, position }: ShownPlace): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(textDocument.uri));
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
  moveCursor(await vscode.window.showTextDocument(document, shown?.viewColumn), position);
}

import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { registerBoard } from "./board";

/** The entry point: VS Code calls it when a file of one of our languages is opened, or a command of ours is run. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  let client: LanguageClient | undefined;
  context.subscriptions.push(registerBoard(context, () => client));
}

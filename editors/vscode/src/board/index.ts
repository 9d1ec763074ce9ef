import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";

/** The board view; `client` is asked anew each time, as the server may be started again. */
export function registerBoard(_context: vscode.ExtensionContext, _client: () => LanguageClient | undefined): vscode.Disposable {
  return new vscode.Disposable(() => undefined);
}

/** The findings that the server has told of, shown but for those that are not to be seen at present. */
import * as vscode from "vscode";
import type { HandleDiagnosticsSignature } from "vscode-languageclient/node";
import type { Secrets } from "./secrets";

/** All that is known of the problems of each document. */
export class Problems {
  private readonly known = new Map<string, { diagnostics: vscode.Diagnostic[]; show: HandleDiagnosticsSignature }>();

  constructor(private readonly secrets: Secrets) {}

  /** Takes what is told of a document, and shows it by `show`. */
  tell(uri: vscode.Uri, diagnostics: vscode.Diagnostic[], show: HandleDiagnosticsSignature): void {
    if (diagnostics.length > 0) this.known.set(uri.toString(), { diagnostics, show });
    else this.known.delete(uri.toString());
    show(uri, diagnostics.filter((diagnostic) => this.isSeen(uri, diagnostic)));
  }

  /** Shows them anew, after something was hidden or is not any more. */
  again({ uri }: vscode.TextDocument): void {
    const known = this.known.get(uri.toString());
    if (known) this.tell(uri, known.diagnostics, known.show);
  }

  /** Whether a finding says nothing of what is hidden. */
  private isSeen(uri: vscode.Uri, { range }: vscode.Diagnostic): boolean {
    const document = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
    return document === undefined || !this.secrets.hides(document, range.end);
  }
}

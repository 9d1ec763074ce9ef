/** Shows the server's findings, except those in hidden parts of a text. */
import * as vscode from "vscode";
import type { HandleDiagnosticsSignature } from "vscode-languageclient/node";
import type { Secrets } from "./secrets";

/** The findings of each document. */
export class Problems {
  private readonly known = new Map<string, { diagnostics: vscode.Diagnostic[]; show: HandleDiagnosticsSignature }>();

  constructor(private readonly secrets: Secrets) {}

  /** Stores the findings of a document, and shows the visible ones by `show`. */
  tell(uri: vscode.Uri, diagnostics: vscode.Diagnostic[], show: HandleDiagnosticsSignature): void {
    if (diagnostics.length > 0) this.known.set(uri.toString(), { diagnostics, show });
    else this.known.delete(uri.toString());
    show(uri, diagnostics.filter((diagnostic) => this.isSeen(uri, diagnostic)));
  }

  /** Updates the visible findings after the hidden parts have changed. */
  again({ uri }: vscode.TextDocument): void {
    const known = this.known.get(uri.toString());
    if (known) this.tell(uri, known.diagnostics, known.show);
  }

  /** Whether a finding is outside of the hidden parts. */
  private isSeen(uri: vscode.Uri, { range }: vscode.Diagnostic): boolean {
    const document = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
    return document === undefined || !this.secrets.hides(document, range.end);
  }
}

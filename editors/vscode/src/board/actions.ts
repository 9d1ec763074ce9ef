/** What can be done with the move on the board: the server's refactorings, for a menu in the view. */
import * as vscode from "vscode";
import { type CodeAction, CodeActionKind, CodeActionRequest, CodeActionResolveRequest, type LanguageClient } from "vscode-languageclient/node";
import { rangeOf } from "./editors";
import type { Place } from "./follower";

export class MoveActions {
  private offered: readonly CodeAction[] = [];

  constructor(private readonly client: () => LanguageClient | undefined) {}

  /** The titles of what can be done at a place, in the order of the server; of one kind if it is given. */
  async at({ document, position }: Place, kind: string = CodeActionKind.Refactor): Promise<string[]> {
    const client = this.client();
    this.offered = [];
    if (!client?.isRunning()) return [];
    const { line, character } = position;
    const range = rangeOf({ start: { line, character }, end: { line, character } });
    const found = await client.sendRequest(CodeActionRequest.type, {
      textDocument: client.code2ProtocolConverter.asTextDocumentIdentifier(document),
      range: client.code2ProtocolConverter.asRange(range),
      context: { diagnostics: [], only: [kind] },
    });
    this.offered = (found ?? []).filter((action): action is CodeAction => "kind" in action && action.disabled === undefined);
    return this.offered.map(({ title }) => title);
  }

  /** Does one of those, by its place in the list. Throws a sentence for the user if it is impossible after all. */
  async run(index: number): Promise<void> {
    const [client, action] = [this.client(), this.offered[index]];
    if (!client || !action) return;
    const { edit } = action.edit ? action : await client.sendRequest(CodeActionResolveRequest.type, action);
    const converted = edit && (await client.protocol2CodeConverter.asWorkspaceEdit(edit));
    if (converted && !(await vscode.workspace.applyEdit(converted))) throw new Error("The text has changed, or is read-only");
  }
}

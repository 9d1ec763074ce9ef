import * as vscode from "vscode";
import { DocumentSymbolRequest, type LanguageClient } from "vscode-languageclient/node";

/** A game of the outline: its name and range. */
export type Game = Pick<vscode.DocumentSymbol, "detail" | "name" | "range" | "selectionRange">;

/**
 * The games of a document, in order. They come from the server directly: through VS Code, the symbols would go to the window and back, which
 * takes seconds for ten thousand games.
 */
export async function gamesOf(client: LanguageClient | undefined, document: vscode.TextDocument): Promise<Game[]> {
  if (client === undefined) return [];
  const textDocument = client.code2ProtocolConverter.asTextDocumentIdentifier(document);
  const symbols = (await client.sendRequest(DocumentSymbolRequest.type, { textDocument })) ?? [];
  const { asRange } = client.protocol2CodeConverter;
  return symbols.flatMap((symbol) => {
    if (!("range" in symbol)) return [];
    return [{ name: symbol.name, detail: symbol.detail ?? "", range: asRange(symbol.range), selectionRange: asRange(symbol.selectionRange) }];
  });
}

/** The game that contains a place, or the last one before it. */
export function gameAt(games: readonly Game[], position: vscode.Position): Game | undefined {
  return games.findLast((game) => game.range.start.isBeforeOrEqual(position)) ?? games[0];
}

/** The texts of games of the table, and where they are in documents. */
import * as vscode from "vscode";
import { rangeOf } from "../board/editors";
import type { Requests } from "../board/requests";
import { fileName } from "../commands/fileName";
import type { ListedGame } from "./search";

/** Files that editors cannot open: their games come from the server, one by one. */
const ARCHIVE = /\.(?:gz|bz2|zst)$/i;

/** Whether the file of a game is compressed. */
export function isCompressed({ uri }: ListedGame): boolean {
  return ARCHIVE.test(uri);
}

/** The documents of games, by the addresses of the games. Throws a sentence for the user if one cannot be opened. */
export async function documentsOf(games: readonly ListedGame[]): Promise<Map<string, vscode.TextDocument>> {
  const documents = new Map<string, vscode.TextDocument>();
  for (const uri of new Set(games.map(({ uri }) => uri))) {
    const address = vscode.Uri.parse(uri, true);
    const document = await Promise.resolve(vscode.workspace.openTextDocument(address)).catch(() => undefined);
    if (document === undefined) throw new Error(`${fileName(address.path)} cannot be opened in the editor`);
    documents.set(uri, document);
  }
  return documents;
}

/** The texts of games, each with one line feed at its end. */
export async function textsOf(requests: Requests, games: readonly ListedGame[]): Promise<string[]> {
  const documents = await documentsOf(games.filter((game) => !isCompressed(game)));
  const texts: string[] = [];
  for (const game of games) {
    const document = documents.get(game.uri);
    const text = document ? document.getText(rangeOf(game.extent)) : (await requests.foundGame(game.data))?.text;
    if (!text?.trim()) throw new Error("A game is no longer where it was found");
    texts.push(`${text.replace(/\r\n?/g, "\n").trim()}\n`);
  }
  return texts;
}

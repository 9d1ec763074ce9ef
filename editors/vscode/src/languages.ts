import type * as vscode from "vscode";

/** The languages of the server, by their identifiers in VS Code. */
export const LANGUAGES = ["pgn", "epd", "fen"] as const;

/** Whether a document is in one of our languages. */
export function isOurs(document: Pick<vscode.TextDocument, "languageId">): boolean {
  return (LANGUAGES as readonly string[]).includes(document.languageId);
}

/** Whether a document contains games, not one record per line. */
export function hasGames(document: Pick<vscode.TextDocument, "languageId">): boolean {
  return document.languageId === "pgn";
}

import type * as vscode from "vscode";

/** The languages of the server, by their identifiers in VS Code. */
export const LANGUAGES = ["pgn", "epd", "fen"] as const;

/** The languages of documents that may have blocks in these languages, by their identifiers in VS Code. */
export const DOCUMENTS = ["markdown"] as const;

/** The first line of what may be a block. The server knows better; this only says whether it is worth asking. */
const BLOCK = /^[ \t>*+\-\d.)]*(?:`{3,}|~{3,})[ \t]*\{?\.?(?:pgn|epd|fen|chess(?:board|-fen)?)(?=[\s,{}:]|$)/im;

/** Whether a text seems to have a block of chess. */
export function beginsBlock(text: string): boolean {
  return BLOCK.test(text);
}

/** Whether a document is in one of our languages. */
export function isOurs(document: Pick<vscode.TextDocument, "languageId">): boolean {
  return (LANGUAGES as readonly string[]).includes(document.languageId);
}

/** Whether a document contains games, not one record per line. */
export function hasGames(document: Pick<vscode.TextDocument, "languageId">): boolean {
  return document.languageId === "pgn";
}

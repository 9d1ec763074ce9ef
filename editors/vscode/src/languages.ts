import type * as vscode from "vscode";

/** The languages of the server, by their identifiers in VS Code. */
export const LANGUAGES = ["pgn", "epd", "fen"] as const;

/** The languages of documents that may have blocks in these languages, by their identifiers in VS Code. */
export const DOCUMENTS = ["markdown", "asciidoc", "latex", "tex"] as const;

/** The first line of what may be a fenced block. The server knows better; this only says whether it is worth asking. */
const FENCE = /^[ \t>*+\-\d.)]*(?:`{3,}|~{3,})[ \t]*\{?\.?(?:pgn|epd|fen|chess(?:board|-fen)?)(?=[\s,{}:]|$)/im;

/** The same in AsciiDoc, which has fences, too. */
const SOURCE_BLOCK = /^\[(?:source|listing)?(?:[%#.][^,\]]*)?,\s*"?(?:pgn|epd|fen|chess(?:board|-fen)?)"?\s*[,\]]/im;

/** What sets a position or writes moves in LaTeX. */
const COMMAND = /\\(?:newgame|newchessgame|fenboard|mainline|hidemoves)(?![A-Za-z])|setfen=/;

/** Whether a text in this language seems to have a block of chess. */
export function beginsBlock(text: string, languageId: string): boolean {
  if (languageId === "latex" || languageId === "tex") return COMMAND.test(text);
  return FENCE.test(text) || (languageId === "asciidoc" && SOURCE_BLOCK.test(text));
}

/** Whether a document is in one of our languages. */
export function isOurs(document: Pick<vscode.TextDocument, "languageId">): boolean {
  return (LANGUAGES as readonly string[]).includes(document.languageId);
}

/** Whether a document contains games, not one record per line. */
export function hasGames(document: Pick<vscode.TextDocument, "languageId">): boolean {
  return document.languageId === "pgn";
}

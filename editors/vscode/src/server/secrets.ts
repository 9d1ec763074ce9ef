/** Removes hidden parts of a document from the server's answers. */
import * as vscode from "vscode";
import { CodeLensRequest, InlayHintRequest, type LanguageClient, type Middleware } from "vscode-languageclient/node";

/** The hidden parts of documents. */
export interface Secrets {
  /** Fires when the hidden parts of a document have changed. */
  readonly onDidChange: vscode.Event<vscode.TextDocument>;
  /** Whether anything in a document is hidden. */
  isBefore(document: vscode.TextDocument): boolean;
  /** Whether the text before a place is hidden. */
  hides(document: vscode.TextDocument, place: vscode.Position): boolean;
}

/** The result at the end of a game's name in the outline, as `server/ide/src/symbols.rs` writes it. */
const RESULT = /, (?:1-0|0-1|1\/2-1\/2)$/;

/** Removes hidden parts from the server's answers. */
export function discreet(secrets: Secrets): Middleware {
  return {
    // They show the number of moves, the result and the opening.
    provideCodeLenses: (document, token, next) => (secrets.isBefore(document) ? [] : next(document, token)),
    provideHover: (document, position, token, next) => (secrets.hides(document, position) ? null : next(document, position, token)),
    provideInlayHints: async (document, range, token, next) => (await next(document, range, token))?.filter((hint) => !secrets.hides(document, hint.position)),
    provideDocumentColors: async (document, token, next) => (await next(document, token))?.filter((colour) => !secrets.hides(document, colour.range.end)),
    provideDocumentHighlights: async (document, position, token, next) => (await next(document, position, token))?.filter((highlight) => !secrets.hides(document, highlight.range.end)),
    provideDocumentSymbols: async (document, token, next) => {
      const symbols = await next(document, token);
      return secrets.isBefore(document) ? (symbols?.map(withoutMoves) as typeof symbols) : symbols;
    },
  };
}

/** Makes VS Code request everything it shows again, after the hidden parts have changed. Dispose of the returned value before the next call. */
export function askAgain(client: LanguageClient, document: vscode.TextDocument): vscode.Disposable {
  client.getFeature(CodeLensRequest.method)?.getProvider(document)?.onDidChangeCodeLensEmitter.fire();
  client.getFeature(InlayHintRequest.method)?.getProvider(document)?.onDidChangeInlayHints.fire();
  // VS Code requests the outline of an unchanged text only if a provider is added: this one is empty, and is removed again.
  const another = vscode.languages.registerDocumentSymbolProvider({ language: document.languageId }, {
    provideDocumentSymbols: () => {
      another.dispose();
      return [];
    },
  });
  return another;
}

/** The name of a game in the outline without its result. */
export function withoutResult(name: string): string {
  return name.replace(RESULT, "");
}

/** A game by its players only: without its result, its opening and its variations. */
function withoutMoves<Symbol extends vscode.DocumentSymbol | vscode.SymbolInformation>(symbol: Symbol): Symbol {
  const name = withoutResult(symbol.name);
  return Object.assign(symbol, "children" in symbol ? { name, detail: "", children: [] } : { name });
}

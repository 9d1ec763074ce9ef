/** Keeps from the reader what a document is not to tell at present. */
import * as vscode from "vscode";
import { CodeLensRequest, InlayHintRequest, type LanguageClient, type Middleware } from "vscode-languageclient/node";

/** What is not to be told. */
export interface Secrets {
  /** Is fired for a document in which something else is hidden. */
  readonly onDidChange: vscode.Event<vscode.TextDocument>;
  /** Whether anything in a document is hidden. */
  isBefore(document: vscode.TextDocument): boolean;
  /** Whether what stands before a place is hidden. */
  hides(document: vscode.TextDocument, place: vscode.Position): boolean;
}

/** The result at the end of a game's name in the outline, as `server/analysis/src/symbols.rs` writes it. */
const RESULT = /, (?:1-0|0-1|1\/2-1\/2)$/;

/** Leaves out of the server's answers what is hidden. */
export function discreet(secrets: Secrets): Middleware {
  return {
    // How long the game is, how it ends, and its opening.
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

/** Has VS Code ask again for what it shows, after something was hidden or is not any more. What is returned is to be disposed of before the next time. */
export function askAgain(client: LanguageClient, document: vscode.TextDocument): vscode.Disposable {
  client.getFeature(CodeLensRequest.method)?.getProvider(document)?.onDidChangeCodeLensEmitter.fire();
  client.getFeature(InlayHintRequest.method)?.getProvider(document)?.onDidChangeInlayHints.fire();
  // The outline of a text that is the same is asked for again only where there is another one to be asked: this has nothing to say, and goes.
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

/** A game by its players alone: without its result, the opening behind its name, and its variations. */
function withoutMoves<Symbol extends vscode.DocumentSymbol | vscode.SymbolInformation>(symbol: Symbol): Symbol {
  const name = withoutResult(symbol.name);
  return Object.assign(symbol, "children" in symbol ? { name, detail: "", children: [] } : { name });
}

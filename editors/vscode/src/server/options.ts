import * as vscode from "vscode";
import { CloseAction, ErrorAction, type ErrorHandler, type LanguageClient, type LanguageClientOptions, type Middleware, RevealOutputChannelOn } from "vscode-languageclient/node";
import { chosenSquares } from "../board/settings";
import { isEmbeddedWanted } from "../embedded";
import { DOCUMENTS, LANGUAGES } from "../languages";
import { serverSettings } from "../settings";
import type { Problems } from "./problems";
import { discreet, type Secrets } from "./secrets";
import { withoutPictures } from "./spoken";
import type { TraceChannel } from "./trace";

/** Documents of earlier versions, such as the left side of a diff: their findings are no problems. */
const SCHEMES_OF_HISTORY = new Set(["git", "gitfs", "gitlens", "hg", "pr", "review", "svn", "timeline", "vscode-local-history"]);

/**
 * Leaves the restart of a crashed server to us. The library's handler stops the client for good if a message is being written at that
 * moment, as the pipe breaks before the exit is noticed.
 */
const ERROR_HANDLER: ErrorHandler = {
  error: () => ({ action: ErrorAction.Continue, handled: true }),
  closed: () => ({ action: CloseAction.DoNotRestart, handled: true }),
};

/** Gets the number of games in a document whenever VS Code requests the outline. */
export type OnOutline = (document: vscode.TextDocument, games: number) => void;

/** The handlers of the server's answers. */
export interface Told {
  readonly secrets: Secrets;
  readonly problems: Problems;
  readonly onOutline: OnOutline;
}

/** The options of the client. Documents with any URI scheme are sent to the server, saved or not. */
export function clientOptions(output: vscode.LogOutputChannel, trace: TraceChannel, told: Told): LanguageClientOptions {
  return {
    documentSelector: [...LANGUAGES, ...(isEmbeddedWanted() ? DOCUMENTS : [])].map((language) => ({ language })),
    diagnosticCollectionName: "scoresheet",
    initializationOptions: () => ({ hoverImages: true, ...serverSettings(vscode.workspace.getConfiguration("scoresheet"), chosenSquares()) }),
    outputChannel: output,
    traceOutputChannel: trace,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    errorHandler: ERROR_HANDLER,
    middleware: middleware(told),
  };
}

/** Keeps the client from being a formatter of other documents: they may have one already, and two would make VS Code ask which. */
export function formatOnlyOurs(client: LanguageClient): void {
  const selector = LANGUAGES.map((language) => ({ language }));
  for (const method of ["textDocument/formatting", "textDocument/rangeFormatting", "textDocument/onTypeFormatting"]) {
    const feature = client.getFeature(method as "textDocument/formatting") as unknown as { initialize: (capabilities: unknown, selector: unknown) => void };
    const initialize = feature.initialize.bind(feature);
    feature.initialize = (capabilities) => initialize(capabilities, selector);
  }
}

function middleware({ secrets, problems, onOutline }: Told): Middleware {
  const answers = discreet(secrets);
  return {
    ...answers,
    resolveCompletionItem: async (item, token, next) => {
      const resolved = await next(item, token);
      const isSpoken = vscode.workspace.getConfiguration("editor").get("accessibilitySupport") === "on";
      if (isSpoken && resolved?.documentation instanceof vscode.MarkdownString) {
        resolved.documentation = new vscode.MarkdownString(withoutPictures(resolved.documentation.value));
      }
      return resolved;
    },
    handleDiagnostics: (uri, diagnostics, next) => problems.tell(uri, SCHEMES_OF_HISTORY.has(uri.scheme) ? [] : diagnostics, next),
    provideDocumentSymbols: async (document, token, next) => {
      const symbols = await (answers.provideDocumentSymbols?.(document, token, next) ?? next(document, token));
      if (symbols != null) onOutline(document, symbols.length);
      return symbols;
    },
    workspace: {
      configuration: async (params, token, next) => {
        const answers = await next(params, token);
        if (!Array.isArray(answers)) return answers;
        return answers.map((answer, index) => (params.items[index]?.section === "scoresheet" ? serverSettings(answer, chosenSquares()) : answer));
      },
    },
  };
}

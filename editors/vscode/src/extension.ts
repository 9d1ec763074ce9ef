import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { registerBoard } from "./board";
import { Curtain } from "./board/curtain";
import { onceNeeded } from "./embedded";
import { registerGames } from "./games";
import { registerCommands } from "./commands";
import { explainLargeFiles } from "./offers/largeFile";
import { offerFormatOnSave } from "./offers/formatOnSave";
import { Server } from "./server/server";
import { StatusItem } from "./status/item";

let server: Server | undefined;

/** The API for other extensions. */
export interface Api {
  /** The client of the language server, for the requests of `server/docs/protocol.md`; a restart replaces it. */
  client: () => LanguageClient | undefined;
}

/** The entry point: VS Code calls it when a file of one of our languages is opened, or one of our commands is run. */
export async function activate(context: vscode.ExtensionContext): Promise<Api> {
  const curtain = new Curtain();
  const started = new Server(context, curtain);
  server = started;
  let isReady: Promise<void> | undefined;
  context.subscriptions.push(
    started,
    // A document without chess costs no server.
    onceNeeded(() => (isReady = started.restart())),
    registerCommands(context, started),
    registerBoard(context, curtain, started),
    registerGames(context, started),
    curtain,
    new StatusItem(started),
    offerFormatOnSave(context),
    explainLargeFiles(() => started.program),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("scoresheet.server.path")) void started.restart();
      else if (change.affectsConfiguration("scoresheet.embedded")) void started.again();
    }),
    vscode.window.onDidChangeActiveColorTheme(() => void started.tellSettings()),
  );
  await isReady;
  return { client: () => started.client };
}

/** VS Code calls it before the window closes. */
export async function deactivate(): Promise<void> {
  await server?.close();
}

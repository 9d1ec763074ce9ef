import * as vscode from "vscode";
import { reasonOf } from "../board/reason";
import { showKeys } from "../keymap";
import type { Server } from "../server/server";
import { copyFen, copyGame } from "./copy";
import { type CopiedLine, copyMoves } from "./copyMoves";
import { exportBoard, type ExportOptions } from "./exportBoard";
import { exportGif, type GameTarget, printGame, publishGame } from "./exportGame";
import { formatBlocks } from "./formatBlocks";
import { goToGame } from "./goToGame";
import { showMenu } from "./menu";
import { type Destination, putGame } from "./moveGame";
import { newGame } from "./newGame";
import { openSample } from "./sample";

/** The commands that need no board view. */
export function registerCommands(context: vscode.ExtensionContext, server: Server): vscode.Disposable {
  const commands: Record<string, (...args: never[]) => unknown> = {
    "scoresheet.copyFen": () => copyFen(server),
    "scoresheet.copyGame": () => copyGame(server),
    "scoresheet.copyGameTo": (destination?: Destination) => putGame(server, true, given(destination)),
    "scoresheet.copyMoves": (line?: CopiedLine) => copyMoves(server, given(line)),
    "scoresheet.exportBoardPng": (options?: ExportOptions) => exportBoard(server, "png", given(options)),
    "scoresheet.exportBoardSvg": (options?: ExportOptions) => exportBoard(server, "svg", given(options)),
    "scoresheet.exportGif": (target?: GameTarget) => told(exportGif(server, given(target))),
    "scoresheet.formatBlocks": () => formatBlocks(server),
    "scoresheet.goToGame": () => goToGame(server),
    "scoresheet.moveGame": (destination?: Destination) => putGame(server, false, given(destination)),
    "scoresheet.newGame": () => newGame(),
    "scoresheet.openSample": () => openSample(context.extensionUri),
    "scoresheet.openWalkthrough": () => vscode.commands.executeCommand("workbench.action.openWalkthrough", `${context.extension.id}#scoresheet.start`, false),
    "scoresheet.printGame": () => told(printGame(server, context.globalStorageUri)),
    "scoresheet.publishGame": (target?: GameTarget) => told(publishGame(server, given(target))),
    "scoresheet.restartServer": () => server.restart(),
    "scoresheet.showKeys": () => showKeys(context.extension),
    "scoresheet.showMenu": () => showMenu(),
    "scoresheet.showOutput": () => server.showOutput(),
  };
  return vscode.Disposable.from(...Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(name, run)));
}

/** Shows why something failed. */
async function told(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    void vscode.window.showWarningMessage(reasonOf(error));
  }
}

/** Menus pass the URI of the document, which is no argument of these commands. */
function given<Options extends object>(options: Options | vscode.Uri | undefined): Partial<Options> {
  return options === undefined || options instanceof vscode.Uri ? {} : options;
}

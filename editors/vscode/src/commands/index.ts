import * as vscode from "vscode";
import type { Server } from "../server/server";
import { copyFen, copyGame } from "./copy";
import { type CopiedLine, copyMoves } from "./copyMoves";
import { exportBoard, type ExportOptions } from "./exportBoard";
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
    "scoresheet.goToGame": () => goToGame(server),
    "scoresheet.moveGame": (destination?: Destination) => putGame(server, false, given(destination)),
    "scoresheet.newGame": () => newGame(),
    "scoresheet.openSample": () => openSample(context.extensionUri),
    "scoresheet.openWalkthrough": () => vscode.commands.executeCommand("workbench.action.openWalkthrough", `${context.extension.id}#scoresheet.start`, false),
    "scoresheet.restartServer": () => server.restart(),
    "scoresheet.showMenu": () => showMenu(),
    "scoresheet.showOutput": () => server.showOutput(),
  };
  return vscode.Disposable.from(...Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(name, run)));
}

/** Menus pass the URI of the document, which is no argument of these commands. */
function given<Options extends object>(options: Options | vscode.Uri | undefined): Partial<Options> {
  return options === undefined || options instanceof vscode.Uri ? {} : options;
}

import * as vscode from "vscode";
import type { Server } from "../server/server";
import { copyFen, copyGame } from "./copy";
import { exportBoard, type ExportOptions } from "./exportBoard";
import { goToGame } from "./goToGame";
import { showMenu } from "./menu";
import { newGame } from "./newGame";
import { openSample } from "./sample";

/** The commands that need no board view. */
export function registerCommands(context: vscode.ExtensionContext, server: Server): vscode.Disposable {
  const commands: Record<string, (...args: never[]) => unknown> = {
    "scoresheet.copyFen": () => copyFen(server),
    "scoresheet.copyGame": () => copyGame(server),
    "scoresheet.exportBoardPng": (options?: ExportOptions) => exportBoard(server, "png", given(options)),
    "scoresheet.exportBoardSvg": (options?: ExportOptions) => exportBoard(server, "svg", given(options)),
    "scoresheet.goToGame": () => goToGame(server),
    "scoresheet.newGame": () => newGame(),
    "scoresheet.openSample": () => openSample(context.extensionUri),
    "scoresheet.openWalkthrough": () => vscode.commands.executeCommand("workbench.action.openWalkthrough", `${context.extension.id}#scoresheet.start`, false),
    "scoresheet.restartServer": () => server.restart(),
    "scoresheet.showMenu": () => showMenu(),
    "scoresheet.showOutput": () => server.showOutput(),
  };
  return vscode.Disposable.from(...Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(name, run)));
}

/** Menus pass the URI of the document, which is no argument of the export. */
function given(options: ExportOptions | vscode.Uri | undefined): ExportOptions {
  return options === undefined || options instanceof vscode.Uri ? {} : options;
}

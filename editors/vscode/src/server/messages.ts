import * as vscode from "vscode";

const SET_PATH = "Set its path";
const SHOW_OUTPUT = "Show Output";
const START = "Start It Again";

/** Tells the user that no server was found, with the one thing that helps. */
export async function tellMissing(): Promise<void> {
  const setting = vscode.workspace.getConfiguration("scoresheet").get("server.path", "").trim();
  const where = setting === "" ? "It is not part of this extension's package for your platform, and not on the PATH" : `There is no '${setting}', as scoresheet.server.path says`;
  const chosen = await vscode.window.showErrorMessage(`Scoresheet needs the program 'scoresheet' to check games. ${where}.`, SET_PATH);
  if (chosen === SET_PATH) await vscode.commands.executeCommand("workbench.action.openSettings", "scoresheet.server.path");
}

/** Tells the user that the server has crashed too often to be started again by itself. */
export async function tellCrashed(): Promise<void> {
  const chosen = await vscode.window.showErrorMessage("The program that checks games has crashed several times. Games are not checked until it is started again.", START, SHOW_OUTPUT);
  if (chosen === START) await vscode.commands.executeCommand("scoresheet.restartServer");
  if (chosen === SHOW_OUTPUT) await vscode.commands.executeCommand("scoresheet.showOutput");
}

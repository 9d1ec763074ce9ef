import * as vscode from "vscode";

const SET_PATH = "Set Path";
const SHOW_OUTPUT = "Show Output";
const START = "Restart";

/** Tells the user that no server was found, and offers to set its path. */
export async function tellMissing(): Promise<void> {
  const setting = vscode.workspace.getConfiguration("scoresheet").get("server.path", "").trim();
  const where = setting === "" ? "It is neither in the extension's package for your platform nor on the PATH" : `The setting scoresheet.server.path names '${setting}', which does not exist`;
  const chosen = await vscode.window.showErrorMessage(`Scoresheet needs the program 'scoresheet' to check games. ${where}.`, SET_PATH);
  if (chosen === SET_PATH) await vscode.commands.executeCommand("workbench.action.openSettings", "scoresheet.server.path");
}

/** Tells the user that the server has crashed too often for an automatic restart. */
export async function tellCrashed(): Promise<void> {
  const chosen = await vscode.window.showErrorMessage("The Scoresheet server has crashed several times. Restart it to check games again.", START, SHOW_OUTPUT);
  if (chosen === START) await vscode.commands.executeCommand("scoresheet.restartServer");
  if (chosen === SHOW_OUTPUT) await vscode.commands.executeCommand("scoresheet.showOutput");
}

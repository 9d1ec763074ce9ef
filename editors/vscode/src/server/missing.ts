import * as vscode from "vscode";

const SET_PATH = "Set its path";

/** Tells the user that no server was found, with the one thing that helps. */
export async function tellMissing(): Promise<void> {
  const setting = vscode.workspace.getConfiguration("scoresheet").get("server.path", "").trim();
  const where = setting === "" ? "It is not part of this extension's package for your platform, and not on the PATH" : `There is no '${setting}', as scoresheet.server.path says`;
  const chosen = await vscode.window.showErrorMessage(`Scoresheet needs the program 'scoresheet' to check games. ${where}.`, SET_PATH);
  if (chosen === SET_PATH) await vscode.commands.executeCommand("workbench.action.openSettings", "scoresheet.server.path");
}

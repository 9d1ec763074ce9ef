import * as vscode from "vscode";

const SET_PATH = "Set Path";
const GET = "Get the Program";

/** Where the program is described and offered. */
const HOME = "https://github.com/scoresheet/scoresheet#install";
const SHOW_OUTPUT = "Show Output";
const START = "Restart";

/** Tells the user that no server was found, and offers to set its path. */
export async function tellMissing(): Promise<void> {
  const setting = vscode.workspace.getConfiguration("scoresheet").get("server.path", "").trim();
  const where = setting === "" ? "It is neither in the extension's package for your platform nor on the PATH" : `The setting scoresheet.server.path names '${setting}', which does not exist`;
  const chosen = await vscode.window.showErrorMessage(`Scoresheet needs the program 'scoresheet' to check games. ${where}.`, GET, SET_PATH);
  if (chosen === GET) await vscode.env.openExternal(vscode.Uri.parse(HOME));
  if (chosen === SET_PATH) await openSetting("scoresheet.server.path");
}

/** Tells the user that the server has crashed too often for an automatic restart. */
export async function tellCrashed(): Promise<void> {
  const chosen = await vscode.window.showErrorMessage("The Scoresheet server has crashed several times. Restart it to check games again.", START, SHOW_OUTPUT);
  if (chosen === START) await vscode.commands.executeCommand("scoresheet.restartServer");
  if (chosen === SHOW_OUTPUT) await vscode.commands.executeCommand("scoresheet.showOutput");
}

/** Opens the settings at one that belongs to the machine: where the extension runs elsewhere, those are a tab of their own. */
async function openSetting(name: string): Promise<void> {
  const isElsewhere = vscode.env.remoteName !== undefined || vscode.env.uiKind === vscode.UIKind.Web;
  await vscode.commands.executeCommand(isElsewhere ? "workbench.action.openRemoteSettings" : "workbench.action.openSettings", { query: `@id:${name}` });
}

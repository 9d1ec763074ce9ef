import * as vscode from "vscode";

/** The menu of the status item. */
const CHOICES: readonly (vscode.QuickPickItem & { command: string; args?: unknown[] })[] = [
  { label: "$(list-ordered) Go to Game…", command: "scoresheet.goToGame" },
  { label: "$(add) New Game", command: "scoresheet.newGame" },
  { label: "$(copy) Copy FEN", command: "scoresheet.copyFen" },
  { label: "$(copy) Copy Moves…", command: "scoresheet.copyMoves" },
  { label: "$(problems) Show Findings", command: "workbench.actions.view.problems" },
  { label: "$(settings-gear) Settings", command: "workbench.action.openSettings", args: ["@ext:scoresheet.scoresheet"] },
  { label: "$(output) Show Output", command: "scoresheet.showOutput" },
  { label: "$(debug-restart) Restart Server", command: "scoresheet.restartServer" },
];

/** Shows the menu of actions for a chess file. */
export async function showMenu(): Promise<void> {
  const chosen = await vscode.window.showQuickPick(CHOICES, { title: "Scoresheet" });
  if (chosen !== undefined) await vscode.commands.executeCommand(chosen.command, ...(chosen.args ?? []));
}

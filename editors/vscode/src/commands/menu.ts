import * as vscode from "vscode";

/** What a click on the status item offers, beside what the palette has. */
const CHOICES: readonly (vscode.QuickPickItem & { command: string; args?: unknown[] })[] = [
  { label: "$(list-ordered) Go to Game…", command: "scoresheet.goToGame" },
  { label: "$(add) New Game", command: "scoresheet.newGame" },
  { label: "$(copy) Copy FEN", command: "scoresheet.copyFen" },
  { label: "$(problems) Show Findings", command: "workbench.actions.view.problems" },
  { label: "$(settings-gear) Settings", command: "workbench.action.openSettings", args: ["@ext:scoresheet.scoresheet"] },
  { label: "$(output) Show Output", command: "scoresheet.showOutput" },
  { label: "$(debug-restart) Restart Server", command: "scoresheet.restartServer" },
];

/** Offers what can be done in a chess file. */
export async function showMenu(): Promise<void> {
  const chosen = await vscode.window.showQuickPick(CHOICES, { title: "Scoresheet" });
  if (chosen !== undefined) await vscode.commands.executeCommand(chosen.command, ...(chosen.args ?? []));
}

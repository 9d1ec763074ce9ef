import * as vscode from "vscode";
import { isToBeOffered } from "./decision";

const OFFERED = "formatOnSave.offered";
const YES = "Format on Save";
const NO = "No";

/** Languages with a standard form that all programs read. */
const FORMATTED = ["pgn", "epd"];

/** Offers formatting on save when a file is saved for the first time. Never enables it without consent. */
export function offerFormatOnSave(context: vscode.ExtensionContext): vscode.Disposable {
  return vscode.workspace.onDidSaveTextDocument(async (document) => {
    if (!FORMATTED.includes(document.languageId)) return;
    const setting = vscode.workspace.getConfiguration("editor", document).inspect("formatOnSave");
    if (!isToBeOffered(context.globalState.get(OFFERED, false), setting)) return;
    await context.globalState.update(OFFERED, true);
    const chosen = await vscode.window.showInformationMessage("Scoresheet can format games in the standard's export format on save. It never changes moves or comments.", YES, NO);
    if (chosen === YES) await switchOn();
  });
}

async function switchOn(): Promise<void> {
  for (const languageId of FORMATTED) {
    await vscode.workspace.getConfiguration("editor", { languageId }).update("formatOnSave", true, vscode.ConfigurationTarget.Global, true);
  }
}

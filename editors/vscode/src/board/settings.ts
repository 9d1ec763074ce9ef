/** The settings of the board view. */
import { isAbsolute } from "node:path";
import * as vscode from "vscode";
import type { BoardSettings } from "./messages";

const SECTION = "scoresheet.board";

/** The current settings; `scope` is the document that the board follows. */
export function boardSettings(scope: vscode.Uri | undefined): BoardSettings {
  const values = vscode.workspace.getConfiguration(SECTION, scope ?? null);
  return {
    figurines: values.get("figurines", true),
    coordinates: values.get("coordinates", true),
    colours: values.get<BoardSettings["colours"]>("colours", "theme"),
    animation: values.get("animation", true),
    autoplaySeconds: values.get("autoplaySeconds", 1.5),
    hasExplorerFiles: values.get<string[]>("explorerFiles", []).length > 0,
  };
}

/** The files and folders chosen for the explorer; relative ones are in the workspace folder of `document`, or beside it. */
export function chosenFiles(document: vscode.Uri): vscode.Uri[] {
  const base = vscode.workspace.getWorkspaceFolder(document)?.uri ?? vscode.Uri.joinPath(document, "..");
  const paths = vscode.workspace.getConfiguration(SECTION, document).get<string[]>("explorerFiles", []);
  return paths.map((path) => (isAbsolute(path) ? vscode.Uri.file(path) : vscode.Uri.joinPath(base, path)));
}

/** Calls `changed` when one of them changes. */
export function onSettingsChange(changed: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(SECTION)) changed();
  });
}

/** The settings of the board view. */
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
  };
}

/** Calls `changed` when one of them changes. */
export function onSettingsChange(changed: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(SECTION)) changed();
  });
}

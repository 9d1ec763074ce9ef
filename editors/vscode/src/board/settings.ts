/** The settings of the board view. */
import { isAbsolute } from "node:path";
import * as vscode from "vscode";
import { COORDINATES, LETTERS, oneOf, PIECES, type Squares, squaresOf, type ThemeKind } from "./look";
import type { BoardSettings } from "./messages";

const SECTION = "scoresheet.board";

/** The current settings; `scope` is the document that the board follows. */
export function boardSettings(scope: vscode.Uri | undefined): BoardSettings {
  const values = vscode.workspace.getConfiguration(SECTION, scope ?? null);
  return {
    letters: oneOf(LETTERS, values.get("letters")),
    coordinates: oneOf(COORDINATES, values.get("coordinates")),
    colours: chosenSquares(),
    pieces: oneOf(PIECES, values.get("pieces")),
    animation: values.get("animation", true),
    sound: values.get("sound", false),
    autoplaySeconds: values.get("autoplaySeconds", 1.5),
    hasExplorerFiles: values.get<string[]>("explorerFiles", []).length > 0,
  };
}

/** The colours of the squares by the setting and the theme of the window. */
export function chosenSquares(): Squares {
  return squaresOf(vscode.workspace.getConfiguration(SECTION).get("colours", "theme"), themeKind());
}

/** The files and folders chosen for the explorer; relative ones are in the workspace folder of `document`, or beside it. */
export function chosenFiles(document: vscode.Uri): vscode.Uri[] {
  const base = vscode.workspace.getWorkspaceFolder(document)?.uri ?? vscode.Uri.joinPath(document, "..");
  const paths = vscode.workspace.getConfiguration(SECTION, document).get<string[]>("explorerFiles", []);
  return paths.map((path) => (isAbsolute(path) ? vscode.Uri.file(path) : vscode.Uri.joinPath(base, path)));
}

/** Calls `changed` when one of them changes, or the theme. */
export function onSettingsChange(changed: () => void): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(SECTION)) changed();
    }),
    vscode.window.onDidChangeActiveColorTheme(changed),
  );
}

/** The kind of the theme of the window. */
export function themeKind(): ThemeKind {
  switch (vscode.window.activeColorTheme.kind) {
    case vscode.ColorThemeKind.Light:
      return "light";
    case vscode.ColorThemeKind.Dark:
      return "dark";
    default:
      return "contrast";
  }
}

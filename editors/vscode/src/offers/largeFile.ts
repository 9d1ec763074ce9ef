import * as vscode from "vscode";
import { fileName } from "../commands/fileName";

/** The size in bytes up to which VS Code passes files to extensions; it shows larger ones, too. */
const MOST_SHOWN = 50 * 1024 * 1024;

const OPEN_TERMINAL = "Check in a Terminal";

/** Explains once per file why a large file is not checked: VS Code does not pass it to extensions. */
export function explainLargeFiles(program: () => string | undefined): vscode.Disposable {
  const told = new Set<string>();
  const look = async (tabs: readonly vscode.Tab[]) => {
    for (const { input } of tabs) {
      if (!(input instanceof vscode.TabInputText) || !/\.(?:pgn|epd|fen)$/i.test(input.uri.path) || told.has(input.uri.toString())) continue;
      const size = (await stat(input.uri))?.size ?? 0;
      if (size <= MOST_SHOWN) continue;
      told.add(input.uri.toString());
      await explain(input.uri, program());
    }
  };
  // This file may have activated the extension.
  void look(vscode.window.tabGroups.all.flatMap((group) => group.tabs));
  return vscode.window.tabGroups.onDidChangeTabs(({ opened }) => look(opened));
}

async function stat(uri: vscode.Uri): Promise<vscode.FileStat | undefined> {
  try {
    return await vscode.workspace.fs.stat(uri);
  } catch {
    return undefined; // It was deleted, or never saved.
  }
}

async function explain(uri: vscode.Uri, program: string | undefined): Promise<void> {
  const reason = `VS Code shows files of more than 50 MB to no extension: Scoresheet cannot check ${fileName(uri.path)} here.`;
  if (program === undefined || uri.scheme !== "file") return void vscode.window.showInformationMessage(reason);
  const chosen = await vscode.window.showInformationMessage(`${reason} On the command line it reads files of any size.`, OPEN_TERMINAL);
  if (chosen !== OPEN_TERMINAL) return;
  const terminal = vscode.window.createTerminal({ name: "Scoresheet", shellPath: program, shellArgs: ["check", uri.fsPath] });
  terminal.show();
}

import * as vscode from "vscode";

/** Opens a copy of the sample game, which the user may edit. */
export async function openSample(extension: vscode.Uri): Promise<void> {
  const sample = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extension, "samples", "sample.pgn"));
  const document = await vscode.workspace.openTextDocument({ language: "pgn", content: new TextDecoder().decode(sample) });
  await vscode.window.showTextDocument(document);
}

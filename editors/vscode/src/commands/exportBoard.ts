import * as vscode from "vscode";
import { Requests } from "../board/requests";
import { editorInUse } from "../editor";
import type { Server } from "../server/server";
import { fileName } from "./fileName";
import { boardAtCursor } from "./position";
import { rasterize } from "./rasterize";

/** The arguments that a caller, such as a key binding, may pass. */
export interface ExportOptions {
  /** Seen from Black's side. */
  flipped?: boolean;
  /** The file to write; the user chooses one by default. */
  target?: vscode.Uri;
}

/** Exports the board at the cursor as a picture, to a file that the user chooses. */
export async function exportBoard(server: Server, format: "png" | "svg", options: ExportOptions = {}): Promise<void> {
  const board = await boardAtCursor(server);
  if (board === undefined) return;
  const target = options.target ?? (await askTarget(format));
  if (target === undefined) return;
  // Converted to a number: a workspace can set it, and the page that draws contains it in its script.
  const size = Number(vscode.workspace.getConfiguration("scoresheet").get("export.size", 720));
  const svg = await new Requests(() => server.client).picture(board, size, options.flipped ?? false);
  if (svg === null) return;
  await vscode.workspace.fs.writeFile(target, format === "svg" ? new TextEncoder().encode(svg) : await rasterize(svg, size));
  if (options.target !== undefined) return;
  const open = "Open";
  const chosen = await vscode.window.showInformationMessage(`The board is in ${fileName(target.path)}.`, open);
  if (chosen === open) await vscode.commands.executeCommand("vscode.open", target);
}

/** A file next to the document, named after it and the line of the cursor. */
async function askTarget(format: "png" | "svg"): Promise<vscode.Uri | undefined> {
  const editor = editorInUse();
  const folder = editor?.document.uri.scheme === "untitled" ? vscode.workspace.workspaceFolders?.[0]?.uri : editor && vscode.Uri.joinPath(editor.document.uri, "..");
  const stem = fileName(editor?.document.uri.path ?? "board").replace(/\.\w+$/, "");
  const name = `${stem}-${(editor?.selection.active.line ?? 0) + 1}.${format}`;
  return vscode.window.showSaveDialog({
    title: "Export Board",
    filters: format === "svg" ? { "SVG picture": ["svg"] } : { "PNG picture": ["png"] },
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
}

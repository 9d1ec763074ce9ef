/** The game at the cursor as an animation, as a page, and on paper. */
import * as vscode from "vscode";
import { chosenSquares } from "../board/settings";
import { editorInUse } from "../editor";
import { hasGames } from "../languages";
import { gameAt, gamesOf } from "../outline";
import type { Server } from "../server/server";
import { fileName } from "./fileName";
import { runOn } from "./program";

/** The arguments that a caller, such as a key binding, may pass. */
export interface GameTarget {
  /** The file to write; the user chooses one by default. */
  target?: vscode.Uri;
}

/** The forms of a page, by the extensions of their files. */
const FORMS = { "Web page": ["html"], PDF: ["pdf"], Markdown: ["md"], Text: ["txt"], Typst: ["typ"], LaTeX: ["tex"] };

/** Exports the main line of the game as an animated picture. */
export async function exportGif(server: Server, { target }: GameTarget): Promise<void> {
  const size = Number(vscode.workspace.getConfiguration("scoresheet").get("export.size", 720));
  await written(server, target, "Export Game as GIF", { GIF: ["gif"] }, (file, output) => ["diagram", file, "--output", output, "--size", String(size), "--colors", chosenSquares().join(",")]);
}

/** Writes the game as a page: its moves, comments, diagrams and curves. */
export async function publishGame(server: Server, { target }: GameTarget): Promise<void> {
  await written(server, target, "Publish Game", FORMS, pageOf);
}

/** Opens the game as a page in the browser, which prints it. */
export async function printGame(server: Server, storage: vscode.Uri): Promise<void> {
  const game = await gameInUse(server);
  if (game === undefined) return;
  // The browser of another machine does not see our files.
  if (vscode.env.remoteName !== undefined || vscode.env.uiKind === vscode.UIKind.Web) return publishGame(server, {});
  await vscode.workspace.fs.createDirectory(storage);
  const page = vscode.Uri.joinPath(storage, "print.html");
  await runOn(server.program, game.text, (file) => pageOf(file, page.fsPath));
  await vscode.env.openExternal(page);
}

function pageOf(file: string, output: string): string[] {
  const isPage = /\.html?$/i.test(output);
  return ["publish", file, "--isolated", "--force", "--output", output, ...(isPage ? ["--single-file"] : [])];
}

/** Has the program write the game into a file, and offers to open it. */
async function written(server: Server, given: vscode.Uri | undefined, title: string, filters: Record<string, string[]>, ask: (file: string, output: string) => string[]): Promise<void> {
  const game = await gameInUse(server);
  if (game === undefined) return;
  const [extension = ""] = Object.values(filters)[0] ?? [];
  const name = game.name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  const target = given ?? (await vscode.window.showSaveDialog({ title, filters, defaultUri: vscode.Uri.joinPath(game.folder, `${name || "game"}.${extension}`) }));
  if (target === undefined) return;
  await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: `Writing ${fileName(target.path)}` }, () => runOn(server.program, game.text, (file) => ask(file, target.fsPath)));
  if (given !== undefined) return;
  const open = "Open";
  const chosen = await vscode.window.showInformationMessage(`The game is in ${fileName(target.path)}.`, open);
  if (chosen === open) await (/\.(?:html?|pdf)$/i.test(target.path) ? vscode.env.openExternal(target) : vscode.commands.executeCommand("vscode.open", target));
}

/** The game at the cursor: its name and its text, and the folder of its file. */
async function gameInUse(server: Server): Promise<{ name: string; text: string; folder: vscode.Uri } | undefined> {
  const editor = editorInUse();
  const game = editor && hasGames(editor.document) ? gameAt(await gamesOf(server.client, editor.document), editor.selection.active) : undefined;
  if (editor === undefined || game === undefined) {
    void vscode.window.showInformationMessage("Open a PGN file first, and place the cursor in a game.");
    return undefined;
  }
  const { document } = editor;
  const folder = document.uri.scheme === "untitled" ? (vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file("/")) : vscode.Uri.joinPath(document.uri, "..");
  return { name: game.name, text: document.getText(document.validateRange(game.range)), folder };
}

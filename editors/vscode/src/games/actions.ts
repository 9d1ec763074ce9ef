/** What can be done with the games that are selected in the table. All changes are one step of the editor's undo in each file. */
import * as vscode from "vscode";
import { MoveActions } from "../board/actions";
import { editorOf, rangeOf } from "../board/editors";
import type { Requests } from "../board/requests";
import { fileName } from "../commands/fileName";
import { runOn } from "../commands/program";
import { editorInUse } from "../editor";
import { hasGames } from "../languages";
import { gameAt, gamesOf } from "../outline";
import type { ListedGame } from "./search";
import { documentsOf, isCompressed, textsOf } from "./texts";

/** The time in milliseconds for which the status bar confirms what was done. */
const SHOWN = 3000;

/** So many games can be merged into one at a time: each is a step of its own. */
const MOST_MERGED = 50;

/** The kind of the server's action that merges the game below. */
const MERGE_TITLE = "Merge the game below into this one";

const PGN = { filters: { PGN: ["pgn"] } };

/** Copies games to the clipboard. */
export async function copyGames(requests: Requests, games: readonly ListedGame[]): Promise<void> {
  await vscode.env.clipboard.writeText((await textsOf(requests, games)).join("\n"));
  vscode.window.setStatusBarMessage(`Copied ${inWords(games.length)}`, SHOWN);
}

/** Deletes games from their files, once the user has agreed. Returns whether it has. */
export async function deleteGames(games: readonly ListedGame[]): Promise<boolean> {
  const documents = await changeable(games);
  const files = documents.size === 1 ? fileName([...documents.values()][0]?.document.uri.path ?? "") : `${documents.size} files`;
  const agreed = await vscode.window.showWarningMessage(`Delete ${inWords(games.length)} from ${files}?`, { modal: true, detail: "Undo in the text brings them back. Files are not saved." }, "Delete");
  if (agreed !== "Delete") return false;
  const edit = new vscode.WorkspaceEdit();
  remove(edit, games, documents);
  await apply(edit);
  return true;
}

/** Moves or copies games to the end of a file that the user chooses. Returns whether it has. */
export async function putGames(requests: Requests, games: readonly ListedGame[], copies: boolean): Promise<boolean> {
  const texts = await textsOf(requests, games);
  const sources = copies ? new Map<string, Changeable>() : await changeable(games);
  const uri = await chooseFile(copies);
  if (uri === undefined) return false;
  const edit = new vscode.WorkspaceEdit();
  const exists = await Promise.resolve(vscode.workspace.fs.stat(uri)).then(() => true, () => false);
  if (!exists) edit.createFile(uri, { contents: new Uint8Array() });
  const target = exists ? await vscode.workspace.openTextDocument(uri) : undefined;
  if (target !== undefined && !copies && [...sources.values()].some(({ document }) => document === target)) throw new Error(`Some of these games are in ${fileName(uri.path)} already`);
  edit.insert(uri, target?.positionAt(Infinity) ?? new vscode.Position(0, 0), `${lineEndBefore(target?.getText() ?? "")}${texts.join("\n")}`);
  if (!copies) remove(edit, games, sources);
  await apply(edit);
  vscode.window.setStatusBarMessage(`${copies ? "Copied" : "Moved"} ${inWords(games.length)} to ${fileName(uri.path)}`, SHOWN);
  return true;
}

/** Merges games into the one at the cursor of the text, one after the other. */
export async function mergeGames(requests: Requests, games: readonly ListedGame[]): Promise<void> {
  const editor = editorInUse();
  if (editor === undefined || !hasGames(editor.document)) throw new Error("Open a PGN file first, and place the cursor in the game that takes the others over");
  if (games.length > MOST_MERGED) throw new Error(`At most ${MOST_MERGED} games can be merged at once`);
  const { document } = editor;
  const here = gameAt(await gamesOf(requests.client(), document), editor.selection.active);
  if (here === undefined) throw new Error("There is no game at the cursor");
  const isItself = (game: ListedGame) => game.uri === requests.client()?.code2ProtocolConverter.asUri(document.uri) && rangeOf(game.extent).start.isEqual(here.range.start);
  const others = games.filter((game) => !isItself(game));
  for (const text of await textsOf(requests, others)) await mergeText(requests, document, here.range.start, text);
  vscode.window.setStatusBarMessage(`Merged ${inWords(others.length)} into ${here.name}`, SHOWN);
}

/** Writes games into a new file that the user chooses. */
export async function exportGames(requests: Requests, games: readonly ListedGame[]): Promise<void> {
  const texts = await textsOf(requests, games);
  const uri = await vscode.window.showSaveDialog({ ...PGN, title: `Export ${inWords(games.length)}`, saveLabel: "Export" });
  if (uri === undefined) return;
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(texts.join("\n")));
  await editorOf(await vscode.workspace.openTextDocument(uri));
}

/** Makes pages of games in a folder that the user chooses, by `program`, and offers to open them. */
export async function publishGames(requests: Requests, games: readonly ListedGame[], program: string | undefined): Promise<void> {
  const texts = await textsOf(requests, games);
  const chosen = await vscode.window.showOpenDialog({ canSelectFiles: false, canSelectFolders: true, openLabel: "Publish Here", title: `Publish ${inWords(games.length)} as Pages` });
  const [folder] = chosen ?? [];
  if (folder === undefined) return;
  await runOn(program, texts.join("\n"), (file) => ["publish", file, "--isolated", "--output", folder.fsPath]);
  const index = vscode.Uri.joinPath(folder, "index.html");
  if ((await vscode.window.showInformationMessage(`Published ${inWords(games.length)} in ${fileName(folder.path)}`, "Open")) === "Open") await vscode.env.openExternal(index);
}

/** Puts the text of a game below another one, and has the server merge both. Nothing is left of it if that is impossible. */
async function mergeText(requests: Requests, document: vscode.TextDocument, start: vscode.Position, text: string): Promise<void> {
  const game = gameAt(await gamesOf(requests.client(), document), start);
  if (game === undefined) throw new Error("The game is no longer there");
  const below = new vscode.WorkspaceEdit();
  const end = document.validatePosition(game.range.end);
  const before = document.getText(new vscode.Range(start, end));
  below.insert(document.uri, end, `${lineEndBefore(before)}${text}\n`);
  await apply(below);
  const actions = new MoveActions(() => requests.client());
  const place = { document, position: start, version: document.version, changedAt: Date.now() };
  const index = (await actions.at(place)).indexOf(MERGE_TITLE);
  if (index !== -1) return actions.run(index);
  const back = new vscode.WorkspaceEdit();
  const inserted = document.positionAt(document.offsetAt(end) + lineEndBefore(before).length + text.length + 1);
  back.delete(document.uri, new vscode.Range(end, inserted));
  await apply(back);
  throw new Error("These games cannot be merged: they begin at different positions, or do not read");
}

/** A document, and its version when the places of its games were known. */
interface Changeable {
  readonly document: vscode.TextDocument;
  readonly version: number;
}

/** The documents of games, all of which can be changed. Throws a sentence for the user otherwise. */
async function changeable(games: readonly ListedGame[]): Promise<Map<string, Changeable>> {
  const compressed = games.find(isCompressed);
  if (compressed) throw new Error(`${fileName(vscode.Uri.parse(compressed.uri, true).path)} is compressed, so its games cannot be changed`);
  const documents = await documentsOf(games);
  return new Map([...documents].map(([uri, document]) => [uri, { document, version: document.version }]));
}

/** Deletes the texts of games. Throws a sentence for the user if one has changed while a question was open. */
function remove(edit: vscode.WorkspaceEdit, games: readonly ListedGame[], documents: ReadonlyMap<string, Changeable>): void {
  for (const { document, version } of documents.values()) {
    if (document.version !== version) throw new Error(`${fileName(document.uri.path)} has changed meanwhile: select the games again`);
  }
  for (const { uri, extent } of games) {
    const source = documents.get(uri);
    if (source) edit.delete(source.document.uri, rangeOf(extent));
  }
}

/** Makes edits. VS Code opens a tab for each file that they change. */
async function apply(edit: vscode.WorkspaceEdit): Promise<void> {
  if (!(await vscode.workspace.applyEdit(edit))) throw new Error("The editor has not made the change: a text has changed, or is read-only");
}

async function chooseFile(copies: boolean): Promise<vscode.Uri | undefined> {
  const files = await vscode.workspace.findFiles("**/*.pgn", undefined, 200);
  const label = (uri: vscode.Uri) => vscode.workspace.asRelativePath(uri);
  const elsewhere = { label: "$(file) Another or a new file…", alwaysShow: true, uri: undefined };
  const items = files.map((uri) => ({ label: label(uri), uri })).sort((one, other) => one.label.localeCompare(other.label));
  const chosen = await vscode.window.showQuickPick<{ label: string; uri: vscode.Uri | undefined; alwaysShow?: boolean }>([elsewhere, ...items], { title: copies ? "Copy to File" : "Move to File", placeHolder: "A file" });
  if (chosen === undefined) return undefined;
  return chosen.uri ?? vscode.window.showSaveDialog({ ...PGN, title: copies ? "Copy to File" : "Move to File", saveLabel: copies ? "Copy" : "Move" });
}

/** What is missing of an empty line at the end of a text. */
function lineEndBefore(text: string): string {
  if (text.trim() === "") return "";
  return /\n\s*\n$/.test(text) ? "" : text.endsWith("\n") ? "\n" : "\n\n";
}

function inWords(count: number): string {
  return count === 1 ? "1 game" : `${count.toLocaleString("en")} games`;
}

import * as vscode from "vscode";
import type { MovedGame } from "../board/protocol";
import { Requests } from "../board/requests";
import { editorInUse } from "../editor";
import { hasGames } from "../languages";
import { gameAt, gamesOf } from "../outline";
import type { Server } from "../server/server";

/** Where a game goes; key bindings pass it as the argument. */
export interface Destination {
  /** The number of the game before which it goes, from 1; none for the end. */
  before: number;
  /** Another file. */
  into: vscode.Uri;
}

interface Place extends vscode.QuickPickItem {
  before: number | null;
  isElsewhere?: boolean;
}

/** Moves or copies the game at the cursor to another place or into another file, and shows it there. Prompts for the place if none is given. */
export async function putGame(server: Server, copy: boolean, given: Partial<Destination>): Promise<void> {
  const editor = editorInUse();
  const { client } = server;
  if (editor === undefined || client === undefined || !hasGames(editor.document)) {
    void vscode.window.showInformationMessage("Open a PGN file first, and place the cursor in a game.");
    return;
  }
  const { document, selection } = editor;
  const isGiven = given.before !== undefined || given.into !== undefined;
  const place = isGiven ? { before: given.before === undefined ? null : given.before - 1 } : await choose(server, document, selection.active, copy);
  if (place === undefined) return;
  const target = given.into ?? ("isElsewhere" in place && place.isElsewhere ? await chooseFile() : undefined);
  if (target === undefined && "isElsewhere" in place && place.isElsewhere) return;
  try {
    const into = target === undefined ? undefined : await vscode.workspace.openTextDocument(target);
    const moved = await new Requests(() => server.client).moveGame(document, selection.active, place.before, copy, into);
    if (moved === null) {
      void vscode.window.showInformationMessage("There is no game here, or the other file has none.");
      return;
    }
    await apply(moved, (edits) => client.protocol2CodeConverter.asTextEdits(edits));
    const shown = await vscode.window.showTextDocument(into ?? document);
    const start = new vscode.Position(moved.position.line, moved.position.character);
    shown.selection = new vscode.Selection(start, start);
    shown.revealRange(new vscode.Range(start, start), vscode.TextEditorRevealType.AtTop);
  } catch (error) {
    void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}

async function choose(server: Server, document: vscode.TextDocument, position: vscode.Position, copy: boolean): Promise<Place | undefined> {
  const games = await gamesOf(server.client, document);
  const here = gameAt(games, position);
  const before = games.map((game, index) => ({ before: index, label: `Before ${index + 1}. ${game.name}`, description: game.detail }));
  const places: Place[] = [
    { before: null, label: "$(file) Into another file…", isElsewhere: true, alwaysShow: true },
    { before: null, label: "$(arrow-down) To the end" },
    ...before.filter((_, index) => copy || games[index] !== here),
  ];
  const title = `${copy ? "Copy" : "Move"} ${here?.name ?? "the game"}`;
  return vscode.window.showQuickPick(places, { title, placeHolder: "Players, event, date, result or number", matchOnDescription: true });
}

async function chooseFile(): Promise<vscode.Uri | undefined> {
  const chosen = await vscode.window.showOpenDialog({ filters: { PGN: ["pgn"] }, openLabel: "Put the Game Here", canSelectMany: false });
  return chosen?.[0];
}

async function apply(moved: MovedGame, asTextEdits: (edits: MovedGame["documents"][number]["edits"]) => Promise<vscode.TextEdit[]>): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  for (const { uri, edits } of moved.documents) edit.set(vscode.Uri.parse(uri), await asTextEdits(edits));
  if (!(await vscode.workspace.applyEdit(edit))) throw new Error("The editor has not written the game: the text has changed, or is read-only.");
}

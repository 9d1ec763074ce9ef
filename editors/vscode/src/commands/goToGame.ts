import * as vscode from "vscode";
import { editorInUse } from "../editor";
import { hasGames } from "../languages";
import { type Game, gameAt, gamesOf } from "../outline";
import { withoutResult } from "../server/secrets";
import type { Server } from "../server/server";
import { hasWords, plain, wordsOf } from "./words";

interface GameItem extends vscode.QuickPickItem {
  game: Game;
}

/** Lets the user choose a game by players, event or number. The editor previews the highlighted game, and goes back if none is chosen. */
export async function goToGame(server: Server): Promise<void> {
  const editor = editorInUse();
  if (editor === undefined || !hasGames(editor.document)) {
    void vscode.window.showInformationMessage("Open a PGN file first.");
    return;
  }
  const all = await gamesOf(server.client, editor.document);
  // Like the outline in study mode: neither results nor openings.
  const games = server.secrets.isBefore(editor.document) ? all.map((game) => ({ ...game, name: withoutResult(game.name), detail: "" })) : all;
  const before = { selection: editor.selection, range: editor.visibleRanges[0] };
  const chosen = await choose(editor, games);
  if (chosen !== undefined) return show(editor, chosen);
  editor.selection = before.selection;
  if (before.range !== undefined) editor.revealRange(before.range, vscode.TextEditorRevealType.AtTop);
}

function choose(editor: vscode.TextEditor, games: Game[]): Promise<Game | undefined> {
  const pick = vscode.window.createQuickPick<GameItem>();
  pick.title = `Go to Game (${games.length.toLocaleString("en")})`;
  pick.placeholder = "Words of players, event, round, date, opening, rating, result or number";
  // VS Code looks for what is typed in the label or in the description, so that `Smith 2021` finds nothing: the words are looked up here.
  const items = games.map((game, index) => ({ game, label: `${index + 1}. ${game.name}`, description: game.detail, alwaysShow: true }));
  const texts = items.map((item) => plain(`${item.label} ${item.description}`));
  pick.items = items;
  pick.onDidChangeValue((value) => {
    const words = wordsOf(value);
    pick.items = items.filter((_, index) => hasWords(texts[index] ?? "", words));
  });
  const here = gameAt(games, editor.selection.active);
  pick.activeItems = pick.items.filter((item) => item.game === here);
  return new Promise((resolve) => {
    pick.onDidChangeActive(([item]) => {
      if (item !== undefined) show(editor, item.game);
    });
    pick.onDidAccept(() => {
      resolve(pick.selectedItems[0]?.game);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

function show(editor: vscode.TextEditor, game: Game): void {
  editor.selection = new vscode.Selection(game.selectionRange.start, game.selectionRange.start);
  editor.revealRange(game.range, vscode.TextEditorRevealType.AtTop);
}

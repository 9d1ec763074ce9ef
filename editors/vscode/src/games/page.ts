/** A page of the list as the webview shows it. */
import type { GameRow, Page } from "./messages";
import type { ListedGame, ListedGames } from "./search";

/** The page from an answer; `isHidden` tells of which files the results are hidden, as in study mode. */
export function pageOf(offset: number, { games, total, list, complete, doubt, unread }: ListedGames, isHidden: (uri: string) => boolean): Page {
  const lacking = unread.length === 0 ? null : `${unread.length === 1 ? "1 file was" : `${unread.length} files were`} not read: ${unread[0]?.message ?? ""}`;
  const remark = [doubt, lacking].filter((part) => part !== null).join(". ") || null;
  return { list: list ?? -1, offset, total, isComplete: complete, remark, rows: games.map((game) => rowOf(game, isHidden(game.uri))) };
}

function rowOf(game: ListedGame, isHidden: boolean): GameRow {
  const { index, white, black, whiteElo, blackElo, date, event, site, round, isAnnotated, isBroken, findings } = game;
  const known = { index, game: game.game, file: nameOf(game.uri), white, black, whiteElo, blackElo, date, event, site, round, isAnnotated, isBroken, findings };
  if (isHidden) return { ...known, result: null, eco: null, opening: null, plies: null, move: null };
  return { ...known, result: game.result, eco: game.opening?.eco || null, opening: game.opening?.name || null, plies: game.plies, move: game.move };
}

function nameOf(uri: string): string {
  const name = uri.slice(uri.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

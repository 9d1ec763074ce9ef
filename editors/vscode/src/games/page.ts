/** A page of the list as the webview shows it. */
import type { GameRow, Page } from "./messages";
import type { ListedGame, ListedGames } from "./search";

/** What the extension itself knows of games. */
export interface Known {
  /** Of which files the results are hidden, as in study mode. */
  isHidden(uri: string): boolean;
  /** Which games occur twice. */
  isDuplicate(game: ListedGame): boolean;
}

/** The page from an answer. */
export function pageOf(offset: number, { games, total, list, complete, doubt, unread }: ListedGames, known: Known): Page {
  const lacking = unread.length === 0 ? null : `${unread.length === 1 ? "1 file was" : `${unread.length} files were`} not read: ${unread[0]?.message ?? ""}`;
  const remark = [doubt, lacking].filter((part) => part !== null).join(". ") || null;
  return { list: list ?? -1, offset, total, isComplete: complete, remark, rows: games.map((game) => rowOf(game, known)) };
}

function rowOf(game: ListedGame, { isHidden, isDuplicate }: Known): GameRow {
  const { index, white, black, whiteElo, blackElo, date, event, site, round, isAnnotated, isBroken, findings } = game;
  const known = { index, game: game.game, file: nameOf(game.uri), white, black, whiteElo, blackElo, date, event, site, round, isAnnotated, isBroken, findings, isDuplicate: isDuplicate(game) };
  if (isHidden(game.uri)) return { ...known, result: null, eco: null, opening: null, plies: null, move: null };
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

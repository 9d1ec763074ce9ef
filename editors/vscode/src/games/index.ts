/** The games view, with its commands. */
import * as vscode from "vscode";
import { Requests } from "../board/requests";
import { boardAtCursor } from "../commands/position";
import type { Server } from "../server/server";
import { copyGames, deleteGames, exportGames, mergeGames, publishGames, putGames } from "./actions";
import { positionQuery, type Shared } from "./positionQuery";
import { SavedQueries } from "./saved";
import { GamesRequests } from "./search";
import { GamesView, VIEW } from "./view";

export function registerGames(context: vscode.ExtensionContext, server: Server): vscode.Disposable {
  const client = () => server.client;
  const requests = new Requests(client);
  const view = new GamesView(context, new GamesRequests(client), requests, new SavedQueries(context.workspaceState), server.secrets);
  const commands: Record<string, () => unknown> = {
    [VIEW]: () => view.open(),
    [`${VIEW}.copy`]: () => view.withSelected((games) => copyGames(requests, games)),
    [`${VIEW}.copyTo`]: () => view.withSelected((games) => putGames(requests, games, true)),
    [`${VIEW}.delete`]: () => view.withSelected((games) => deleteGames(games)),
    [`${VIEW}.export`]: () => view.withSelected((games) => exportGames(requests, games)),
    [`${VIEW}.merge`]: () => view.withSelected((games) => mergeGames(requests, games)),
    [`${VIEW}.moveTo`]: () => view.withSelected((games) => putGames(requests, games, false)),
    [`${VIEW}.next`]: () => view.step(1),
    [`${VIEW}.open`]: () => view.openActive(),
    [`${VIEW}.previous`]: () => view.step(-1),
    [`${VIEW}.publish`]: () => view.withSelected((games) => publishGames(requests, games, server.program)),
    [`${VIEW}.saveQuery`]: () => view.saveQuery(),
    [`${VIEW}.savedQueries`]: () => view.chooseSaved(),
    [`${VIEW}.withMaterial`]: () => findLike(server, view, "material"),
    [`${VIEW}.withPosition`]: () => findLike(server, view, "position"),
    [`${VIEW}.withStructure`]: () => findLike(server, view, "structure"),
  };
  return vscode.Disposable.from(
    view,
    vscode.window.registerWebviewViewProvider(VIEW, view),
    ...Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(name, run)),
    server.onDidChangeState((state) => state === "running" && view.changed()),
  );
}

/** Lists the games with something of the position on the board. */
async function findLike(server: Server, view: GamesView, shared: Shared): Promise<void> {
  const board = await boardAtCursor(server);
  if (board !== undefined) await view.open(positionQuery(board.fen, shared));
}

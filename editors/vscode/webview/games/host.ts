/** The connection of the games view to the extension host. */
import type { FromGames, ToGames } from "../../src/games/messages";

const vscode = acquireVsCodeApi();

/** Sends a message to the extension host. */
export function tell(message: FromGames): void {
  vscode.postMessage(message);
}

/** Calls `handle` for every message of the extension host. */
export function listen(handle: (message: ToGames) => void): void {
  window.addEventListener("message", (event: MessageEvent<ToGames>) => handle(event.data));
}

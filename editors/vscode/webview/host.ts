/** The connection to the extension host, and the state that survives hiding and reload. */
import type { FromView, ToView, ViewState } from "../src/board/messages";

let kept: string | undefined;

const vscode = acquireVsCodeApi<ViewState>();

/** Sends a message to the extension host. */
export function tell(message: FromView): void {
  vscode.postMessage(message);
}

/** Calls `handle` for every message of the extension host. */
export function listen(handle: (message: ToView) => void): void {
  window.addEventListener("message", (event: MessageEvent<ToView>) => handle(event.data));
}

/** The saved state, if there is one. */
export function keptState(): ViewState | undefined {
  return vscode.getState();
}

/** Saves the state of the view if it has changed: VS Code forwards it every time. */
export function keep(state: ViewState): void {
  const text = JSON.stringify(state);
  if (text !== kept) vscode.setState(state);
  kept = text;
}

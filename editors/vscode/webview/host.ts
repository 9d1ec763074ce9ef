/** The way to the extension host, and what is kept over hiding and reload. */
import type { FromView, ToView, ViewState } from "../src/board/messages";

let kept: string | undefined;

const vscode = acquireVsCodeApi<ViewState>();

/** Tells the extension host. */
export function tell(message: FromView): void {
  vscode.postMessage(message);
}

/** Calls `handle` for every message of the extension host. */
export function listen(handle: (message: ToView) => void): void {
  window.addEventListener("message", (event: MessageEvent<ToView>) => handle(event.data));
}

/** What was kept, if anything. */
export function keptState(): ViewState | undefined {
  return vscode.getState();
}

/** Keeps the state of the view, if it is another one: VS Code hands it on every time. */
export function keep(state: ViewState): void {
  const text = JSON.stringify(state);
  if (text !== kept) vscode.setState(state);
  kept = text;
}

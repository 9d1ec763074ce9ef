/** The webview panel that shows the board. */
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { FromView, ToView } from "./messages";
import { page } from "./page";

/** The type of the panel, by which VS Code restores it after a reload. */
export const PANEL_TYPE = "scoresheet.board";

/** One panel, new or restored. */
export class Panel implements vscode.Disposable {
  private readonly disposables: vscode.Disposable[] = [];

  private constructor(
    private readonly panel: vscode.WebviewPanel,
    extension: vscode.Uri,
  ) {
    const files = vscode.Uri.joinPath(extension, "dist");
    const { webview } = panel;
    webview.options = { enableScripts: true, localResourceRoots: [files] };
    const icon = (theme: string) => vscode.Uri.joinPath(extension, "images", `board-${theme}.svg`);
    panel.iconPath = { light: icon("light"), dark: icon("dark") };
    const address = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(files, name)).toString();
    const nonce = randomBytes(16).toString("hex");
    webview.html = page({ title: "Board", source: webview.cspSource, script: address("webview.js"), style: address("webview.css"), nonce });
  }

  /** Creates a panel beside the text. */
  static create(extension: vscode.Uri): Panel {
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    return new Panel(vscode.window.createWebviewPanel(PANEL_TYPE, "Board", place), extension);
  }

  /** Takes over a panel that VS Code restored after a reload. */
  static adopt(panel: vscode.WebviewPanel, extension: vscode.Uri): Panel {
    return new Panel(panel, extension);
  }

  get isVisible(): boolean {
    return this.panel.visible;
  }

  reveal(): void {
    this.panel.reveal(undefined, true);
  }

  /** Gives the panel the keyboard. */
  focus(): void {
    this.panel.reveal(undefined, false);
  }

  send(message: ToView): void {
    void this.panel.webview.postMessage(message);
  }

  /** Sets the name of the file in the title of the tab. */
  setTitle(name: string): void {
    const title = `Board: ${name}`;
    if (this.panel.title !== title) this.panel.title = title;
  }

  onMessage(handle: (message: FromView) => void): void {
    this.disposables.push(this.panel.webview.onDidReceiveMessage(handle));
  }

  /** Calls `handle` when the panel becomes visible again. */
  onShown(handle: () => void): void {
    this.onVisible((isVisible) => isVisible && handle());
  }

  /** Calls `handle` when the panel is no longer visible. */
  onHidden(handle: () => void): void {
    this.onVisible((isVisible) => !isVisible && handle());
  }

  onClose(handle: () => void): void {
    this.disposables.push(this.panel.onDidDispose(handle));
  }

  private onVisible(handle: (isVisible: boolean) => void): void {
    let wasVisible = this.panel.visible;
    this.disposables.push(
      this.panel.onDidChangeViewState(() => {
        const { visible } = this.panel;
        if (visible !== wasVisible) handle(visible);
        wasVisible = visible;
      }),
    );
  }

  dispose(): void {
    for (const disposable of this.disposables) disposable.dispose();
    this.panel.dispose();
  }
}

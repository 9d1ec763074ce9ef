/** The keyboard map: a page beside the texts. */
import * as vscode from "vscode";
import { type Contributed, keysPage, sections } from "./page";

let open: vscode.WebviewPanel | undefined;

/** Shows the page, or reveals it. */
export function showKeys(extension: vscode.Extension<unknown>): void {
  if (open) return open.reveal();
  const files = vscode.Uri.joinPath(extension.extensionUri, "dist");
  // The page has no script, and its policy allows none. But programs that check pages for accessibility cannot look into one without them.
  const options = { enableScripts: true, localResourceRoots: [files], enableFindWidget: true };
  const panel = vscode.window.createWebviewPanel("scoresheet.keys", "Keyboard Map", vscode.ViewColumn.Active, options);
  open = panel;
  panel.onDidDispose(() => (open = undefined));
  const style = panel.webview.asWebviewUri(vscode.Uri.joinPath(files, "keymap.css")).toString();
  const contributed = (extension.packageJSON as { contributes: Contributed }).contributes;
  panel.webview.html = keysPage(sections(contributed, process.platform === "darwin"), style, panel.webview.cspSource);
}

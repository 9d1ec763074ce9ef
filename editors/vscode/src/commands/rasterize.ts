import { randomBytes } from "node:crypto";
import * as vscode from "vscode";

/** The timeout for drawing in milliseconds. */
const LIMIT = 10_000;

/** Converts an SVG picture to a PNG of `size` times `size` pixels. Without a library only a browser can do that: a webview appears for a moment. */
export async function rasterize(svg: string, size: number): Promise<Uint8Array> {
  const panel = vscode.window.createWebviewPanel("scoresheet.picture", "Board", { viewColumn: vscode.ViewColumn.Active, preserveFocus: true }, { enableScripts: true });
  try {
    const drawn = new Promise<string>((resolve, reject) => {
      panel.webview.onDidReceiveMessage((message: { png?: string }) => (message.png === undefined ? reject(new Error("The picture could not be drawn.")) : resolve(message.png)));
      panel.onDidDispose(() => reject(new Error("The picture was closed before it was drawn.")));
      setTimeout(() => reject(new Error("The picture could not be drawn in time.")), LIMIT);
    });
    panel.webview.html = page(svg, size);
    return Buffer.from(await drawn, "base64");
  } finally {
    panel.dispose();
  }
}

function page(svg: string, size: number): string {
  const nonce = randomBytes(16).toString("base64");
  const address = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; script-src 'nonce-${nonce}'">
<img id="board" alt="The board" src="${address}">
<script nonce="${nonce}">
  const editor = acquireVsCodeApi();
  const image = document.getElementById("board");
  image.decode().then(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: ${size}, height: ${size} });
    canvas.getContext("2d").drawImage(image, 0, 0, ${size}, ${size});
    editor.postMessage({ png: canvas.toDataURL("image/png").split(",")[1] });
  }).catch(() => editor.postMessage({}));
</script>
</html>`;
}

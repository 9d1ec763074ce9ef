import { statSync } from "node:fs";
import { homedir } from "node:os";
import * as vscode from "vscode";
import type { Places } from "./lookup";

/** The places where the server may be on this machine. */
export function places(extension: vscode.Uri): Places {
  return {
    setting: vscode.workspace.getConfiguration("scoresheet").get("server.path", ""),
    extensionFolder: extension.fsPath,
    path: process.env["PATH"] ?? "",
    home: homedir(),
    platform: process.platform,
    isFile,
  };
}

/** A folder that cannot be read has no program. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

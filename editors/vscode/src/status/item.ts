import * as vscode from "vscode";
import { editorInUse } from "../editor";
import { hasGames, isOurs } from "../languages";
import type { Server } from "../server/server";
import { countRecords, type Status, statusText, statusTooltip } from "./text";

/** Debounces the count of records, in milliseconds. */
const PAUSE = 400;

/** The status bar item while a chess file is shown. A click opens a menu. */
export class StatusItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("scoresheet.status", vscode.StatusBarAlignment.Right, 101);
  private readonly counts = new WeakMap<vscode.TextDocument, number>();
  private readonly subscriptions: vscode.Disposable[];
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly server: Server) {
    this.item.name = "Scoresheet";
    this.item.command = "scoresheet.showMenu";
    this.subscriptions = [
      server.onDidChangeState(() => this.show()),
      // VS Code requests the outline after every change for its own views, which gives the number of games.
      server.onDidOutline(({ document, games }) => {
        if (hasGames(document)) this.counted(document, games);
      }),
      vscode.window.onDidChangeActiveTextEditor(() => this.changed()),
      vscode.window.onDidChangeVisibleTextEditors(() => this.show()),
      vscode.languages.onDidChangeDiagnostics(() => this.show()),
      vscode.workspace.onDidChangeTextDocument((change) => {
        if (change.document === editorInUse()?.document) this.changed();
      }),
    ];
    this.changed();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.subscriptions.forEach((subscription) => subscription.dispose());
    this.item.dispose();
  }

  private changed(): void {
    this.show();
    clearTimeout(this.timer);
    const document = editorInUse()?.document;
    if (document === undefined || !isOurs(document) || hasGames(document)) return;
    this.timer = setTimeout(() => this.counted(document, countRecords(document.getText())), PAUSE);
  }

  private counted(document: vscode.TextDocument, count: number): void {
    this.counts.set(document, count);
    this.show();
  }

  private show(): void {
    const document = editorInUse()?.document;
    if (document === undefined) return this.item.hide();
    const status = this.status(document);
    this.item.text = statusText(status);
    this.item.tooltip = new vscode.MarkdownString(statusTooltip(status));
    this.item.backgroundColor = status.state === "missing" ? new vscode.ThemeColor("statusBarItem.errorBackground") : undefined;
    this.item.show();
  }

  private status(document: vscode.TextDocument): Status {
    const found = vscode.languages.getDiagnostics(document.uri).filter((finding) => finding.source === "scoresheet");
    const errors = found.filter((finding) => finding.severity === vscode.DiagnosticSeverity.Error).length;
    const warnings = found.filter((finding) => finding.severity === vscode.DiagnosticSeverity.Warning).length;
    return {
      state: this.server.state,
      version: this.server.version,
      count: this.counts.get(document),
      unit: hasGames(document) ? "game" : "position",
      errors,
      warnings,
      others: found.length - errors - warnings,
    };
  }
}

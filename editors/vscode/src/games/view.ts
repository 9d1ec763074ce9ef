/** The games view: a table below the text, its question, and its messages. */
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { Scope } from "../board/collection";
import { page } from "../board/page";
import { reasonOf } from "../board/reason";
import type { Requests } from "../board/requests";
import { chosenFiles } from "../board/settings";
import { showGame } from "../board/showGame";
import { fileName } from "../commands/fileName";
import { hasGames } from "../languages";
import type { Secrets } from "../server/secrets";
import { duplicates } from "./duplicates";
import type { FromGames, Question, ToGames } from "./messages";
import { pageOf } from "./page";
import type { SavedQueries } from "./saved";
import type { GamesRequests, ListedGame, Search } from "./search";
import { countOf, type Selected, selectedGames } from "./selection";

/** The identifier of the view. */
export const VIEW = "scoresheet.games";

/** Debounces a new list while texts change, in milliseconds. */
const PAUSE = 400;

/** Where the question is kept, so that the view is the same after a reload. */
const KEPT = "scoresheet.games.question";

/** The files whose games are listed. */
const FILES = "**/*.{pgn,pgn.gz,pgn.bz2,pgn.zst}";

const FIRST: Question = { scope: "workspace", query: "", sort: [] };

export class GamesView implements vscode.WebviewViewProvider, vscode.Disposable {
  private view: vscode.WebviewView | undefined;
  private question: Question;
  private document: vscode.TextDocument | undefined;
  private asking = new vscode.CancellationTokenSource();
  private selected: Selected = { list: -1, ranges: [] };
  private active = -1;
  private pause: NodeJS.Timeout | undefined;
  private readonly disposables: vscode.Disposable[] = [];

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly games: GamesRequests,
    private readonly requests: Requests,
    private readonly saved: SavedQueries,
    private readonly secrets: Secrets,
  ) {
    this.question = { ...FIRST, ...context.workspaceState.get<Question>(KEPT) };
    this.follow(vscode.window.activeTextEditor);
    const files = vscode.workspace.createFileSystemWatcher(FILES);
    for (const event of [files.onDidChange, files.onDidCreate, files.onDidDelete]) this.disposables.push(event(() => this.changed()));
    this.disposables.push(
      files,
      vscode.window.onDidChangeActiveTextEditor((editor) => this.follow(editor)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => contentChanges.length > 0 && hasGames(document) && this.changed()),
      vscode.workspace.onDidOpenTextDocument((document) => hasGames(document) && this.changed()),
      vscode.workspace.onDidCloseTextDocument((document) => hasGames(document) && this.changed()),
      vscode.workspace.onDidSaveTextDocument((document) => hasGames(document) && this.changed()),
      vscode.languages.onDidChangeDiagnostics(() => this.changed()),
      secrets.onDidChange(() => this.changed()),
    );
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.view = view;
    const files = vscode.Uri.joinPath(this.context.extensionUri, "dist");
    const { webview } = view;
    webview.options = { enableScripts: true, localResourceRoots: [files] };
    const address = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(files, name)).toString();
    webview.html = page({ title: "Games", source: webview.cspSource, script: address("games.js"), style: address("games.css"), nonce: randomBytes(16).toString("hex") });
    webview.onDidReceiveMessage((message: FromGames) => void this.receive(message).catch((error: unknown) => void vscode.window.showWarningMessage(reasonOf(error))));
    view.onDidDispose(() => (this.view = undefined));
  }

  /** Opens the view, with a query if it is given. */
  async open(query?: string): Promise<void> {
    // Without a query, the view keeps the question that it has: it may be newer than the one known here.
    if (query === undefined) this.refresh();
    else {
      this.question = { ...this.question, query };
      this.show();
    }
    await vscode.commands.executeCommand(`${VIEW}.focus`);
    this.send({ type: "focusFilter" });
  }

  /** Lists games again, as after a restart of the server. */
  changed(): void {
    if (!this.view?.visible) return;
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.refresh(), PAUSE);
  }

  /** Opens the next game of the list, or the one before. */
  async step(by: 1 | -1): Promise<void> {
    const index = Math.max(this.active + by, 0);
    if (!(await this.openGame(index, true))) void vscode.window.setStatusBarMessage(by === 1 ? "This is the last game of the list" : "This is the first game of the list", 3000);
  }

  /** Opens the game that is marked in the table. */
  async openActive(): Promise<void> {
    await this.openGame(Math.max(this.active, 0), true);
  }

  /** Chooses one of the saved queries. */
  async chooseSaved(): Promise<void> {
    const query = await this.saved.choose();
    if (query !== undefined) await this.open(query);
  }

  /** Saves the query of the table under a name. */
  saveQuery(query = this.question.query): Promise<void> {
    return this.saved.save(query);
  }

  /** Does something with the games that are selected. */
  async withSelected(work: (games: readonly ListedGame[]) => Promise<unknown>): Promise<void> {
    if (countOf(this.selected) === 0) {
      void vscode.window.showInformationMessage("Select games in the list first.");
      return;
    }
    try {
      const games = await vscode.window.withProgress({ location: { viewId: VIEW } }, () => selectedGames(this.games, this.search, this.selected));
      await work(games);
    } catch (error) {
      void vscode.window.showWarningMessage(reasonOf(error));
    }
  }

  dispose(): void {
    clearTimeout(this.pause);
    this.asking.cancel();
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private get documentName(): string | null {
    return this.document ? fileName(this.document.uri.path) : null;
  }

  private get search(): Search {
    const { scope, query, sort } = this.question;
    const document = this.document?.isClosed ? undefined : this.document?.uri;
    return { document, scope: this.scopeOf(scope), query, sort };
  }

  private scopeOf(scope: Question["scope"]): Scope {
    if (scope !== "chosen") return scope;
    const base = this.document?.uri ?? vscode.workspace.workspaceFolders?.[0]?.uri;
    return { files: base ? chosenFiles(base).map((uri) => uri.toString()) : [] };
  }

  private follow(editor: vscode.TextEditor | undefined): void {
    if (!editor || !hasGames(editor.document) || editor.document === this.document) return;
    this.document = editor.document;
    if (this.question.scope === "document") this.changed();
  }

  private show(): void {
    this.send({ type: "show", question: this.question, document: this.documentName, hasChosen: hasChosen() });
  }

  private refresh(): void {
    this.send({ type: "changed", document: this.documentName, hasChosen: hasChosen() });
  }

  private async receive(message: FromGames): Promise<void> {
    switch (message.type) {
      case "ready":
        return this.show();
      case "ask":
        return this.ask(message);
      case "help": {
        const help = await this.games.help(this.document?.uri, message.query, message.at).catch(() => undefined);
        if (help) this.send({ type: "help", id: message.id, help });
        return;
      }
      case "open":
        await this.openGame(message.index, message.takesFocus);
        return;
      case "selected":
        this.selected = { list: message.list, ranges: message.ranges };
        this.active = message.active;
        return void vscode.commands.executeCommand("setContext", "scoresheet.gamesSelected", countOf(this.selected) > 0);
      case "run":
        return void vscode.commands.executeCommand(`${VIEW}.${message.command}`);
      case "keys":
        return void vscode.commands.executeCommand("scoresheet.showKeys");
      case "chooseSaved":
        return this.chooseSaved();
      case "save":
        return this.saveQuery(message.query);
    }
  }

  /** Only the pages of the last question are answered. */
  private async ask({ number, question, offset, limit }: Extract<FromGames, { type: "ask" }>): Promise<void> {
    if (JSON.stringify(question) !== JSON.stringify(this.question)) {
      this.asking.cancel();
      this.asking = new vscode.CancellationTokenSource();
      this.question = question;
      this.active = -1;
      void this.context.workspaceState.update(KEPT, question);
    }
    const { token } = this.asking;
    try {
      const found = await this.games.page(this.search, offset, limit, token, (total) => this.send({ type: "progress", number, total }));
      if (token.isCancellationRequested) return;
      if (!found) return this.send({ type: "failed", number, reason: "The server does not run" });
      void vscode.commands.executeCommand("setContext", "scoresheet.gamesListed", found.total > 0);
      this.send({ type: "page", number, ...pageOf(offset, found, { isHidden: (uri) => this.isHidden(uri), isDuplicate: duplicates() }) });
    } catch (error) {
      if (!token.isCancellationRequested) this.send({ type: "failed", number, reason: reasonOf(error) });
    }
  }

  /** Opens a game of the list where the position was found. Returns whether there is one. */
  private async openGame(index: number, takesFocus: boolean): Promise<boolean> {
    const [game] = (await this.games.page(this.search, index, 1))?.games ?? [];
    const place = game && (await this.requests.foundGame(game.data));
    if (!place) return false;
    this.active = index;
    this.send({ type: "active", index });
    await showGame(place, takesFocus);
    return true;
  }

  private isHidden(uri: string): boolean {
    const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === vscode.Uri.parse(uri, true).toString());
    return document !== undefined && this.secrets.isBefore(document);
  }

  private send(message: ToGames): void {
    void this.view?.webview.postMessage(message);
  }
}

function hasChosen(): boolean {
  return vscode.workspace.getConfiguration("scoresheet.board").get<string[]>("explorerFiles", []).length > 0;
}

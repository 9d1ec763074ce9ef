/** The board view: one panel, its contents, and its messages. */
import * as vscode from "vscode";
import { CodeActionKind } from "vscode-languageclient/node";
import { fileName } from "../commands/fileName";
import { hasChess } from "../embedded";
import { MoveActions } from "./actions";
import { AnalysisHost } from "./analysis";
import type { Curtain } from "./curtain";
import { Trainer } from "../training/trainer";
import { editorOf, moveCursor } from "./editors";
import { ExplorerHost } from "./explorer";
import { Follower, type Place } from "./follower";
import { type Action, type BoardSettings, type FromView, MENU_COMMANDS, type Step, type ToView, type ViewState } from "./messages";
import { Marker } from "./marker";
import { addGames, addMoves, addPosition } from "./newGames";
import { Panel } from "./panel";
import { pastedOf } from "./pasted";
import type { Board, Game, Position } from "./protocol";
import { reasonOf } from "./reason";
import type { Requests } from "./requests";
import { boardSettings } from "./settings";
import { Study } from "./study";
import { Travel } from "./travel";

/** The context key for key bindings: whether the board is open. */
const OPEN_CONTEXT = "scoresheet.boardOpen";

/** The kind of the server's action that the key Delete runs. */
const DELETE_REST = CodeActionKind.RefactorRewrite + ".deleteRest";

/** The context key for key bindings: whether the focus is in a field of the board that has text. */
const TYPING_CONTEXT = "scoresheet.boardTyping";

/** The commands that list games with something of the position. */
const FINDS = { position: "scoresheet.games.withPosition", material: "scoresheet.games.withMaterial", structure: "scoresheet.games.withStructure" } as const;

/** Connects the text and the panel. */
export class BoardView implements vscode.Disposable {
  private panel: Panel | undefined;
  private readonly follower: Follower;
  private readonly travel: Travel;
  private readonly study: Study;
  private readonly trainer: Trainer;
  private readonly explorer: ExplorerHost;
  private readonly analysis: AnalysisHost;
  private readonly marker = new Marker();
  private readonly actions: MoveActions;

  constructor(
    private readonly extension: vscode.Uri,
    private readonly requests: Requests,
    curtain: Curtain,
    program: () => string | undefined,
  ) {
    this.follower = new Follower(
      requests,
      () => this.panel?.isVisible ?? false,
      (board, place) => this.showBoard(board, place),
      (game) => this.showGame(game),
    );
    this.travel = new Travel(this.follower, requests);
    this.trainer = new Trainer({
      study: () => this.open(),
      goTo: (document, line) => this.goToLine(document, line),
      note: (note) => this.train(note),
    });
    this.study = new Study(this.follower, this.travel, requests, curtain, (message) => this.send(message), (fen, help) => this.trainer.solved(fen, help));
    this.actions = new MoveActions(requests.client);
    this.explorer = new ExplorerHost(this.follower, requests, (message) => this.send(message));
    this.analysis = new AnalysisHost(this.follower, program, (message) => this.send(message));
  }

  /** Opens the panel beside the text, or reveals it. */
  open(): void {
    if (this.panel) this.panel.reveal();
    else this.attach(Panel.create(this.extension));
    this.followActive();
  }

  /** Takes over a panel from before a reload of the window. */
  async adopt(panel: vscode.WebviewPanel, state: ViewState | undefined): Promise<void> {
    this.panel?.dispose();
    this.attach(Panel.adopt(panel, this.extension));
    this.followActive();
    if (this.follower.place || !state?.uri) return;
    try {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(state.uri));
      if (!this.follower.place) this.follower.at(document, new vscode.Position(0, 0));
    } catch {
      // The file no longer exists; the board waits for another one.
    }
  }

  /** Steps through the game at the cursor of the text, with or without an open panel. */
  async step(step: Step): Promise<void> {
    if (!this.panel) this.open();
    await this.travel.step(step);
  }

  /** Triggers an action in the view. */
  act(action: Action): void {
    if (!this.panel) this.open();
    this.send({ type: "action", action });
  }

  /** Undoes the last change of the followed text, or does it again, and comes back to the board. */
  async change(command: "undo" | "redo"): Promise<void> {
    const { place } = this.follower;
    if (!place) return;
    // VS Code can only do this to the editor that has the focus.
    const editor = await editorOf(place.document);
    await vscode.window.showTextDocument(editor.document, editor.viewColumn);
    await vscode.commands.executeCommand(command);
    // Whoever has opened another file meanwhile keeps the keyboard there.
    if (vscode.window.activeTextEditor?.document !== place.document) return;
    this.panel?.focus();
    this.send({ type: "focus" });
  }

  /** Saves the followed text. */
  async save(): Promise<void> {
    const document = this.follower.place?.document;
    if (document && !(await document.save())) void vscode.window.showWarningMessage(`${fileName(document.uri.path)} could not be saved`);
  }

  /** Trains the positions of a document that are due. */
  async trainPositions(document: vscode.TextDocument | undefined): Promise<void> {
    if (document) await this.trainer.begin(document);
  }

  /** Plays a move at the cursor; shows the reason if it cannot be played. */
  async play(move: string): Promise<void> {
    this.refuse(await this.travel.play(move));
  }

  /** Shows why something was not done. */
  private refuse(reason: string | undefined): void {
    if (!reason) return;
    if (this.panel?.isVisible) this.send({ type: "refused", reason });
    else void vscode.window.showWarningMessage(reason);
  }

  /** Sends the settings to the panel; with `tried` in place of some of them. */
  sendSettings(tried: Partial<BoardSettings> = {}): void {
    this.send({ type: "settings", settings: { ...boardSettings(this.follower.place?.document.uri), ...tried } });
  }

  /** Repeats the requests, for example after a restart of the server. */
  refresh(): void {
    this.follower.refresh();
  }

  dispose(): void {
    this.panel?.dispose();
    this.explorer.dispose();
    this.analysis.dispose();
    this.trainer.dispose();
    this.marker.dispose();
    this.follower.dispose();
  }

  private attach(panel: Panel): void {
    this.panel = panel;
    panel.onMessage((message) => void this.receive(message));
    panel.onShown(() => this.follower.refresh());
    panel.onHidden(() => this.marker.clear());
    panel.onClose(() => {
      if (this.panel === panel) this.detach();
    });
    void vscode.commands.executeCommand("setContext", OPEN_CONTEXT, true);
  }

  private detach(): void {
    this.panel = undefined;
    this.trainer.end();
    this.study.set(false);
    this.explorer.set(null);
    this.analysis.set(false);
    this.marker.clear();
    void vscode.commands.executeCommand("setContext", OPEN_CONTEXT, false);
  }

  private followActive(): void {
    const active = vscode.window.activeTextEditor;
    const editors = active ? [active, ...vscode.window.visibleTextEditors] : vscode.window.visibleTextEditors;
    const editor = editors.find((editor) => hasChess(editor.document));
    if (editor) this.follower.follow(editor);
    this.follower.refresh();
  }

  private async receive(message: FromView): Promise<void> {
    switch (message.type) {
      case "ready":
        this.sendSettings();
        this.send({ type: "game", game: this.follower.game });
        if (this.trainer.note !== undefined) this.train(this.trainer.note);
        return this.follower.refresh();
      case "step":
        if (!(await this.travel.step(message.step, message.isHeld)) && !message.isHeld) this.send({ type: "stuck", step: message.step });
        return;
      case "typing":
        return void vscode.commands.executeCommand("setContext", TYPING_CONTEXT, message.isOn);
      case "goTo":
        // The list may be that of an earlier version of the text.
        return this.travel.goTo(this.follower.now(message.position, message.version));
      case "reload":
        return this.follower.reload(message.position);
      case "play":
        return this.play(message.move);
      case "study":
        if (!message.isOn) this.trainer.end();
        return this.study.set(message.isOn);
      case "guess":
        return this.study.guess(message.move);
      case "reveal":
        return this.study.reveal();
      case "keepMissed":
        return this.study.keep();
      case "hint":
        return this.study.hint();
      case "annotate":
        return this.refuse(await this.travel.annotate(message.annotation));
      case "setUp":
        return this.setUp(message.fen);
      case "paste":
        return this.paste(message.text);
      case "words":
        await this.travel.settled();
        return this.send({ type: "words" });
      case "offer":
        return this.offer(message.position && this.follower.now(message.position, message.version));
      case "run":
        return this.actions.run(message.index).catch((error: unknown) => this.refuse(reasonOf(error)));
      case "deleteRest":
        return this.deleteRest();
      case "explore":
        return this.explorer.set(message.options);
      case "analyse":
        return this.analysis.set(message.isOn);
      case "insertLine":
        return this.insertLine(message.moves);
      case "list":
        return this.explorer.list(message.move, message.offset);
      case "find":
        return void vscode.commands.executeCommand(FINDS[message.shared]);
      case "command":
        if (MENU_COMMANDS.includes(message.command)) void vscode.commands.executeCommand(message.command);
        return;
      case "openGame":
        return this.explorer.open(message.data);
    }
  }

  /** Offers what can be done with the move on the board, after going to the one at `position`. */
  private async offer(position: Position | null): Promise<void> {
    if (position) await this.travel.goTo(position);
    await this.follower.settled(false);
    const { place } = this.follower;
    if (place) this.send({ type: "offered", titles: await this.actions.at(place) });
  }

  /** Plays a line from the position on the board, and comes back to it. */
  private async insertLine(moves: readonly string[]): Promise<void> {
    const position = this.follower.place?.position;
    const { reason } = await this.travel.playAll(moves);
    if (reason !== undefined) return this.refuse(reason);
    if (position) await this.travel.goTo(position);
  }

  /** Writes a start position into the game, or into a new one if the game has moves. */
  private async setUp(fen: string): Promise<void> {
    await this.travel.settled();
    const { place, game } = this.follower;
    if (!place) return;
    if (game && game.items.every(({ move }) => move === null)) return this.refuse(await this.travel.annotate({ start: fen }));
    return this.arrive(await addPosition(place.document, fen));
  }

  /** Takes over a text from the clipboard: moves are played from the position on the board, anything else is added below. */
  private async paste(text: string): Promise<void> {
    const { place } = this.follower;
    if (!place) return;
    const pasted = pastedOf(text);
    if (pasted.kind === "position") return this.setUp(pasted.fen);
    if (pasted.kind === "games") return this.arrive(await addGames(place.document, text));
    const { played, reason } = await this.travel.playAll(pasted.moves);
    if (reason === undefined) return;
    if (played === 0 && pasted.isFromStart) return this.arrive(await addMoves(place.document, text));
    this.refuse(played === 0 ? reason : `${reason}; the moves before it are in the text`);
  }

  private async arrive(position: Position | null): Promise<void> {
    if (position) await this.travel.goTo(position);
    else this.refuse("The text cannot be changed");
  }

  private async deleteRest(): Promise<void> {
    await this.follower.settled(false);
    const { place } = this.follower;
    if (!place) return;
    const offered = await this.actions.at(place, DELETE_REST);
    if (offered.length === 0) return this.refuse("There is no move here to delete");
    await this.actions.run(0).catch((error: unknown) => this.refuse(reasonOf(error)));
  }

  private train(note: string): void {
    this.study.set(true);
    this.send({ type: "training", note });
  }

  private async goToLine(document: vscode.TextDocument, line: number): Promise<void> {
    const editor = await editorOf(document);
    const position = new vscode.Position(line, 0);
    this.follower.went(document, position);
    moveCursor(editor, position);
    await this.follower.settled(true);
  }

  private showBoard(board: Board | null, { document, changedAt }: Place): void {
    this.panel?.setTitle(fileName(document.uri.path));
    this.send({ type: "position", board, uri: document.uri.toString(), language: document.languageId, isServed: this.requests.isServed, times: { changedAt, answeredAt: Date.now() } });
    this.marker.mark(document, board);
    this.study.update();
    this.explorer.update();
    this.analysis.update();
  }

  private showGame(game: Game | null): void {
    this.send({ type: "game", game });
    this.study.update();
  }

  private send(message: ToView): void {
    this.panel?.send(message);
  }
}

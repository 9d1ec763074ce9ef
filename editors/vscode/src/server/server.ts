import * as vscode from "vscode";
import { DidChangeConfigurationNotification, LanguageClient, State } from "vscode-languageclient/node";
import { BoardLenses } from "../board/lens";
import { Crashes } from "./crashes";
import { findServer } from "./lookup";
import { tellCrashed, tellMissing } from "./messages";
import { clientOptions, formatOnlyOurs } from "./options";
import { places } from "./places";
import { Problems } from "./problems";
import { askAgain, type Secrets } from "./secrets";
import { type TokenContributions, TokenTypes } from "./tokenTypes";
import { TraceChannel } from "./trace";

/** The state of the server. */
export type ServerState = "missing" | "running" | "starting" | "stopped";

/** The language server of this window: started once, and restarted on demand. After a crash it is restarted a few times. */
export class Server implements vscode.Disposable {
  private readonly output = vscode.window.createOutputChannel("Scoresheet", { log: true });
  private readonly trace = new TraceChannel(vscode.window.createOutputChannel("Scoresheet Trace", { log: true }));
  private readonly changes = new vscode.EventEmitter<ServerState>();
  /** Fires when the state has changed. */
  readonly onDidChangeState = this.changes.event;
  private readonly outlines = new vscode.EventEmitter<{ document: vscode.TextDocument; games: number }>();
  /** Fires with the number of games in the outline of a document. */
  readonly onDidOutline = this.outlines.event;
  private current: LanguageClient | undefined;
  private asked: vscode.Disposable | undefined;
  private problems: Problems;
  private missing = false;
  private isStarted = false;
  private readonly crashes = new Crashes();
  /** The queue of starts and stops. */
  private queue: Promise<void> = Promise.resolve();

  /** `secrets` are the hidden parts of documents. */
  constructor(
    private readonly context: vscode.ExtensionContext,
    readonly secrets: Secrets,
  ) {
    this.problems = new Problems(secrets);
    context.subscriptions.push(secrets.onDidChange((document) => {
      this.asked?.dispose();
      this.asked = this.current?.isRunning() ? askAgain(this.current, document) : undefined;
      this.problems.again(document);
    }));
  }

  /** The client of the server; `undefined` if there is no server. Whoever needs one that was not started has it started. */
  get client(): LanguageClient | undefined {
    if (!this.isStarted) void this.restart();
    return this.current;
  }

  get state(): ServerState {
    if (this.missing) return "missing";
    if (this.current?.state === State.Running) return "running";
    return this.current?.state === State.Starting ? "starting" : "stopped";
  }

  /** The version that the server reports. */
  get version(): string | undefined {
    return this.current?.initializeResult?.serverInfo?.version;
  }

  /** The program that was found. */
  get program(): string | undefined {
    return findServer(places(this.context.extensionUri))?.path;
  }

  /** Starts the server again, if it was started. */
  async again(): Promise<void> {
    if (this.isStarted) await this.restart();
  }

  /** Starts the server after stopping the running one. */
  restart(): Promise<void> {
    this.isStarted = true;
    this.crashes.forget();
    return this.startAnew();
  }

  private startAnew(): Promise<void> {
    this.queue = this.queue.then(() => this.stop()).then(() => this.start());
    return this.queue;
  }

  /** Stops the server. */
  close(): Promise<void> {
    this.queue = this.queue.then(() => this.stop());
    return this.queue;
  }

  /** Has the server ask for the settings again: the colours of boards follow the theme. */
  async tellSettings(): Promise<void> {
    const client = this.current;
    if (client?.isRunning()) await client.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
  }

  showOutput(): void {
    this.output.show(true);
  }

  dispose(): void {
    this.asked?.dispose();
    this.changes.dispose();
    this.outlines.dispose();
    this.trace.dispose();
    this.output.dispose();
  }

  private async start(): Promise<void> {
    const found = findServer(places(this.context.extensionUri));
    this.missing = found === undefined;
    this.changes.fire(this.state);
    if (found === undefined) {
      this.output.error("no server: see the setting scoresheet.server.path");
      void tellMissing();
      return;
    }
    this.output.info(`starting ${found.path} (${found.from})`);
    const program = { command: found.path, args: ["lsp"] };
    // A disposed client shows nothing.
    this.problems = new Problems(this.secrets);
    const told = { secrets: this.secrets, problems: this.problems, onOutline: (document: vscode.TextDocument, games: number) => this.outlines.fire({ document, games }) };
    const client = new LanguageClient("scoresheet", "Scoresheet", { run: program, debug: program }, clientOptions(this.output, this.trace, told));
    client.registerFeature(new TokenTypes(this.context.extension.packageJSON.contributes as TokenContributions));
    client.registerFeature(new BoardLenses());
    formatOnlyOurs(client);
    client.onDidChangeState(({ oldState, newState }) => {
      this.changes.fire(this.state);
      // A client that we stop ourselves is no longer the current one.
      if (oldState === State.Running && newState === State.Stopped && client === this.current) this.crashed();
    });
    this.current = client;
    try {
      await client.start();
    } catch (error) {
      this.output.error(`the server does not start: ${String(error)}`);
      this.changes.fire(this.state);
    }
  }

  private crashed(): void {
    this.output.error("the server has ended unexpectedly");
    if (this.crashes.again(Date.now())) void this.startAnew();
    else void tellCrashed();
  }

  private async stop(): Promise<void> {
    const client = this.current;
    this.current = undefined;
    if (client === undefined) return;
    try {
      await client.dispose();
    } catch (error) {
      // A client that has crashed or never started cannot be stopped.
      this.output.info(`stopped: ${String(error)}`);
    }
  }
}

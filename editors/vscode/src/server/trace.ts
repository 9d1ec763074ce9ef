import * as vscode from "vscode";

/**
 * The channel that shows the messages between editor and server, according to `scoresheet.trace.server`. The client library uses only the log
 * level of the channel, which users can change only in the command palette; so this channel takes its level from the setting.
 */
export class TraceChannel implements vscode.LogOutputChannel {
  private readonly levels = new vscode.EventEmitter<vscode.LogLevel>();
  readonly onDidChangeLogLevel = this.levels.event;
  private readonly listener: vscode.Disposable;

  constructor(private readonly channel: vscode.LogOutputChannel) {
    this.listener = vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("scoresheet.trace.server")) this.levels.fire(this.logLevel);
    });
  }

  get name(): string {
    return this.channel.name;
  }

  get logLevel(): vscode.LogLevel {
    const trace = vscode.workspace.getConfiguration("scoresheet").get("trace.server", "off");
    return trace === "off" ? vscode.LogLevel.Info : vscode.LogLevel.Trace;
  }

  trace(message: string, ...args: unknown[]): void {
    this.channel.info(message, ...args);
  }

  debug(message: string, ...args: unknown[]): void {
    this.channel.info(message, ...args);
  }

  info(message: string, ...args: unknown[]): void {
    this.channel.info(message, ...args);
  }

  warn(message: string, ...args: unknown[]): void {
    this.channel.warn(message, ...args);
  }

  error(error: string | Error, ...args: unknown[]): void {
    this.channel.error(error, ...args);
  }

  append(value: string): void {
    this.channel.append(value);
  }

  appendLine(value: string): void {
    this.channel.appendLine(value);
  }

  replace(value: string): void {
    this.channel.replace(value);
  }

  clear(): void {
    this.channel.clear();
  }

  show(): void {
    this.channel.show(true);
  }

  hide(): void {
    this.channel.hide();
  }

  dispose(): void {
    this.listener.dispose();
    this.levels.dispose();
    this.channel.dispose();
  }
}

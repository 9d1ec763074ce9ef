/** The analysis line in the extension host: an engine of the user, asked through Scoresheet's program while the line is shown. */
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import * as vscode from "vscode";
import { analysedOf, variantOf } from "./analysed";
import type { Follower } from "./follower";
import type { ToView } from "./messages";

/** Milliseconds until the engine is asked about another position: a key may be held down. */
const PAUSE = 150;

/** Asks an engine about every new position while the line is shown. Nothing runs before, and nothing after. */
export class AnalysisHost implements vscode.Disposable {
  private isOn = false;
  private running: ChildProcess | undefined;
  private pause: NodeJS.Timeout | undefined;
  private about = "";

  constructor(
    private readonly follower: Follower,
    private readonly program: () => string | undefined,
    private readonly send: (message: ToView) => void,
  ) {}

  /** Shows the line, or ends it. */
  set(isOn: boolean): void {
    this.isOn = isOn;
    this.about = "";
    this.stop();
    this.update();
  }

  /** Follows the board. */
  update(): void {
    const { board, place } = this.follower;
    if (!this.isOn || !place) return;
    const about = board?.fen ? JSON.stringify([board.fen, board.variant]) : "";
    if (about === this.about && about !== "") return;
    this.about = about;
    this.stop();
    const refusal = this.refusal();
    if (refusal !== undefined) return this.send({ type: "analysed", state: "failed", reason: refusal });
    const variant = variantOf(board?.variant ?? "");
    if (!board?.fen || variant === null) return this.send({ type: "analysed", state: "failed", reason: board?.fen ? "Engines are asked about chess and Chess960 only" : "The position is not known here" });
    this.send({ type: "analysed", state: "asking" });
    const { fen } = board;
    this.pause = setTimeout(() => this.start(fen, variant === "chess960"), PAUSE);
  }

  dispose(): void {
    this.isOn = false;
    this.stop();
  }

  /** Why no engine may run, or can. */
  private refusal(): string | undefined {
    if (!vscode.workspace.isTrusted) return "No engine runs in a workspace that is not trusted";
    if (enginePath() === "") return "Name your engine in the setting scoresheet.engine.path, for example stockfish";
    return this.program() === undefined ? "Scoresheet's program is not found" : undefined;
  }

  private start(fen: string, isChess960: boolean): void {
    const program = this.program();
    if (program === undefined) return;
    const started = spawn(program, ["engine", "analyse", "--engine", enginePath(), "--fen", fen, ...(isChess960 ? ["--chess960"] : [])], { stdio: ["ignore", "pipe", "pipe"] });
    this.running = started;
    let complaint = "";
    started.stderr.on("data", (data: Buffer) => (complaint = (complaint + data.toString()).slice(-1000)));
    createInterface({ input: started.stdout }).on("line", (line) => {
      const analysed = this.running === started ? analysedOf(line) : null;
      if (analysed) this.send({ type: "analysed", state: "known", ...analysed });
    });
    const failed = (reason: string) => {
      if (this.running !== started) return;
      this.running = undefined;
      if (reason !== "") this.send({ type: "analysed", state: "failed", reason });
    };
    started.on("error", (error) => failed(error.message));
    started.on("close", (code) => failed(code === 0 ? "" : complaint.replace(/^error: /, "").trim() || "The analysis ended"));
  }

  private stop(): void {
    clearTimeout(this.pause);
    const { running } = this;
    this.running = undefined;
    running?.kill();
  }
}

/** The engine's program. The setting is of the machine, so that no workspace names a program. */
function enginePath(): string {
  return vscode.workspace.getConfiguration("scoresheet").get("engine.path", "").trim();
}

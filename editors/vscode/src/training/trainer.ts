/** Training: goes through the records of an EPD file that are due, and writes into them when they are due again. */
import * as vscode from "vscode";
import { fileName } from "../commands/fileName";
import { dayOf, trained } from "./leitner";
import { type Task, tasksOf } from "./mistakes";
import { positionOf, scheduleOf, withSchedule } from "./record";
import { type Help, inWords, NO_SCORE, plus, type Score } from "./score";

/** The time in milliseconds for which a solved position stays on the board. */
const PAUSE = 1200;

/** What training needs of the board. */
export interface TrainingBoard {
  /** Opens it in study mode. */
  study(): void;
  /** Goes to a line of a document. */
  goTo(document: vscode.TextDocument, line: number): Promise<void>;
  /** Shows a sentence in the bar of study mode. */
  note(sentence: string): void;
}

interface Run {
  readonly document: vscode.TextDocument;
  /** What is to be trained; the first one is on the board. */
  tasks: readonly Task[];
  score: Score;
}

export class Trainer implements vscode.Disposable {
  private run: Run | undefined;
  private sentence = "";
  private pause: NodeJS.Timeout | undefined;

  constructor(private readonly board: TrainingBoard) {}

  /** What the board shows now, for a view that was not ready before. */
  get note(): string | undefined {
    return this.run && this.sentence;
  }

  /** Trains the records of a document that are due. */
  async begin(document: vscode.TextDocument): Promise<void> {
    const { tasks, later, unsolvable } = tasksOf(document.getText(), dayOf(new Date()));
    if (tasks.length === 0) {
      const reasons = [later > 0 && `${positions(later)} ${later === 1 ? "comes" : "come"} later`, unsolvable > 0 && `${positions(unsolvable)} ${unsolvable === 1 ? "says" : "say"} no move`];
      const why = reasons.filter((reason) => reason !== false).join(", ");
      void vscode.window.showInformationMessage(`Nothing is due in ${fileName(document.uri.path)}${why ? `: ${why}` : ""}.`);
      return;
    }
    this.run = { document, tasks, score: NO_SCORE };
    this.board.study();
    await this.show(`${positions(tasks.length)} ${tasks.length === 1 ? "is" : "are"} due.`);
  }

  /** The position on the board was solved. `fen` is that position. */
  async solved(fen: string, help: Help): Promise<void> {
    const [task, ...rest] = this.run?.tasks ?? [];
    if (!this.run || task?.position !== fen.split(" ").slice(0, 4).join(" ")) return;
    this.run.tasks = rest;
    this.run.score = plus(this.run.score, help);
    const schedule = trained(task.schedule, help === "none", dayOf(new Date()));
    const isWritten = await this.write(task, schedule);
    this.say(isWritten ? `Right. It is due again on ${schedule.due}.` : "Right. The record could not be changed.");
    clearTimeout(this.pause);
    this.pause = setTimeout(() => void this.next(), PAUSE);
  }

  /** Ends training. */
  end(): void {
    clearTimeout(this.pause);
    this.run = undefined;
  }

  dispose(): void {
    this.end();
  }

  private async next(): Promise<void> {
    const { run } = this;
    if (!run) return;
    if (run.tasks.length > 0) return this.show(`${run.tasks.length} to go.`);
    const sentence = `All that is due is done: ${inWords(run.score)}.`;
    this.say(sentence);
    this.run = undefined;
    void vscode.window.setStatusBarMessage(sentence, 5000);
  }

  private async show(sentence: string): Promise<void> {
    const [task] = this.run?.tasks ?? [];
    if (!this.run || !task) return;
    const line = lineOf(this.run.document, task);
    if (line === undefined) {
      this.run.tasks = this.run.tasks.slice(1);
      return this.next();
    }
    await this.board.goTo(this.run.document, line);
    this.say(`${sentence} ${task.position.split(" ")[1] === "w" ? "White" : "Black"} to move.`);
  }

  private say(sentence: string): void {
    this.sentence = sentence;
    this.board.note(sentence);
  }

  /** Writes the schedule into the record, and saves it. Returns false where it cannot be changed. */
  private async write(task: Task, schedule: NonNullable<Task["schedule"]>): Promise<boolean> {
    const { document } = this.run ?? {};
    const line = document && lineOf(document, task);
    if (document === undefined || line === undefined) return false;
    const { range, text } = document.lineAt(line);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, range, withSchedule(text, schedule));
    return (await vscode.workspace.applyEdit(edit)) && (document.isUntitled || (await document.save()));
  }
}

/** Where the record of a task is now: of several for one position, the one with its schedule. */
function lineOf(document: vscode.TextDocument, { line, position, schedule }: Task): number | undefined {
  const isIt = (place: number) => place < document.lineCount && positionOf(document.lineAt(place).text) === position;
  if (isIt(line)) return line;
  const all = [...Array(document.lineCount).keys()].filter(isIt);
  return all.find((place) => scheduleOf(document.lineAt(place).text)?.due === schedule?.due) ?? all[0];
}

function positions(count: number): string {
  return count === 1 ? "1 position" : `${count} positions`;
}

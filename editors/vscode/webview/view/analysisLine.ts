/** The analysis line below the board: what an engine finds best, as a button that writes it into the text. */
import type { ToView } from "../../src/board/messages";
import { written } from "../model/figurines";
import { element, setText, show } from "./dom";

export interface AnalysisEvents {
  /** The line is to become a variation: its moves in UCI notation. */
  insertLine(moves: readonly string[]): void;
}

export class AnalysisLine {
  readonly root = element("section", { class: "analysis", attributes: { "aria-label": "Analysis", hidden: "" } });
  private readonly score = element("span", { class: "score" });
  private readonly depth = element("span", { class: "depth" });
  private readonly line = element("button", { class: "line", attributes: { type: "button", title: "Insert the line as a variation" } });
  private readonly message = element("p", { class: "message", attributes: { "aria-live": "polite" } });
  private moves: readonly string[] = [];
  private letters = "figurines";

  constructor(events: AnalysisEvents) {
    this.line.addEventListener("click", () => events.insertLine(this.moves));
    this.root.append(this.score, this.depth, this.line, this.message);
    this.say("");
  }

  /** Shows or hides it. */
  draw(isOn: boolean, letters: string): void {
    this.letters = letters;
    show(this.root, isOn);
  }

  /** Shows what is known of the position. */
  analysed(analysed: ToView & { type: "analysed" }): void {
    this.root.setAttribute("aria-busy", String(analysed.state === "asking" || (analysed.state === "known" && !analysed.isOver)));
    if (analysed.state === "asking") return this.say("…");
    if (analysed.state === "failed") return this.say(analysed.reason);
    if (analysed.moves.length === 0) return this.say("The game is over here");
    this.say("");
    this.moves = analysed.moves;
    setText(this.score, analysed.score);
    setText(this.depth, `depth ${analysed.depth}`);
    setText(this.line, analysed.text.split(" ").map((word) => written(word, this.letters)).join(" "));
    show(this.line, true);
  }

  private say(message: string): void {
    this.moves = [];
    setText(this.message, message);
    show(this.message, message !== "");
    show(this.line, false);
    setText(this.score, "");
    setText(this.depth, "");
  }
}

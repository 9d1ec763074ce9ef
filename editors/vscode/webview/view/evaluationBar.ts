/** The bar beside the board that shows an engine's evaluation. */
import type { Evaluation, Side } from "../../src/board/protocol";
import { shortScore, whiteShare } from "../model/evaluation";
import { element, setText, show } from "./dom";

export class EvaluationBar {
  readonly root = element("div", { class: "evaluation", attributes: { role: "img" } });
  private readonly white = element("div", { class: "white-share" });
  private readonly score = element("span", { class: "score" });

  constructor() {
    this.root.append(this.white, this.score);
  }

  /** Draws an evaluation. `hasRoom` keeps the bar's space if only other moves of the game have evaluations. */
  draw(evaluation: Evaluation | null, orientation: Side, hasRoom: boolean): void {
    show(this.root, hasRoom || evaluation !== null);
    document.body.classList.toggle("has-evaluations", !this.root.hidden);
    const share = evaluation ? whiteShare(evaluation.score) : null;
    this.root.classList.toggle("unknown", share === null);
    this.root.dataset["orientation"] = orientation;
    this.root.dataset["ahead"] = (share ?? 0.5) >= 0.5 ? "white" : "black";
    this.white.style.setProperty("height", `${Math.round((share ?? 0.5) * 1000) / 10}%`);
    // Without the sign, for lack of space: its place at an end of the bar shows the side with the advantage.
    setText(this.score, evaluation ? shortScore(evaluation.score).replace(/[+-]/, "") : "");
    const depth = evaluation?.depth ? `, depth ${evaluation.depth}` : "";
    const label = evaluation ? `Evaluation ${evaluation.score}${depth}` : "No evaluation";
    this.root.setAttribute("aria-label", label);
    this.root.title = label;
  }
}

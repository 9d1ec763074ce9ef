/** The evaluations of a game as a curve below the list of moves. A click goes to the move. */
import { type Item, type Position, isSame } from "../../src/board/protocol";
import { moveLabel } from "../model/description";
import { shortScore } from "../model/evaluation";
import { type Graph, type GraphPoint, graphOf, outlineOf, placeOf, pointAt } from "../model/graph";
import { element, show, svg } from "./dom";

export class EvaluationGraph {
  readonly root = element("div", { class: "graph", attributes: { role: "img" } });
  private readonly white = svg("path", { class: "white-part" });
  private readonly cursor = element("div", { class: "cursor" });
  private readonly picture = svg("svg", { "preserveAspectRatio": "none", "aria-hidden": "true" }, [this.white]);
  private graph: Graph | null = null;
  private moves: readonly Item[] = [];

  constructor(goTo: (position: Position) => void) {
    this.root.append(this.picture, element("div", { class: "middle" }), this.cursor);
    this.root.addEventListener("click", (event) => {
      const point = this.pointAt(event);
      if (point) goTo(point.item.range.end);
    });
    this.root.addEventListener("pointermove", (event) => {
      const point = this.pointAt(event);
      this.root.title = point ? labelOf(point) : "";
    });
  }

  /** Draws the curve; hides it if there are no evaluations. */
  draw(items: readonly Item[]): void {
    this.moves = items.filter((item) => item.depth === 0 && item.move !== null);
    this.graph = graphOf(items);
    show(this.root, this.graph !== null);
    if (!this.graph) return;
    this.picture.setAttribute("viewBox", `0 0 ${this.graph.plies - 1} 1`);
    this.white.setAttribute("d", outlineOf(this.graph));
    this.root.setAttribute("aria-label", `Evaluations of ${this.graph.points.length} moves`);
  }

  /** Marks the current move. */
  mark(start: Position | undefined): void {
    const ply = start ? this.moves.findIndex((item) => isSame(item.range.start, start)) : -1;
    show(this.cursor, this.graph !== null && ply >= 0);
    if (this.graph && ply >= 0) this.cursor.style.setProperty("left", `${placeOf(this.graph, ply) * 100}%`);
  }

  private pointAt({ clientX }: MouseEvent): GraphPoint | undefined {
    const { left, width } = this.root.getBoundingClientRect();
    return this.graph ? pointAt(this.graph, (clientX - left) / width) : undefined;
  }
}

function labelOf({ item }: GraphPoint): string {
  const score = item.move?.evaluation?.score;
  return score === undefined ? moveLabel(item) : `${numbered(item)} (${shortScore(score)})`;
}

function numbered({ text, move }: Item): string {
  return move ? `${move.number}.${move.turn === "white" ? "" : ".."} ${text}` : text;
}

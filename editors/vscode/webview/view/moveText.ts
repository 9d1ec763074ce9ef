/** A move in the list: its number, letters or figurines, and annotations. */
import type { Item, ListedMove, Nag } from "../../src/board/protocol";
import { shortScore } from "../model/evaluation";
import { written, withoutSuffix } from "../model/figurines";
import { element } from "./dom";

/** NAGs that judge the move, `!` to `?!`, which are coloured. */
const JUDGEMENTS: Readonly<Record<number, string>> = { 1: "good", 2: "mistake", 3: "brilliant", 4: "blunder", 5: "interesting", 6: "dubious" };

export class MoveText {
  constructor(private readonly letters: string) {}

  /** The parts of a move. */
  of({ text, move, depth }: Item, isNumbered: boolean): (Node | string)[] {
    const san = withoutSuffix(text);
    const parts: (Node | string)[] = [written(san, this.letters)];
    if (!move) return parts;
    if (isNumbered) parts.unshift(element("span", { class: "number", text: numberOf(move) }));
    parts.push(...move.nags.flatMap((nag) => annotation(nag)));
    if (move.data) parts.push(element("span", { class: "chip", text: "⋯", attributes: { title: move.data, "aria-hidden": "true" } }));
    if (depth === 0 && move.evaluation) parts.push(element("span", { class: "score", text: shortScore(move.evaluation.score) }));
    return parts;
  }
}

/** `12.` or `12...`, with a no-break space. */
function numberOf({ number, turn }: ListedMove): string {
  return `${number}.${turn === "white" ? "" : ".."}\u00A0`;
}

function annotation({ number, glyph, meaning }: Nag): Node[] {
  if (glyph === null) return [];
  const judgement = JUDGEMENTS[number];
  return [element("span", { class: judgement ? `nag ${judgement}` : "nag", text: judgement ? glyph : `\u2009${glyph}`, attributes: { title: meaning } })];
}

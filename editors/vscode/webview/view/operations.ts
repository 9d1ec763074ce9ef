/** The operations of a record: best moves, its name, evaluations. */
import type { Tag } from "../../src/board/protocol";
import { element } from "./dom";

/** The names of opcodes for users. */
const NAMES: Readonly<Record<string, string>> = {
  acd: "Depth",
  acn: "Nodes",
  acs: "Seconds",
  am: "Avoid",
  bm: "Best move",
  ce: "Evaluation",
  dm: "Mate in",
  eco: "Opening",
  fmvn: "Move number",
  hmvc: "Halfmove clock",
  id: "Name",
  pm: "Predicted move",
  pv: "Expected line",
  sm: "Supplied move",
};

/** Creates a table of operations. */
export function operationsTable(tags: readonly Tag[]): HTMLElement {
  const rows = tags.flatMap(({ name, value }) => [element("dt", { text: NAMES[name] ?? name, attributes: { title: name } }), element("dd", { text: value || "yes" })]);
  return element("dl", { class: "operations" }, rows);
}

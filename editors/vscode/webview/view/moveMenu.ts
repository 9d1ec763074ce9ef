/** The menu of a move: NAGs, a comment, and what the server can do with it. */
import type { Action, Result } from "../../src/board/messages";
import type { Side } from "../../src/board/protocol";
import type { Shared } from "../../src/games/positionQuery";
import { withKey } from "../model/keys";
import { meaningOf, signOf } from "../model/nags";
import { element } from "./dom";
import { line, Popup } from "./popup";

/** The NAGs of the palette. The first six have the keys 1 to 6. */
const PALETTE = [1, 2, 3, 4, 5, 6, 7, 10, 13, 14, 15, 16, 17, 18, 19, 36, 40, 132, 138, 146] as const;

/** What games can share with the position on the board. */
const FINDS: readonly (readonly [Shared, string])[] = [
  ["position", "Find games with this position"],
  ["material", "Find games with this material"],
  ["structure", "Find games with this pawn structure"],
];

/** The results of section 8.2.6 of the standard, and how they look in print. */
const RESULTS: readonly (readonly [Result, string, string])[] = [
  ["1-0", "1-0", "White won"],
  ["1/2-1/2", "½-½", "drawn"],
  ["0-1", "0-1", "Black won"],
  ["*", "*", "unfinished"],
];

export interface MenuEvents {
  setResult(result: Result): void;
  act(action: Action): void;
  annotate(annotation: { readonly nag: number }): void;
  writeComment(): void;
  /** One of the server's actions, by its place in the list. */
  run(index: number): void;
  /** Games that share something with the position. */
  find(shared: Shared): void;
}

/** NAGs of White whose next number says the same of Black. */
const OF_WHITE: ReadonlySet<number> = new Set([36, 40, 132, 138]);

/** The menu; closes by itself. */
export class MoveMenu {
  private readonly popup = new Popup("The move");
  readonly root = this.popup.root;

  constructor(private readonly events: MenuEvents) {}

  /** Opens at a place of the page, in pixels. `titles` are those of the server's actions; `mover` is the side of the move; null at the start of a game. */
  open(x: number, y: number, titles: readonly string[], mover: Side | null): void {
    const item = this.popup.item.bind(this.popup);
    const signs = PALETTE.map((nag) => (mover === "black" && OF_WHITE.has(nag) ? nag + 1 : nag)).map((nag) => item(signOf(nag), () => this.events.annotate({ nag }), { class: "sign", label: meaningOf(nag) }));
    const results = RESULTS.map(([result, sign, meaning]) => item(sign, () => this.events.setResult(result), { class: "sign", label: `Result: ${meaning}` }));
    const actions = titles.map((title, index) => item(title, () => this.events.run(index)));
    this.popup.open(x, y, [
      ...(mover ? [element("div", { class: "palette", attributes: { role: "group", "aria-label": "Signs" } }, signs)] : []),
      item(withKey("Comment…", "comment"), () => this.events.writeComment()),
      item(withKey("Set up a position…", "setUp"), () => this.events.act("setUp")),
      element("div", { class: "results", attributes: { role: "group", "aria-label": "Result of the game" } }, results),
      ...(actions.length > 0 ? [line(), ...actions] : []),
      line(),
      ...FINDS.map(([shared, title]) => item(title, () => this.events.find(shared))),
    ]);
  }
}

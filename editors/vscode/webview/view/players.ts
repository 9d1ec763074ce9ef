/** The bars above and below the board: a player, the captured pieces, and the clock. */
import type { Side } from "../../src/board/protocol";
import { clockFace } from "../model/clock";
import type { Role } from "../model/fen";
import type { Player } from "../model/players";
import { element, piece, setText, show } from "./dom";

export interface PlayerFacts {
  readonly side: Side;
  readonly player: Player;
  readonly taken: readonly Role[];
  /** The material advantage of the side; not shown at 0 or less. */
  readonly lead: number;
  /** The pieces in hand; `undefined` in games without hands, which show the captured pieces. */
  readonly hand: readonly Role[] | null;
  readonly clock: number | null;
  readonly isToMove: boolean;
}

/** One of the two bars. */
export class PlayerBar {
  readonly root = element("div", { class: "player" });
  private readonly name = element("span", { class: "name" });
  private readonly rating = element("span", { class: "rating" });
  private readonly taken = element("span", { class: "taken", attributes: { role: "group" } });
  private readonly clock = element("span", { class: "clock" });
  private shownTaken = "";

  /** Calls `lifted` when the user starts to drag a piece from the hand. */
  constructor(private readonly lifted: (side: Side, role: Role, event: MouseEvent | TouchEvent) => void) {
    this.root.append(element("span", { class: "side", attributes: { "aria-hidden": "true" } }), this.name, this.rating, this.taken, this.clock);
  }

  draw({ side, player, taken, lead, hand, clock, isToMove }: PlayerFacts): void {
    this.root.dataset["side"] = side;
    this.root.classList.toggle("to-move", isToMove);
    setText(this.name, [player.title, player.name].filter(Boolean).join(" "));
    this.name.title = player.name;
    setText(this.rating, player.rating);
    setText(this.clock, clock === null ? "" : clockFace(clock));
    show(this.clock, clock !== null);
    if (hand) this.drawHand(side, hand, isToMove);
    else this.drawTaken(side === "white" ? "black" : "white", taken, lead);
  }

  private drawHand(side: Side, hand: readonly Role[], isToMove: boolean): void {
    const shown = ["hand", side, isToMove, ...hand].join(" ");
    if (shown === this.shownTaken) return;
    this.shownTaken = shown;
    const pieces = hand.map((role) => {
      const made = piece(side, role);
      for (const type of ["mousedown", "touchstart"] as const) made.addEventListener(type, (event) => isToMove && this.lifted(side, role, event));
      return made;
    });
    this.taken.replaceChildren(element("span", { class: isToMove ? "hand movable cg-wrap" : "hand cg-wrap" }, pieces));
    this.taken.setAttribute("aria-label", hand.length > 0 ? `has in hand ${hand.join(", ")}` : "");
  }

  private drawTaken(side: Side, taken: readonly Role[], lead: number): void {
    const shown = [side, ...taken, lead].join(" ");
    if (shown === this.shownTaken) return;
    this.shownTaken = shown;
    const groups = [...new Set(taken)].map((role) => {
      const pieces = taken.filter((other) => other === role).map((other) => piece(side, other));
      return element("span", { class: "group cg-wrap" }, pieces);
    });
    this.taken.replaceChildren(...groups, ...(lead > 0 ? [element("span", { class: "lead", text: `+${lead}` })] : []));
    this.taken.setAttribute("aria-label", taken.length > 0 ? `has taken ${taken.join(", ")}` : "");
  }
}

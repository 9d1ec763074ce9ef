/** The bar for setting up a position: the men to drag onto the board, whose move it is, the rights to castle, and the FEN. */
import type { Side } from "../../src/board/protocol";
import type { Role } from "../model/fen";
import { ARMIES, EMPTY, RIGHTS, type Setup, fenOf, possibleRights, setupOf } from "../model/setup";
import { element, piece, setText, show } from "./dom";

const ROLES: readonly Role[] = ["king", "queen", "rook", "bishop", "knight", "pawn"];
const SIDES: readonly Side[] = ["white", "black"];
const NAMES: Readonly<Record<string, string>> = { K: "White O-O", Q: "White O-O-O", k: "Black O-O", q: "Black O-O-O" };

export interface SetupEvents {
  /** A man is dragged from the bar. */
  carryNew(side: Side, role: Role, event: MouseEvent | TouchEvent): void;
  /** The men were changed in the bar. */
  placed(placement: string): void;
  /** The position is to be written into the text. */
  writeSetup(fen: string): void;
  /** Nothing is to be written. */
  leaveSetup(): void;
}

export class SetupBar {
  readonly root = element("section", { class: "setup", attributes: { "aria-label": "Set up a position" } });
  private readonly fen = element("input", { attributes: { type: "text", "aria-label": "Position as a FEN", spellcheck: "false" } });
  private readonly turn = element("select", { attributes: { "aria-label": "Side to move" } });
  private readonly rights = new Map<string, HTMLInputElement>();
  private readonly refusal = element("p", { class: "refusal", attributes: { role: "alert" } });
  private setup: Setup = { placement: ARMIES, turn: "white", castling: "KQkq" };

  constructor(private readonly events: SetupEvents) {
    for (const side of SIDES) this.turn.append(element("option", { text: side === "white" ? "White to move" : "Black to move", attributes: { value: side } }));
    this.turn.addEventListener("change", () => this.change({ turn: this.turn.value as Side }));
    this.fen.addEventListener("input", () => this.typed());
    this.root.addEventListener("keydown", (event) => this.pressed(event));
    const rows = SIDES.map((side) => element("div", { class: "men cg-wrap", attributes: { "aria-hidden": "true" } }, ROLES.map((role) => this.man(side, role))));
    const castling = RIGHTS.map((right) => this.right(right));
    this.root.append(
      ...rows,
      element("p", { class: "help", text: "Drag men onto the board, and off the board to take them away." }),
      element("div", { class: "choices" }, [this.turn, ...castling]),
      this.fen,
      this.refusal,
      element("div", { class: "buttons" }, [
        this.button("Empty Board", () => this.place(EMPTY)),
        this.button("Start Position", () => this.place(ARMIES)),
        this.button("Cancel", () => events.leaveSetup()),
        this.button("Write into the Text", () => this.write(), "primary"),
      ]),
    );
    show(this.root, false);
  }

  get isOpen(): boolean {
    return !this.root.hidden;
  }

  /** Opens with a position. */
  open(fen: string): void {
    this.setup = setupOf(fen) ?? this.setup;
    show(this.root, true);
    this.draw(true);
    this.events.placed(this.setup.placement);
    this.fen.focus();
    this.fen.select();
  }

  close(): void {
    show(this.root, false);
  }

  /** The men were changed on the board. */
  changed(placement: string): void {
    if (placement !== this.setup.placement) this.change({ placement });
  }

  private place(placement: string): void {
    this.change({ placement, castling: possibleRights(placement) });
    this.events.placed(placement);
  }

  private typed(): void {
    const setup = setupOf(this.fen.value);
    setText(this.refusal, setup ? "" : "This is no FEN: eight ranks of eight squares, from the eighth rank down");
    if (!setup) return;
    this.setup = setup;
    this.draw(false);
    this.events.placed(setup.placement);
  }

  private change(changed: Partial<Setup>): void {
    this.setup = { ...this.setup, ...changed };
    this.draw(true);
  }

  private draw(hasFen: boolean): void {
    const possible = possibleRights(this.setup.placement);
    this.turn.value = this.setup.turn;
    for (const [right, box] of this.rights) {
      box.disabled = !possible.includes(right);
      box.checked = possible.includes(right) && this.setup.castling.includes(right);
    }
    if (!hasFen) return;
    this.fen.value = fenOf(this.setup);
    setText(this.refusal, "");
  }

  private write(): void {
    // What was typed has more fields: an en passant square, the counters.
    const typed = this.fen.value.trim().split(/\s+/);
    if (setupOf(this.fen.value)) this.events.writeSetup(typed.length === 6 ? typed.join(" ") : fenOf(this.setup));
  }

  private man(side: Side, role: Role): HTMLElement {
    const made = piece(side, role);
    const carry = (event: MouseEvent | TouchEvent) => {
      event.preventDefault();
      this.events.carryNew(side, role, event);
    };
    made.addEventListener("mousedown", carry);
    made.addEventListener("touchstart", carry);
    return made;
  }

  private right(right: string): HTMLElement {
    const box = element("input", { attributes: { type: "checkbox" } });
    box.addEventListener("change", () => {
      const others = this.setup.castling.replace(right, "").replace("-", "");
      this.change({ castling: box.checked ? others + right : others });
    });
    this.rights.set(right, box);
    return element("label", {}, [box, ` ${NAMES[right] ?? right}`]);
  }

  private button(text: string, run: () => void, kind = ""): HTMLElement {
    const made = element("button", { class: `text-button ${kind}`.trim(), text, attributes: { type: "button" } });
    made.addEventListener("click", run);
    return made;
  }

  private pressed(event: KeyboardEvent): void {
    // The keys of the board would move the cursor.
    if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
    if (event.key === "Escape") this.events.leaveSetup();
    if (event.key === "Enter" && event.target === this.fen) this.write();
  }
}

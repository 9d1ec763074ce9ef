/** The choice of the promotion piece. */
import type { LegalMove, Side } from "../../src/board/protocol";
import type { Role } from "../model/fen";
import { promotionOf } from "../model/dests";
import { element, piece } from "./dom";

const PIECES: readonly (readonly [string, Role])[] = [["q", "queen"], ["r", "rook"], ["b", "bishop"], ["n", "knight"], ["k", "king"]];

/** Shows the choice over the board. Resolves with the chosen move; `undefined` if none was chosen. */
export function askPromotion(over: HTMLElement, moves: readonly LegalMove[], side: Side): Promise<LegalMove | undefined> {
  return new Promise((resolve) => {
    const dialog = element("div", { class: "promotion", attributes: { role: "dialog", "aria-modal": "true", "aria-label": "Promote to" } });
    const finish = (chosen: LegalMove | undefined) => {
      dialog.remove();
      resolve(chosen);
    };
    for (const [letter, role] of PIECES) {
      const move = moves.find((move) => promotionOf(move) === letter);
      if (!move) continue;
      const button = element("button", { class: "cg-wrap", attributes: { type: "button", "aria-label": role, title: role } }, [piece(side, role)]);
      button.addEventListener("click", (event) => {
        event.stopPropagation();
        finish(move);
      });
      dialog.append(button);
    }
    dialog.addEventListener("click", () => finish(undefined));
    dialog.addEventListener("keydown", (event) => keydown(event, dialog, finish));
    over.append(dialog);
    dialog.querySelector("button")?.focus();
  });
}

function keydown(event: KeyboardEvent, dialog: HTMLElement, finish: (chosen: undefined) => void): void {
  event.stopPropagation();
  if (event.key === "Escape") finish(undefined);
  const step = { ArrowRight: 1, ArrowDown: 1, Tab: event.shiftKey ? -1 : 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const buttons = [...dialog.querySelectorAll("button")];
  const current = buttons.findIndex((button) => button === document.activeElement);
  buttons[(current + step + buttons.length) % buttons.length]?.focus();
}

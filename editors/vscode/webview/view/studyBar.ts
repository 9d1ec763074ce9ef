/** The bar of study mode: the side to guess, the score, and help. */
import type { Action } from "../../src/board/messages";
import { type Study, tally } from "../model/study";
import { button } from "./controls";
import { element, setText, show } from "./dom";

const SIDES: readonly (readonly [Study["side"], string])[] = [["both", "both sides"], ["white", "White"], ["black", "Black"]];

export interface StudyEvents {
  act(action: Action): void;
  setSide(side: Study["side"]): void;
}

export class StudyBar {
  readonly root = element("section", { class: "study", attributes: { "aria-label": "Study" } });
  private readonly message = element("p", { class: "message", attributes: { "aria-live": "polite" } });
  private readonly tally = element("span", { class: "tally", attributes: { title: "Moves guessed at once" } });
  private readonly side = element("select", { attributes: { "aria-label": "Whose moves to guess" } });

  constructor(events: StudyEvents) {
    for (const [value, text] of SIDES) this.side.append(element("option", { text, attributes: { value } }));
    this.side.addEventListener("change", () => events.setSide(this.side.value as Study["side"]));
    const choice = element("label", {}, ["Guess ", this.side]);
    const buttons = [button("hint", "Hint (H)", () => events.act("hint")), button("show", "Show the move (Enter)", () => events.act("show"))];
    this.root.append(this.message, element("div", { class: "study-controls" }, [choice, this.tally, ...buttons]));
  }

  draw(study: Study): void {
    show(this.root, study.isOn);
    setText(this.message, study.message);
    setText(this.tally, tally(study));
    this.side.value = study.side;
  }
}

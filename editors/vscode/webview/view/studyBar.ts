/** The bar of study mode: the side to guess, the score, and help. */
import type { Action } from "../../src/board/messages";
import { type Study, tally } from "../model/study";
import { withKey } from "../model/keys";
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
  private readonly tally = element("span", { class: "tally", attributes: { title: "Found at first try" } });
  private readonly keep = element("button", { class: "text-button", attributes: { type: "button", title: "Keep the moves that you missed in a file beside the games: Train Mistakes asks for them again" } });
  private readonly side = element("select", { attributes: { "aria-label": "Whose moves to guess" } });

  constructor(events: StudyEvents) {
    for (const [value, text] of SIDES) this.side.append(element("option", { text, attributes: { value } }));
    this.side.addEventListener("change", () => events.setSide(this.side.value as Study["side"]));
    const choice = element("label", {}, ["Guess ", this.side]);
    const buttons = [button("hint", withKey("Hint", "hint"), () => events.act("hint")), button("show", withKey("Show the move", "show"), () => events.act("show"))];
    this.keep.addEventListener("click", () => events.act("keepMissed"));
    this.offer(0);
    this.root.append(this.message, element("div", { class: "study-controls" }, [choice, this.tally, this.keep, ...buttons]));
  }

  /** Offers to keep so many moves that were missed. */
  offer(count: number): void {
    show(this.keep, count > 0);
    setText(this.keep, withKey(count === 1 ? "Keep 1 mistake" : `Keep ${count} mistakes`, "keepMissed"));
  }

  draw(study: Study): void {
    show(this.root, study.isOn);
    setText(this.message, study.message);
    setText(this.tally, tally(study));
    this.side.value = study.side;
  }
}

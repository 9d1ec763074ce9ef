/** The buttons below the board. */
import type { Action, Step } from "../../src/board/messages";
import { withKey } from "../model/keys";
import { element, setText } from "./dom";
import { type Icon, icon } from "./icons";

/** The choices for the seconds between two moves. */
const SPEEDS = [0.5, 1, 1.5, 2, 3, 5] as const;

export interface ControlEvents {
  step(step: Step): void;
  act(action: Action): void;
  setSpeed(seconds: number): void;
}

export interface ControlFacts {
  readonly isPlaying: boolean;
  readonly seconds: number;
  readonly isStudying: boolean;
  readonly isExploring: boolean;
  readonly isAnalysing: boolean;
  readonly ways: ReadonlySet<Step>;
}

export class Controls {
  readonly root = element("div", { class: "controls", attributes: { role: "toolbar", "aria-label": "Board" } });
  private readonly play: HTMLButtonElement;
  private readonly study: HTMLButtonElement;
  private readonly explorer: HTMLButtonElement;
  private readonly analysis: HTMLButtonElement;
  private readonly steps = new Map<Step, HTMLButtonElement>();
  /** The button of the menu of the view. */
  readonly more: HTMLButtonElement;
  private readonly speed = element("select", { attributes: { "aria-label": "Seconds between moves", title: "Seconds between moves" } });

  constructor(events: ControlEvents) {
    const step = (name: Step & Icon, label: string) => {
      const made = button(name, withKey(label, name), () => events.step(name));
      this.steps.set(name, made);
      return made;
    };
    const act = (action: Action, name: Icon, label: string) => button(name, withKey(label, action), () => events.act(action));
    this.play = act("autoplay", "play", "Play the moves");
    this.study = act("study", "study", "Study: guess the moves");
    this.explorer = act("explorer", "explorer", "Explorer: what was played here");
    this.analysis = act("analysis", "analysis", "Analyse with an engine");
    this.more = act("viewMenu", "more", "More: pictures, pages, colours and pieces");
    this.more.setAttribute("aria-haspopup", "menu");
    for (const seconds of SPEEDS) this.speed.append(element("option", { text: `${seconds} s`, attributes: { value: String(seconds) } }));
    this.speed.addEventListener("change", () => events.setSpeed(Number(this.speed.value)));
    this.root.append(
      group(step("previousGame", "Previous game"), step("nextGame", "Next game")),
      group(step("first", "Start of the game"), step("previous", "Previous move"), step("next", "Next move"), step("last", "Last move")),
      group(this.play, this.speed),
      group(this.explorer, this.analysis, this.study, act("flip", "flip", "Flip the board"), this.more),
    );
  }

  /** Shows the state and speed of autoplay, the states of study mode and the explorer, and the possible steps. */
  draw({ isPlaying, seconds, isStudying, isExploring, isAnalysing, ways }: ControlFacts): void {
    this.play.replaceChildren(icon(isPlaying ? "pause" : "play"));
    this.play.setAttribute("aria-pressed", String(isPlaying));
    this.study.setAttribute("aria-pressed", String(isStudying));
    this.explorer.setAttribute("aria-pressed", String(isExploring));
    this.analysis.setAttribute("aria-pressed", String(isAnalysing));
    this.setSpeed(seconds);
    // A disabled button would lose the focus.
    for (const [step, button] of this.steps) button.setAttribute("aria-disabled", String(!ways.has(step)));
  }

  private setSpeed(seconds: number): void {
    const value = String(seconds);
    if (![...this.speed.options].some((option) => option.value === value)) {
      this.speed.append(element("option", { text: `${seconds} s`, attributes: { value } }));
    }
    this.speed.value = value;
  }
}

/** A line of text below the board, such as the name of the opening. */
export class Caption {
  readonly root = element("div", { class: "caption" });
  private readonly code = element("span", { class: "code" });
  private readonly name = element("span", { class: "name" });

  constructor() {
    this.root.append(this.code, this.name);
  }

  draw(code: string, name: string): void {
    setText(this.code, code);
    setText(this.name, name);
    this.root.title = [code, name].filter(Boolean).join(" ");
  }
}

/** A button with a picture. */
export function button(name: Icon, label: string, run: () => void): HTMLButtonElement {
  const made = element("button", { class: "icon-button", attributes: { type: "button", "aria-label": label, title: label } }, [icon(name)]);
  made.addEventListener("click", () => {
    if (made.getAttribute("aria-disabled") !== "true") run();
  });
  return made;
}

function group(...children: HTMLElement[]): HTMLElement {
  return element("div", { class: "button-group" }, children);
}

/** The keys while the board has the focus. */
import type { Action, Step } from "../../src/board/messages";
import { type Binding, boundTo, faceOf, type Key } from "./bindings";

export type Command = { readonly step: Step } | { readonly action: Action } | { readonly nag: number };

const step = (step: Step, title: string, ...keys: string[]): Binding<Command> => ({ keys, does: { step }, title });
const action = (action: Action, title: string, ...keys: string[]): Binding<Command> => ({ keys, does: { action }, title });
const sign = (nag: number, text: string): Binding<Command> => ({ keys: [String(nag)], does: { nag }, title: `The sign ${text}; again, to take it away` });

/** All of them, by groups of the keyboard map. */
export const BOARD_KEYS: readonly { readonly title: string; readonly bindings: readonly Binding<Command>[] }[] = [
  {
    title: "Board: going through the game",
    bindings: [
      step("next", "Next move", "ArrowRight"),
      step("previous", "Previous move", "ArrowLeft"),
      step("intoVariation", "Into the variation", "Shift+ArrowRight"),
      step("outOfVariation", "Out of the variation", "Shift+ArrowLeft"),
      step("nextVariation", "The next of the moves that were played or considered here", "ArrowDown"),
      step("previousVariation", "The one before", "ArrowUp"),
      step("first", "Start of the game", "Home"),
      step("last", "Last move", "End"),
      step("nextGame", "Next game", "PageDown"),
      step("previousGame", "Previous game", "PageUp"),
      action("autoplay", "Play the moves one after the other", " "),
    ],
  },
  {
    title: "Board: the view",
    bindings: [
      action("enterMove", "Type a move", "m", "/"),
      action("explorer", "Explorer: what was played here", "e"),
      action("analysis", "Analyse with an engine", "l"),
      action("flip", "Flip the board", "f"),
      action("larger", "Larger board", "+"),
      action("smaller", "Smaller board", "-"),
      action("data", "What an engine wrote after the move", "d"),
      action("viewMenu", "Menu of the view: pictures, pages, colours and pieces", "v"),
      action("keys", "This keyboard map", "?"),
    ],
  },
  {
    title: "Board: writing",
    bindings: [
      ...["!", "?", "!!", "??", "!?", "?!"].map((text, index) => sign(index + 1, text)),
      action("comment", "Comment after the move", "c"),
      action("menu", "Menu of the move: more signs, result, refactorings, searches", "a"),
      action("setUp", "Set up a position", "p"),
      action("delete", "Delete the moves from this one on", "Delete"),
    ],
  },
  {
    title: "Board: study and training",
    bindings: [action("study", "Study: guess the moves", "s"), action("hint", "Hint", "h"), action("show", "Show the move", "Enter"), action("keepMissed", "Keep the moves that you missed, to train them", "k")],
  },
];

const ALL = BOARD_KEYS.flatMap(({ bindings }) => bindings);

/** The command of a key; null for keys of VS Code. */
export function commandOf(pressed: Key): Command | null {
  return boundTo(ALL, pressed) ?? null;
}

/** A label with the key of an action or a step after it, as in `Hint (H)`. */
export function withKey(label: string, does: Action | Step): string {
  const key = ALL.find(({ does: command }) => ("step" in command && command.step === does) || ("action" in command && command.action === does))?.keys[0];
  return key === undefined ? label : `${label} (${faceOf(key)})`;
}

/** The keys while the board has the focus. */
import type { Action, Step } from "../../src/board/messages";

export type Command = { readonly step: Step } | { readonly action: Action } | { readonly nag: number };

export interface Key {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

const STEPS: Readonly<Record<string, Step>> = {
  ArrowRight: "next",
  ArrowLeft: "previous",
  ArrowDown: "nextVariation",
  ArrowUp: "previousVariation",
  "Shift+ArrowRight": "intoVariation",
  "Shift+ArrowLeft": "outOfVariation",
  Home: "first",
  End: "last",
  PageDown: "nextGame",
  PageUp: "previousGame",
};

const ACTIONS: Readonly<Record<string, Action>> = { " ": "autoplay", f: "flip", s: "study", "?": "hint", h: "hint", Enter: "show", c: "comment", d: "data", p: "setUp", Delete: "delete", e: "explorer", m: "enterMove", "/": "enterMove" };

/** The action of a key; `undefined` for keys of VS Code. */
export function commandOf({ key, shiftKey, ctrlKey, altKey, metaKey }: Key): Command | null {
  if (ctrlKey || altKey || metaKey) return null;
  const step = STEPS[shiftKey && key.startsWith("Arrow") ? `Shift+${key}` : key];
  if (step) return { step };
  if (/^[1-6]$/.test(key)) return { nag: Number(key) };
  const action = ACTIONS[key];
  return action ? { action } : null;
}

/** Keys and what they do: one table serves the handler of a view, its labels and the keyboard map. */

/** What an event of the keyboard tells. */
export interface Key {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

/** Keys that do something. */
export interface Binding<Does> {
  /** Names as those of `KeyboardEvent.key`, small letters, after `Ctrl+` (on macOS the command key), `Alt+` and `Shift+`. */
  readonly keys: readonly string[];
  readonly does: Does;
  /** What it does, for the keyboard map. */
  readonly title: string;
}

/** How keys are called in print. */
const FACES: Readonly<Record<string, string>> = {
  " ": "Space",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  PageDown: "Page Down",
  PageUp: "Page Up",
};

/** What a pressed key does; `undefined` if it is none of the table. */
export function boundTo<Does>(bindings: readonly Binding<Does>[], pressed: Key): Does | undefined {
  const name = nameOf(pressed);
  return bindings.find(({ keys }) => keys.includes(name))?.does;
}

/** A key of a table in print, such as `Shift+→`. */
export function faceOf(key: string): string {
  const parts = key === "+" ? ["+"] : key.split("+");
  return parts.map((part) => FACES[part] ?? (part.length === 1 ? part.toUpperCase() : part)).join("+");
}

/** Shift is a part of the name only where it makes no other character. */
function nameOf({ key, shiftKey, ctrlKey, altKey, metaKey }: Key): string {
  const name = key.length === 1 ? key.toLowerCase() : key;
  const isNamed = key.length > 1 || key === " " || ctrlKey || metaKey;
  return `${ctrlKey || metaKey ? "Ctrl+" : ""}${altKey ? "Alt+" : ""}${shiftKey && isNamed ? "Shift+" : ""}${name}`;
}

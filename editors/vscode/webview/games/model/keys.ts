/** The keys of the table of games and of its filter. */
import type { Binding } from "../../model/bindings";

/** Where the mark of the table goes. */
export type Way = "up" | "down" | "pageUp" | "pageDown" | "first" | "last";

export type TableCommand =
  /** With `extends`, selects all from where the selection began; with `keeps`, leaves the selection unchanged. */
  | { readonly to: Way; readonly extends?: true; readonly keeps?: true }
  | { readonly do: "toggle" | "open" | "delete" | "copy" | "all" | "none" | "filter" | "keys" };

export type FilterCommand = "suggest" | "leave" | "ask";

const WAYS: readonly (readonly [Way, string, string])[] = [
  ["down", "ArrowDown", "Next game"],
  ["up", "ArrowUp", "Previous game"],
  ["pageDown", "PageDown", "A page down"],
  ["pageUp", "PageUp", "A page up"],
  ["first", "Home", "First game"],
  ["last", "End", "Last game"],
];

export const TABLE_KEYS: readonly Binding<TableCommand>[] = [
  ...WAYS.map(([to, key, title]) => ({ keys: [key], does: { to }, title })),
  ...WAYS.map(([to, key, title]) => ({ keys: [`Shift+${key}`, `Ctrl+Shift+${key}`], does: { to, extends: true as const }, title: `${title}, with all between selected` })),
  ...WAYS.map(([to, key, title]) => ({ keys: [`Ctrl+${key}`], does: { to, keeps: true as const }, title: `${title}, with the selection unchanged` })),
  { keys: [" ", "Ctrl+ "], does: { do: "toggle" }, title: "Select the game or not" },
  { keys: ["Ctrl+a"], does: { do: "all" }, title: "Select all games" },
  { keys: ["Escape"], does: { do: "none" }, title: "Select none" },
  { keys: ["Enter"], does: { do: "open" }, title: "Open the game where the position was found" },
  { keys: ["Ctrl+c"], does: { do: "copy" }, title: "Copy the selected games" },
  { keys: ["Delete"], does: { do: "delete" }, title: "Delete the selected games" },
  { keys: ["/", "Ctrl+f"], does: { do: "filter" }, title: "To the filter" },
  { keys: ["?"], does: { do: "keys" }, title: "This keyboard map" },
];

export const FILTER_KEYS: readonly Binding<FilterCommand>[] = [
  { keys: ["Ctrl+ ", "Ctrl+ArrowDown", "Alt+ArrowDown"], does: "suggest", title: "What can be written here" },
  { keys: ["Enter"], does: "ask", title: "List the games" },
  { keys: ["ArrowDown"], does: "leave", title: "To the table" },
];

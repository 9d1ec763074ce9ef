/** The page of the keyboard map: of the tables by which the views handle their keys, and of the key bindings in the manifest. */
import { FILTER_KEYS, TABLE_KEYS } from "../../webview/games/model/keys";
import { faceOf } from "../../webview/model/bindings";
import { BOARD_KEYS } from "../../webview/model/keys";

/** What the manifest says of commands and their keys. */
export interface Contributed {
  readonly commands: readonly { readonly command: string; readonly title: string }[];
  readonly keybindings: readonly { readonly command: string; readonly key: string; readonly mac?: string }[];
}

/** A part of the page: keys, and what they do. */
export interface Section {
  readonly title: string;
  readonly rows: readonly { readonly keys: readonly string[]; readonly title: string }[];
}

/** All keys. */
export function sections({ commands, keybindings }: Contributed, isMac: boolean): Section[] {
  const titles = new Map(commands.map(({ command, title }) => [command, title]));
  const known = new Map<string, string[]>();
  for (const { command, key, mac } of keybindings) {
    const face = faceOfBinding(isMac ? (mac ?? key) : key);
    const faces = known.get(command) ?? [];
    if (!faces.includes(face)) known.set(command, [...faces, face]);
  }
  const rowsOf = (bindings: readonly { readonly keys: readonly string[]; readonly title: string }[]) => bindings.map(({ keys, title }) => ({ keys: keys.map((key) => ofMachine(faceOf(key), isMac)), title }));
  return [
    { title: "In the text, and in the views", rows: [...known].map(([command, keys]) => ({ keys, title: titles.get(command) ?? command })) },
    ...BOARD_KEYS.map(({ title, bindings }) => ({ title, rows: rowsOf(bindings) })),
    { title: "Table of games", rows: rowsOf(TABLE_KEYS) },
    { title: "Filter of the games", rows: rowsOf(FILTER_KEYS) },
  ];
}

/** The page, which needs no script. `source` is the source of the style sheet. */
export function keysPage(all: readonly Section[], style: string, source: string): string {
  const rows = ({ rows }: Section) => rows.map(({ keys, title }) => `<tr><td>${keys.map((key) => `<kbd>${escaped(key)}</kbd>`).join(" ")}</td><td>${escaped(title)}</td></tr>`).join("\n");
  const tables = all.map((section) => `<section><h2>${escaped(section.title)}</h2>\n<table><thead><tr><th scope="col">Key</th><th scope="col">What it does</th></tr></thead><tbody>\n${rows(section)}\n</tbody></table></section>`);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${source}; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${style}">
<title>Keyboard Map</title>
</head>
<body class="keymap">
<main>
<h1>Keyboard map</h1>
<p>The keys of the views work while a view has the focus. The others are those that the extension comes with: the command <em>Preferences: Open Keyboard Shortcuts</em> changes them.</p>
<div class="sections">
${tables.join("\n")}
</div>
</main>
</body>
</html>
`;
}

/** A key of the manifest, such as `ctrl+k v`, in print. */
function faceOfBinding(key: string): string {
  const named: Readonly<Record<string, string>> = { cmd: "⌘", pagedown: "Page Down", pageup: "Page Up", right: "→", left: "←", up: "↑", down: "↓" };
  const part = (part: string) => named[part] ?? part.charAt(0).toUpperCase() + part.slice(1);
  return key.split(" ").map((chord) => chord.split("+").map(part).join("+")).join(" ");
}

/** On macOS, the views take the command key for Ctrl. */
function ofMachine(face: string, isMac: boolean): string {
  return isMac ? face.replace("Ctrl+", "⌘+") : face;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

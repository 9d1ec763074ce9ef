/** Choosing the look of the board from a list: what is marked in the list is shown on the board at once. */
import * as vscode from "vscode";
import { type Choice, COLOURS, COORDINATES, LETTERS, PIECES, squaresOf } from "./look";
import type { BoardSettings } from "./messages";
import { themeKind } from "./settings";

/** The settings that are chosen from a list. */
export const LOOKS = ["colours", "pieces", "coordinates", "letters"] as const;

export type Look = (typeof LOOKS)[number];

const LISTS: Readonly<Record<Look, { readonly title: string; readonly choices: readonly Choice[] }>> = {
  colours: { title: "Colours of the Board", choices: COLOURS },
  pieces: { title: "Pieces", choices: PIECES },
  coordinates: { title: "Coordinates", choices: COORDINATES },
  letters: { title: "Letters of the Moves", choices: LETTERS },
};

/** Has the user choose; `preview` shows the board with some other settings, or as it is set. */
export async function chooseLook(look: Look, preview: (tried: Partial<BoardSettings>) => void): Promise<void> {
  const configuration = vscode.workspace.getConfiguration("scoresheet.board");
  const now = configuration.get<string>(look);
  const list = vscode.window.createQuickPick<vscode.QuickPickItem & { readonly value: string }>();
  list.title = LISTS[look].title;
  list.items = LISTS[look].choices.map(({ value, label, detail }) => ({ value, label, ...(detail ? { description: detail } : {}) }));
  list.activeItems = list.items.filter(({ value }) => value === now);
  list.onDidChangeActive(([item]) => item && preview(tried(look, item.value)));
  list.show();
  const chosen = await new Promise<string | undefined>((resolve) => {
    list.onDidAccept(() => resolve(list.activeItems[0]?.value));
    list.onDidHide(() => resolve(undefined));
  });
  list.dispose();
  if (chosen !== undefined && chosen !== now) await configuration.update(look, chosen, targetOf(configuration.inspect(look)));
  preview({});
}

function tried(look: Look, value: string): Partial<BoardSettings> {
  return { [look]: look === "colours" ? squaresOf(value, themeKind()) : value };
}

/** Where a setting is written: where it is set, so that the choice takes effect; else for the user. */
function targetOf(inspected: { readonly workspaceFolderValue?: unknown; readonly workspaceValue?: unknown } | undefined): vscode.ConfigurationTarget {
  if (inspected?.workspaceFolderValue !== undefined) return vscode.ConfigurationTarget.WorkspaceFolder;
  return inspected?.workspaceValue === undefined ? vscode.ConfigurationTarget.Global : vscode.ConfigurationTarget.Workspace;
}

/** What `inspect` tells of a setting. */
export interface Inspected {
  globalValue?: unknown;
  workspaceValue?: unknown;
  workspaceFolderValue?: unknown;
  globalLanguageValue?: unknown;
  workspaceLanguageValue?: unknown;
  workspaceFolderLanguageValue?: unknown;
}

/** Whether formatting on save is to be offered: once, and only to who has not said anything about it. */
export function isToBeOffered(wasOffered: boolean, setting: Inspected | undefined): boolean {
  if (wasOffered) return false;
  const said = [setting?.globalValue, setting?.workspaceValue, setting?.workspaceFolderValue, setting?.globalLanguageValue, setting?.workspaceLanguageValue, setting?.workspaceFolderLanguageValue];
  return said.every((value) => value === undefined);
}

/** The result of `inspect` for a setting. */
export interface Inspected {
  globalValue?: unknown;
  workspaceValue?: unknown;
  workspaceFolderValue?: unknown;
  globalLanguageValue?: unknown;
  workspaceLanguageValue?: unknown;
  workspaceFolderLanguageValue?: unknown;
}

/** Whether to offer formatting on save: once, and only to users who have not set it. */
export function isToBeOffered(wasOffered: boolean, setting: Inspected | undefined): boolean {
  if (wasOffered) return false;
  const said = [setting?.globalValue, setting?.workspaceValue, setting?.workspaceFolderValue, setting?.globalLanguageValue, setting?.workspaceLanguageValue, setting?.workspaceFolderLanguageValue];
  return said.every((value) => value === undefined);
}

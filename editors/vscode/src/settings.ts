/** The settings that the server reads, as in `server/docs/settings.schema.json`. The others are the extension's own. */
export const SERVER_SETTINGS = ["level", "rules", "overrides", "format", "hoverImages", "boardColours", "inlayHints", "codeLens", "workspaceDiagnostics", "workspaceIndex", "moveCache"] as const;

/** The part of the section `scoresheet` that the server reads, with the colours of boards; it would report the rest as unknown. */
export function serverSettings(section: unknown, colours: readonly string[]): Record<string, unknown> {
  const own = typeof section === "object" && section !== null ? (section as Record<string, unknown>) : {};
  const all: Record<string, unknown> = { ...own, boardColours: colours.join(",") };
  return Object.fromEntries(SERVER_SETTINGS.filter((name) => all[name] !== undefined).map((name) => [name, plain(all[name])]));
}

/** Removes settings without a value: the server would report null as an invalid value. */
function plain(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null && member !== undefined));
}

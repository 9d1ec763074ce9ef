/** The settings that the server reads, as `server/docs/settings.schema.json` has them. The others are the extension's own. */
export const SERVER_SETTINGS = ["level", "rules", "overrides", "format", "hoverImages", "inlayHints", "codeLens", "workspaceDiagnostics", "workspaceIndex"] as const;

/** The part of the section `scoresheet` that the server reads; it would complain of the rest. */
export function serverSettings(section: unknown): Record<string, unknown> {
  if (typeof section !== "object" || section === null) return {};
  const all = section as Record<string, unknown>;
  return Object.fromEntries(SERVER_SETTINGS.filter((name) => all[name] !== undefined).map((name) => [name, plain(all[name])]));
}

/** Without what is not set: the server would take a null for a value it cannot read. */
function plain(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null && member !== undefined));
}

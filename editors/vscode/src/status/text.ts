import type { ServerState } from "../server/server";

/** The contents of the status item. */
export interface Status {
  state: ServerState;
  /** The version of the server, once it is known. */
  version: string | undefined;
  /** The number of games or positions in the document; undefined until they are counted. */
  count: number | undefined;
  unit: "game" | "position";
  errors: number;
  warnings: number;
  others: number;
}

/** The text in the status bar: the number of games or positions, or the state of the server. */
export function statusText(status: Status): string {
  switch (status.state) {
    case "missing":
      return "$(error) Scoresheet: no server";
    case "starting":
      return "$(loading~spin) Scoresheet";
    case "stopped":
      return "$(warning) Scoresheet: stopped";
    case "running":
      return status.count === undefined ? "♞ Scoresheet" : `♞ ${counted(status.count, status.unit)}`;
  }
}

/** The tooltip, in Markdown. */
export function statusTooltip(status: Status): string {
  const lines = [`**Scoresheet**${status.version === undefined ? "" : ` ${status.version}`}`];
  if (status.state === "running") {
    if (status.count !== undefined) lines.push(counted(status.count, status.unit));
    lines.push(findings(status));
  } else {
    lines.push({ missing: "The program was not found.", starting: "The server is starting.", stopped: "The server does not run." }[status.state]);
  }
  return lines.join("\n\n");
}

/** "1 error, 2 warnings". */
export function findings({ errors, warnings, others }: Pick<Status, "errors" | "others" | "warnings">): string {
  const parts: [number, string][] = [[errors, "error"], [warnings, "warning"], [others, "hint"]];
  const told = parts.filter(([count]) => count > 0).map(([count, unit]) => counted(count, unit));
  return told.length === 0 ? "No findings" : told.join(", ");
}

/** "1 game", "12,345 games". */
function counted(count: number, unit: string): string {
  return `${count.toLocaleString("en")} ${unit}${count === 1 ? "" : "s"}`;
}

/** Counts the records of a list of positions: lines that are neither empty nor a remark. */
export function countRecords(text: string): number {
  return text.match(/^[ \t]*[^\s#].*$/gm)?.length ?? 0;
}

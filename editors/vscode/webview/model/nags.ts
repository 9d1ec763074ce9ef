/** The signs of NAGs and their meanings, of the server's table. */
import tables from "../../src/tables.json";

/** Signs that common fonts lack, in characters that they have. */
const PLAIN: Readonly<Record<string, string>> = { "⩲": "+=", "⩱": "=+" };

const ROWS = new Map((tables.nags as [number, string, string][]).map(([number, sign, meaning]) => [number, { sign, meaning }]));

/** The sign of a NAG, as the palette shows it; `$n` where it has none. */
export function signOf(nag: number): string {
  const sign = ROWS.get(nag)?.sign ?? "";
  return PLAIN[sign] ?? (sign || `$${nag}`);
}

/** What a NAG means, in words. */
export function meaningOf(nag: number): string {
  return ROWS.get(nag)?.meaning ?? "";
}

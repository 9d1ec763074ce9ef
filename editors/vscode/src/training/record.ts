/**
 * Records of EPD files as far as training reads and writes them: the schedule of a record is a comment such as `c9 "box 2, due 2026-12-01";`,
 * in the last of the opcodes `c0` to `c9` that is free, so that the user and other programs can read and change it.
 */
import type { Schedule } from "./leitner";

/** An operation of a record: its place in the line, half-open. */
interface Operation {
  readonly opcode: string;
  readonly operands: string;
  readonly start: number;
  readonly end: number;
}

/** The four fields of a position. */
const FIELDS = /^\s*((?:[pnbrqkPNBRQK1-8]+\/){7}[pnbrqkPNBRQK1-8]+\s+[wb]\s+\S+\s+\S+)/;

/** The board, side, castling and en passant square; null where the line is no record. Two records of one position have the same. */
export function positionOf(line: string): string | null {
  return FIELDS.exec(line)?.[1]?.replace(/\s+/g, " ") ?? null;
}

/** Whether a record says what to play, or what to avoid. */
export function hasSolution(line: string): boolean {
  return operationsOf(line).some(({ opcode, operands }) => /^(?:bm|am|sm|pv)$/.test(opcode) || (opcode === "dm" && operands === "1"));
}

/** The schedule of a record; null if it has none that can be read. */
export function scheduleOf(line: string): Schedule | null {
  for (const operation of operationsOf(line)) {
    const schedule = read(operation);
    if (schedule) return schedule;
  }
  return null;
}

/** The record with a schedule in place of its own, or in the order of the opcodes, as the standard requires. Unchanged if it has no room for one. */
export function withSchedule(line: string, { box, due }: Schedule): string {
  const operations = operationsOf(line);
  const words = `"box ${box}, due ${due}"`;
  const old = operations.find((operation) => read(operation));
  if (old) return `${line.slice(0, old.start)}${old.opcode} ${words}${line.slice(old.end)}`;
  const used = new Set(operations.map(({ opcode }) => opcode));
  const free = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((number) => `c${number}`).find((opcode) => !used.has(opcode));
  if (free === undefined) return line;
  const next = operations.find(({ opcode }) => opcode > free);
  if (next) return `${line.slice(0, next.start)}${free} ${words}; ${line.slice(next.start)}`;
  const kept = line.trimEnd();
  const separator = operations.length > 0 && !kept.endsWith(";") ? ";" : "";
  return `${kept}${separator} ${free} ${words};`;
}

/** A new record. */
export function newRecord(position: string, best: string, id: string, schedule: Schedule): string {
  return withSchedule(`${position} bm ${best}; id "${id.replace(/["\\\r\n]/g, "'")}";`, schedule);
}

function read({ opcode, operands }: Operation): Schedule | null {
  if (!/^c\d$/.test(opcode)) return null;
  const [, box, due] = /^"box (\d{1,2}), due (\d{4}-\d\d-\d\d)"$/.exec(operands) ?? [];
  return box !== undefined && due !== undefined && Number(box) > 0 ? { box: Number(box), due } : null;
}

/** Semicolons end operations, but not in quotes. */
function operationsOf(line: string): Operation[] {
  const fields = FIELDS.exec(line)?.[0].length ?? line.length;
  return [...line.slice(fields).matchAll(/\s*([A-Za-z]\w*)\s*((?:"(?:[^"\\]|\\.)*"|[^";])*)/g)].map((match) => {
    const [whole, opcode = "", operands = ""] = match;
    const end = fields + match.index + whole.trimEnd().length;
    return { opcode, operands: operands.trim(), start: fields + match.index + whole.length - whole.trimStart().length, end };
  });
}

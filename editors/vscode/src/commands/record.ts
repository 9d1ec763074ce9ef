const PLACEMENT = /^\s*((?:[PNBRQKpnbrqk1-8~]+\/){7}[PNBRQKpnbrqk1-8~[\]]+)\s+([wb])\s+(\S+)\s+(\S+)(.*)$/;

/** The six fields of the position in a line of EPD or FEN; nothing where the line is no record. The counters are 0 and 1 where the record does not tell. */
export function fenOfRecord(line: string): string | undefined {
  const [, placement, turn, castling, square, rest = ""] = PLACEMENT.exec(line) ?? [];
  if (placement === undefined) return undefined;
  const [, halfmoves, fullmoves] = /^\s+(\d+)\s+(\d+)/.exec(rest) ?? [];
  const operation = (opcode: string) => new RegExp(`(?:^|[\\s;])${opcode}\\s+(\\d+)\\s*(?:;|$)`).exec(rest)?.[1];
  return [placement, turn, castling, square, halfmoves ?? operation("hmvc") ?? "0", fullmoves ?? operation("fmvn") ?? "1"].join(" ");
}

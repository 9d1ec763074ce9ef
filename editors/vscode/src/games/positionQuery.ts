/** Queries for the games that have something of a position. Independent of VS Code. */

/** What games must have of a position. */
export type Shared = "position" | "material" | "structure";

/** The query for the games with this of a position in FEN. */
export function positionQuery(fen: string, shared: Shared): string {
  const [board = ""] = fen.split(" ");
  if (shared === "position") return `fen "${fen.split(" ").slice(0, 4).join(" ")}"`;
  if (shared === "structure") return `pawns "${pawnsOf(board)}"`;
  return `material ${menOf(board, "KQRBNP")}v${menOf(board, "kqrbnp").toUpperCase()}`;
}

/** The men of a side in the order of their letters. */
function menOf(board: string, letters: string): string {
  return [...letters].map((letter) => letter.repeat([...board].filter((man) => man === letter).length)).join("");
}

/** The board with its pawns only. */
function pawnsOf(board: string): string {
  const row = (text: string) => {
    const squares = [...text].map((sign) => (/\d/.test(sign) ? " ".repeat(Number(sign)) : /p/i.test(sign) ? sign : " ")).join("");
    return squares.replace(/ +/g, (empty) => String(empty.length));
  };
  return board.replace(/\[.*|~/g, "").split("/").slice(0, 8).map(row).join("/");
}

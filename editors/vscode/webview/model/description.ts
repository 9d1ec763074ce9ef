/** The texts for screen readers. */
import type { Board, Item, Move, Side } from "../../src/board/protocol";
import { type Role, piecesOf, turnOf } from "./fen";

const NAMES: Readonly<Record<string, Role>> = { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight" };

const ROLES: readonly Role[] = ["king", "queen", "rook", "bishop", "knight", "pawn"];

/** A move in words: `knight takes f3, check`. */
export function spokenMove(san: string): string {
  const plain = san.replace(/[!?]+$/, "");
  const end = plain.endsWith("#") ? ", checkmate" : plain.endsWith("+") ? ", check" : "";
  const move = plain.replace(/[+#]+$/, "");
  if (/^[O0]-[O0]-[O0]/.test(move)) return `castles queenside${end}`;
  if (/^[O0]-[O0]/.test(move)) return `castles kingside${end}`;
  const parts = /^([KQRBN]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(?:=?([QRBNK]))?$/.exec(move);
  if (!parts) return plain;
  const [, letter = "", from = "", takes = "", to = "", promotion] = parts;
  const words = [NAMES[letter] ?? "", from, takes && "takes", to, promotion ? `promotes to ${NAMES[promotion] ?? promotion}` : ""];
  return words.filter(Boolean).join(" ") + end;
}

/** The announcement of a new position: the last move and the side to move. */
export function announcement(board: Board): string {
  if (board.fen === null) return "The position is not known here.";
  const sentences = [board.lastMove ? spokenLast(board.lastMove) : "Start position"];
  const side = name(turnOf(board.fen));
  const facts = board.facts.filter((fact) => !/^Material| up\.$|^(White|Black) has (\d+|one) legal moves?\.$/.test(fact));
  sentences.push(`${side} to move`);
  return [...sentences.map((sentence) => `${sentence}.`), ...facts].join(" ");
}

/** All pieces, by side and kind: `White: king g1, rooks a1 and f1, ...`. */
export function describePosition(fen: string): string {
  const pieces = piecesOf(fen);
  const ofSide = (side: Side) => {
    const kinds = ROLES.map((role) => {
      const squares = pieces.filter((piece) => piece.side === side && piece.role === role).map((piece) => piece.square);
      return squares.length === 0 ? "" : `${role}${squares.length > 1 ? "s" : ""} ${listed(squares)}`;
    });
    return `${name(side)}: ${kinds.filter(Boolean).join(", ") || "no pieces"}.`;
  };
  return `${ofSide("white")} ${ofSide("black")}`;
}

/** The name of a move in the list: `3, White, bishop b5, a good move`. */
export function moveLabel({ text, move, depth }: Item): string {
  if (!move) return text;
  const parts = [String(move.number), name(move.turn), spokenMove(text), ...move.nags.map((nag) => nag.meaning)];
  return [...parts, depth > 0 ? `variation level ${depth}` : ""].filter(Boolean).join(", ");
}

function spokenLast({ number, turn, text }: Move): string {
  return `${number}, ${name(turn)}: ${spokenMove(text)}`;
}

function name(side: Side): string {
  return side === "white" ? "White" : "Black";
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1) ?? ""}`;
}

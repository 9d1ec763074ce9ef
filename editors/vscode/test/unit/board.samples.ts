/** Boards and lists for the tests of the board view. */
import type { Board, Item, Move, Position } from "../../src/board/protocol";

/** A board at the start of a game, with some other answers. */
export function board(other: Partial<Board> = {}): Board {
  return {
    version: 1,
    game: 0,
    fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    isGuessed: false,
    variant: "Standard",
    lastMove: null,
    lastSquares: null,
    arrows: [],
    squares: [],
    legalMoves: [],
    facts: [],
    depth: 0,
    previous: null,
    next: [],
    replaces: null,
    alternatives: [],
    clocks: { white: null, black: null },
    evaluation: null,
    opening: null,
    leftBookAt: null,
    result: null,
    ...other,
  };
}

/** A move of the first line of the file that begins at this column. */
export function move(text: string, column: number): Move {
  return { text, number: 1, turn: "white", range: rangeAt(column, text.length) };
}

export function at(character: number): Position {
  return { line: 0, character };
}

/**
 * The items of movetext: words are moves, `{a}` comments, parentheses open and close variations. Lines and depths are counted as the
 * server does, and columns are places in the text.
 */
export function items(movetext: string): Item[] {
  const found: Item[] = [];
  const open: { line: number; ply: number }[] = [{ line: 0, ply: 0 }];
  let lines = 0;
  for (const match of movetext.matchAll(/\{([^}]*)\}|[()]|[^\s(){}]+/g)) {
    const [word, comment] = match;
    const line = open.at(-1) ?? { line: 0, ply: 0 };
    const place = { range: rangeAt(match.index, word.length), line: line.line, depth: open.length - 1 };
    if (word === "(") open.push({ line: (lines += 1), ply: line.ply - 1 });
    else if (word === ")") open.pop();
    else if (comment !== undefined) found.push({ ...place, text: comment, move: null });
    else {
      const turn = line.ply % 2 === 0 ? "white" : "black";
      const known = { number: Math.floor(line.ply / 2) + 1, turn, isCertain: true, nags: [], evaluation: null, clock: null, data: null } as const;
      found.push({ ...place, text: word, move: known });
      line.ply += 1;
    }
  }
  return found;
}

function rangeAt(column: number, length: number) {
  return { start: at(column), end: at(column + length) };
}

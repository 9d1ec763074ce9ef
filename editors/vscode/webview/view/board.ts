/** The board and its pieces, drawn by chessground. */
import { Chessground } from "chessground";
import type { Api } from "chessground/api";
import type { DrawShape } from "chessground/draw";
import type { Key } from "chessground/types";
import type { BoardSettings } from "../../src/board/messages";
import type { Board, Colour, Side } from "../../src/board/protocol";
import { destinations } from "../model/dests";
import { type Role, turnOf } from "../model/fen";
import { ARMIES, EMPTY } from "../model/setup";
import { element } from "./dom";

/** The duration of a move's animation in milliseconds. */
const MOVE_TIME = 140;

/** The colours of marks, which are the names of chessground's brushes: by the right button, with Shift, with Alt, and with both. */
const COLOURS: readonly Colour[] = ["green", "red", "blue", "yellow"];

/** The drawings besides the position. */
export interface Drawing {
  readonly orientation: Side;
  readonly settings: BoardSettings;
  /** Whether to show the arrows and squares of the comments. */
  readonly hasMarks: boolean;
  /** Arrows and circles of the view itself. */
  readonly extra: readonly { readonly from: string; readonly to?: string }[];
}

/**
 * The board; calls `played` with the squares of a move by mouse or touch, `dropped` with a piece from the hand and its square, `drawn` with
 * an arrow or a square drawn with the right button.
 */
export class BoardElement {
  readonly root = element("div", { class: "board", attributes: { "aria-hidden": "true" } });
  private readonly wrap = element("div", { class: "cg-wrap" });
  private ground: Api | undefined;
  /** Is told of every change while a position is set up. */
  private changed: ((placement: string) => void) | undefined;
  private coordinates = true;
  private last: { readonly board: Board | null; readonly drawing: Drawing } | undefined;

  constructor(
    private readonly played: (from: string, to: string) => void,
    private readonly dropped: (role: Role, square: string) => void,
    private readonly drawn: (colour: Colour, from: string, to: string | null) => void,
  ) {
    this.root.append(this.wrap);
  }

  /** Draws a position; an empty board if it is unknown. */
  draw(board: Board | null, drawing: Drawing): void {
    const { orientation, settings, hasMarks, extra } = drawing;
    // Chessground reads the option for coordinates only once.
    const hasCoordinates = settings.coordinates !== "off";
    if (!this.ground || this.coordinates !== hasCoordinates) this.ground = this.begin(hasCoordinates);
    if (this.root.dataset["coordinates"] !== settings.coordinates) {
      this.root.dataset["coordinates"] = settings.coordinates;
      // The squares may have another size now.
      this.ground.redrawAll();
    }
    this.last = { board, drawing };
    this.changed = undefined;
    const turn = board?.fen ? turnOf(board.fen) : "white";
    const isCheck = board?.facts.some((fact) => /^(White|Black) is (in check|checkmated)/.test(fact)) ?? false;
    this.ground.set({
      fen: board ? (board.fen ?? EMPTY) : ARMIES,
      orientation,
      turnColor: turn,
      check: isCheck ? turn : false,
      lastMove: (board?.lastSquares ?? []) as Key[],
      animation: { enabled: settings.animation && !prefersStillness(), duration: MOVE_TIME },
      draggable: { deleteOnDropOff: false },
      movable: { free: false, color: turn, dests: destinations(board?.legalMoves ?? []) as Map<Key, Key[]> },
    });
    this.ground.setAutoShapes([...(hasMarks && board ? marks(board) : []), ...extra.map(ownMark)]);
  }

  /** Lets all men be moved freely, and taken off the board; calls `changed` with the placement of a FEN. */
  setUp(placement: string, changed: (placement: string) => void): void {
    this.changed = undefined;
    this.ground?.set({
      fen: placement,
      check: false,
      lastMove: [],
      movable: { free: true, color: "both" },
      draggable: { deleteOnDropOff: true },
    });
    this.ground?.setAutoShapes([]);
    this.changed = changed;
  }

  /** Starts dragging a man onto a board that is set up. */
  carryNew(side: Side, role: Role, event: MouseEvent | TouchEvent): void {
    this.ground?.dragNewPiece({ color: side, role }, event, true);
  }

  /** Restores the pieces after a move that is not played. */
  restore(): void {
    if (this.last) this.draw(this.last.board, this.last.drawing);
  }

  /** Starts dragging a piece from the hand. */
  carry(side: Side, role: Role, event: MouseEvent | TouchEvent): void {
    this.ground?.dragNewPiece({ color: side, role }, event);
  }

  private took(shape: DrawShape | undefined): void {
    if (!shape) return;
    this.ground?.setShapes([]);
    const colour = COLOURS.find((one) => one === shape.brush) ?? "green";
    this.drawn(colour, shape.orig, shape.dest ?? null);
  }

  private begin(coordinates: boolean): Api {
    this.ground?.destroy();
    this.coordinates = coordinates;
    return Chessground(this.wrap, {
      coordinates,
      addPieceZIndex: false,
      premovable: { enabled: false },
      events: { change: () => this.ground && this.changed?.(this.ground.getFen()) },
      // What is drawn becomes a mark of the text, which comes back with the position.
      drawable: { eraseOnClick: false, onChange: (shapes) => this.took(shapes.at(-1)) },
      movable: {
        events: {
          after: (from, to) => this.changed ?? this.played(from, to),
          afterNewPiece: (role, square) => this.changed ?? this.dropped(role as Role, square),
        },
      },
    });
  }
}

function marks(board: Board): DrawShape[] {
  const squares = board.squares.map(({ colour, square }) => ({ brush: colour, orig: square as Key }));
  const arrows = board.arrows.map(({ colour, from, to }) => ({ brush: colour, orig: from as Key, dest: to as Key }));
  return [...squares, ...arrows];
}

function ownMark({ from, to }: { readonly from: string; readonly to?: string }): DrawShape {
  return to ? { brush: "blue", orig: from as Key, dest: to as Key } : { brush: "blue", orig: from as Key };
}

function prefersStillness(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches || document.body.classList.contains("vscode-reduce-motion");
}

/** Draws the state into the parts of the view. */
import type { BoardSettings, Step } from "../src/board/messages";
import { type Board, type Game, type Side, isSame } from "../src/board/protocol";
import type { Layout } from "./layout";
import { handOf, turnOf } from "./model/fen";
import { material } from "./model/material";
import { occasion, player, startPosition } from "./model/players";
import { itemsUpTo } from "./model/rows";
import type { Study } from "./model/study";
import type { Hint } from "./studying";
import { setText, show } from "./view/dom";
import { operationsTable } from "./view/operations";

const NO_SERVER = "The program scoresheet does not run, so no position is known. The item Scoresheet at the bottom of the window says why.";

/** Everything that the view shows. */
export interface Shown {
  readonly board: Board | null;
  readonly game: Game | null;
  readonly language: string;
  readonly isServed: boolean;
  readonly settings: BoardSettings;
  readonly orientation: Side;
  readonly study: Study;
  /** The squares of a hint. */
  readonly hint: Hint | null;
  /** The move of the explorer that is pointed at. */
  readonly pointed: Hint | null;
}

/** The position: board, players, evaluation, caption and screen reader text. */
export function drawPosition(layout: Layout, shown: Shown): void {
  const { board, orientation, settings, study, hint, pointed } = shown;
  const extra = hint && study.hints > 0 ? [study.hints === 2 ? hint : { from: hint.from }] : pointed ? [pointed] : [];
  if (!layout.setup.isOpen) layout.board.draw(board, { orientation, settings, hasMarks: !study.isOn, extra });
  drawPlayers(layout, shown);
  const hasEvaluations = shown.game?.items.some((item) => item.move?.evaluation) ?? false;
  layout.evaluation.draw(study.isOn ? null : (board?.evaluation ?? null), orientation, hasEvaluations && !study.isOn);
  drawCaption(layout, board);
  layout.announcer.draw(board);
  layout.study.draw(study);
}

/** The list of moves, or the notice in its place. */
export function drawList(layout: Layout, { board, game, language, isServed, settings, study }: Shown): void {
  const isRecord = language !== "pgn";
  const last = game?.items.find((item) => isSame(item.range.start, board?.lastMove?.range.start));
  const items = game ? (study.isOn ? itemsUpTo(game.items, last) : game.items) : [];
  const isAll = !study.isOn || board?.next.length === 0;
  show(layout.list.root, items.length > 0);
  layout.list.draw({
    items,
    result: isAll && board?.result !== "*" ? (board?.result ?? null) : null,
    hasEarlier: game?.hasEarlier ?? false,
    hasLater: (game?.hasLater ?? false) && isAll,
    letters: settings.letters,
  });
  layout.graph.draw(study.isOn ? [] : items);
  setText(layout.occasion, game ? occasion(game.tags) : "");
  layout.occasion.title = layout.occasion.textContent ?? "";
  show(layout.notice, items.length === 0);
  if (game && isRecord && !study.isOn) layout.notice.replaceChildren(operationsTable(game.tags.filter((tag) => tag.name !== "id")));
  else layout.notice.replaceChildren(isServed ? noticeOf(game, isRecord, study) : NO_SERVER);
}

/** The steps that are possible. */
export function ways(board: Board | null, game: Game | null): Set<Step> {
  const found = new Set<Step>();
  if (board?.lastMove) found.add("previous").add("first");
  if (board && board.next.length > 0) found.add("next");
  if (board && game?.end && !isSame(board.lastMove?.range.end, game.end)) found.add("last");
  if (game?.previousGame) found.add("previousGame");
  if (game?.nextGame) found.add("nextGame");
  return found;
}

/** The doubt about the position, else the opening, else the side to move or the result. */
function drawCaption(layout: Layout, board: Board | null): void {
  const end = board?.facts.find((fact) => /mated\.$/.test(fact))?.replace(/\.$/, "");
  const turn = board?.fen ? `${turnOf(board.fen) === "white" ? "White" : "Black"} to move` : "";
  if (board?.fen === null) layout.caption.draw("", "The position is not known here");
  else if (board?.isGuessed) layout.caption.draw("", "A move before this is a guess");
  else layout.caption.draw(end ? "" : (board?.opening?.eco ?? ""), end ?? openingName(board) ?? turn);
}

/** The name of the opening, and where the line left the book. */
function openingName(board: Board | null): string | undefined {
  const name = board?.opening?.name;
  return name && board?.leftBookAt ? `${name}, left the book at move ${board.leftBookAt}` : name;
}

function drawPlayers(layout: Layout, { board, game, language, orientation }: Shown): void {
  const tags = game?.tags ?? [];
  const taken = board?.fen ? material(board.fen, startPosition(tags, language === "pgn")) : { white: [], black: [], lead: 0 };
  for (const side of ["white", "black"] as const) {
    layout.playerBar(side, orientation).draw({
      side,
      player: player(tags, side),
      taken: taken[side],
      lead: side === "white" ? taken.lead : -taken.lead,
      hand: board?.fen ? handOf(board.fen, side) : null,
      clock: board?.clocks[side] ?? null,
      isToMove: board?.fen !== null && board !== null && turnOf(board.fen) === side,
    });
  }
}

function noticeOf(game: Game | null, isRecord: boolean, study: Study): string {
  if (study.isOn) return isRecord ? "The answer is hidden." : "The moves appear here as you find them.";
  return game ? "No moves yet. Play one on the board, or type it." : "No game at the cursor.";
}

/** The parts of the view and their layout. */
import type { Colour, Side } from "../src/board/protocol";
import type { Role } from "./model/fen";
import { type AnalysisEvents, AnalysisLine } from "./view/analysisLine";
import { Announcer } from "./view/announcer";
import { BoardElement } from "./view/board";
import { type ControlEvents, Caption, Controls } from "./view/controls";
import { element } from "./view/dom";
import { EvaluationBar } from "./view/evaluationBar";
import { EvaluationGraph } from "./view/evaluationGraph";
import { CommentField } from "./view/commentField";
import { type ExplorerEvents, ExplorerPanel } from "./view/explorer";
import { MoveField } from "./view/moveField";
import { type ListEvents, MoveList } from "./view/moveList";
import { type MenuEvents, MoveMenu } from "./view/moveMenu";
import { SizeHandle } from "./view/sizeHandle";
import { PlayerBar } from "./view/players";
import { SetupBar, type SetupEvents } from "./view/setupBar";
import { type StudyEvents, StudyBar } from "./view/studyBar";
import { ViewMenu, type ViewMenuEvents } from "./view/viewMenu";

export interface Events extends ControlEvents, StudyEvents, ListEvents, ExplorerEvents, AnalysisEvents, MenuEvents, SetupEvents, ViewMenuEvents {
  /** The board is to have an edge of so many pixels; null for as large as there is room. */
  sized(size: number | null): void;
  /** A piece was moved. */
  dragged(from: string, to: string): void;
  /** A piece from the hand was dropped on a square. */
  dropped(role: Role, square: string): void;
  /** An arrow or a square was drawn. */
  drawn(colour: Colour, from: string, to: string | null): void;
  /** A comment was written. */
  commented(words: string): void;
  /** The keyboard is free again. */
  takeFocus(): void;
  /** A move was typed. */
  typed(move: string): void;
}

/** All parts, assembled. */
export class Layout {
  readonly analysis: AnalysisLine;
  readonly announcer = new Announcer();
  readonly board: BoardElement;
  readonly caption = new Caption();
  readonly controls: Controls;
  readonly evaluation = new EvaluationBar();
  readonly comment: CommentField;
  readonly explorer: ExplorerPanel;
  readonly field: MoveField;
  readonly graph: EvaluationGraph;
  readonly list: MoveList;
  readonly menu: MoveMenu;
  readonly occasion = element("h1", { class: "occasion" });
  /** The notice in place of the list if there are no moves. */
  readonly notice = element("div", { class: "notice" });
  readonly players: Readonly<Record<"top" | "bottom", PlayerBar>>;
  readonly root: HTMLElement;
  readonly setup: SetupBar;
  readonly size: SizeHandle;
  readonly stage: HTMLElement;
  readonly study: StudyBar;
  readonly viewMenu: ViewMenu;

  constructor(events: Events) {
    this.board = new BoardElement((from, to) => events.dragged(from, to), (role, square) => events.dropped(role, square), (colour, from, to) => events.drawn(colour, from, to));
    const bar = () => new PlayerBar((side, role, event) => this.board.carry(side, role, event));
    this.players = { top: bar(), bottom: bar() };
    this.controls = new Controls(events);
    this.comment = new CommentField((words) => events.commented(words), () => events.takeFocus());
    this.menu = new MoveMenu(events);
    this.analysis = new AnalysisLine(events);
    this.explorer = new ExplorerPanel(events);
    this.field = new MoveField((move) => events.typed(move));
    this.graph = new EvaluationGraph((position) => events.goTo(position));
    this.list = new MoveList(events);
    this.setup = new SetupBar(events);
    this.study = new StudyBar(events);
    this.size = new SizeHandle(this.board.root, (size) => events.sized(size));
    this.board.root.append(this.size.root);
    this.viewMenu = new ViewMenu(events);
    this.stage = element("div", { class: "stage" }, [this.evaluation.root, this.board.root]);
    const position = element("section", { class: "position", attributes: { "aria-label": "Position", "aria-describedby": "position" } }, [
      this.players.top.root,
      this.stage,
      this.players.bottom.root,
      element("div", { class: "below" }, [this.caption.root, this.field.root]),
      this.field.refusal,
      this.comment.root,
      this.setup.root,
      this.controls.root,
      this.analysis.root,
      this.study.root,
    ]);
    const game = element("section", { class: "game", attributes: { "aria-label": "Game" } }, [this.occasion, this.notice, this.list.root, this.graph.root, this.explorer.root]);
    this.root = element("main", { class: "app", attributes: { tabindex: "-1" } }, [position, game, this.announcer.root, this.announcer.note, this.menu.root, this.viewMenu.root]);
    document.body.append(this.root);
  }

  /** The bar of a player, by the orientation of the board. */
  playerBar(side: Side, orientation: Side): PlayerBar {
    return this.players[side === orientation ? "bottom" : "top"];
  }
}

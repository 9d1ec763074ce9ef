/** The whole view: its state, and the handling of messages, buttons and keys. */
import type { Action, Annotation, BoardSettings, ExplorerOptions, MenuCommand, Result, Step, Times, ToView } from "../src/board/messages";
import type { Shared } from "../src/games/positionQuery";
import { type Board, type Colour, type Game, type Position, type Side, isSame } from "../src/board/protocol";
import { Autoplay } from "./autoplay";
import { type Shown, drawList, drawPosition, ways } from "./drawing";
import { keep, keptState, tell } from "./host";
import { type Events, Layout } from "./layout";
import { dropOn, movesBetween } from "./model/dests";
import { type Role, turnOf } from "./model/fen";
import { wantedSide } from "./model/players";
import { ARMIES } from "./model/setup";
import { commentAfter } from "./model/rows";
import type { Study } from "./model/study";
import { click } from "./sound";
import { Studying } from "./studying";
import { askPromotion } from "./view/promotion";

const DEFAULTS: BoardSettings = { letters: "figurines", coordinates: "inside", colours: ["#dee3e6", "#8ca2ad"], pieces: "cburnett", animation: true, sound: false, autoplaySeconds: 1.5, hasExplorerFiles: false };

/** The games that the explorer counts at first. */
const FIRST_GAMES: ExplorerOptions = { scope: "workspace", query: "" };

/** What is said where a step is not possible. */
const STUCK: Readonly<Record<Step, string>> = {
  next: "The line ends here",
  previous: "The game begins here",
  intoVariation: "No variation here",
  outOfVariation: "Not in a variation",
  nextVariation: "No other move below",
  previousVariation: "No other move above",
  first: "No game here",
  last: "No game here",
  nextGame: "The last game",
  previousGame: "The first game",
};

export class App implements Events {
  private readonly layout = new Layout(this);
  private readonly autoplay = new Autoplay(() => this.stepOrStop(), () => this.drawControls());
  private readonly studying = new Studying(() => this.draw());
  private board: Board | null = null;
  private game: Game | null = null;
  private language = "pgn";
  private isServed = true;
  private uri = "";
  private settings = DEFAULTS;
  private orientation: Side = "white";
  /** The side that was chosen, which games without a wish of their own are shown from. */
  private chosenSide: Side = "white";
  /** The game that the board was turned for. */
  private turned = "";
  private speed: number | null = null;
  private size: number | null = null;
  private explorer: ExplorerOptions | null = null;
  private isAnalysing = false;
  private lastExplorer = FIRST_GAMES;
  private pointed: Shown["pointed"] = null;
  /** Where the menu opens once it is known what it offers, in pixels of the page. */
  private menuPlace: [number, number] = [0, 0];
  private shown: Shown | undefined;
  /** Whether the field for a comment opens once its words are known. */
  private awaitsWords = false;
  private follows = 0;

  /** Restores the state from before the view was hidden. */
  constructor() {
    const kept = keptState();
    if (!kept) return;
    this.uri = kept.uri;
    this.speed = kept.autoplaySeconds;
    this.size = kept.size ?? null;
    this.layout.size.draw(this.size);
    this.orientation = this.chosenSide = kept.orientation;
    this.lastExplorer = kept.lastExplorer ?? FIRST_GAMES;
    if (kept.isStudying) this.studying.toggle();
    else if (kept.explorer) this.explore(kept.explorer);
  }

  receive(message: ToView): void {
    switch (message.type) {
      case "position":
        return this.arrive(message);
      case "game":
        this.game = message.game;
        this.turnBoard();
        return this.draw();
      case "words":
        if (this.awaitsWords) this.layout.comment.open(commentAfter(this.game, this.board));
        this.awaitsWords = false;
        return;
      case "settings":
        return this.set(message.settings);
      case "action":
        return this.act(message.action);
      case "refused":
        this.layout.board.restore();
        return this.layout.field.refuse(message.reason);
      case "focus":
        return this.takeFocus();
      case "stuck":
        return this.layout.announcer.say(STUCK[message.step]);
      case "guessed":
        if (message.outcome !== "right") this.layout.board.restore();
        return this.studying.guessed(message.outcome, this.sanOf(message.move));
      case "missed":
        return this.layout.study.offer(message.count);
      case "training":
        this.close();
        this.analyse(false);
        return this.studying.training(message.note);
      case "hinted":
        return this.studying.hinted(message);
      case "analysed":
        return this.layout.analysis.analysed(message);
      case "explored":
        return this.layout.explorer.explored(message);
      case "offered":
        return this.layout.menu.open(...this.menuPlace, message.titles, this.board?.lastMove?.turn ?? null);
      case "listed":
        return this.layout.explorer.listed(message.move, message.offset, message.found);
    }
  }

  step(step: Step, isHeld = false): void {
    this.autoplay.stop();
    tell({ type: "step", step, isHeld });
  }

  /** Takes the keyboard. */
  takeFocus(): void {
    window.focus();
    this.layout.root.focus();
  }

  act(action: Action): void {
    switch (action) {
      case "flip":
        this.orientation = this.chosenSide = this.orientation === "white" ? "black" : "white";
        return this.draw();
      case "autoplay":
        return this.autoplay.toggle();
      case "study":
        // The explorer would tell the moves.
        if (!this.studying.state.isOn) this.close();
        if (!this.studying.state.isOn) this.analyse(false);
        return this.studying.toggle();
      case "explorer":
        if (this.explorer) return this.close();
        if (this.studying.state.isOn) this.studying.toggle();
        return this.explore(this.lastExplorer);
      case "analysis":
        if (!this.isAnalysing && this.studying.state.isOn) this.studying.toggle();
        return this.analyse(!this.isAnalysing);
      case "hint":
        return this.studying.askHint();
      case "show":
        return this.studying.show(this.board, this.language);
      case "keepMissed":
        return this.studying.keepMissed();
      case "enterMove":
        return this.layout.field.focus();
      case "comment":
        return this.writeComment();
      case "setUp":
        return this.setUp();
      case "data":
        return this.layout.list.toggleDataOfCurrent();
      case "menu":
        return this.openMenu();
      case "viewMenu":
        return this.openViewMenu();
      case "keys":
        return tell({ type: "command", command: "scoresheet.showKeys" });
      case "larger":
        return this.layout.size.step(1);
      case "smaller":
        return this.layout.size.step(-1);
      case "delete":
        return this.isLocked() ? undefined : tell({ type: "deleteRest" });
    }
  }

  setSpeed(seconds: number): void {
    this.speed = seconds;
    this.autoplay.setSpeed(seconds);
    this.keep();
  }

  setSide(side: Study["side"]): void {
    if (side !== "both") this.orientation = this.chosenSide = side;
    this.studying.begin(side, this.board);
  }

  explore(options: ExplorerOptions): void {
    this.explorer = this.lastExplorer = options;
    tell({ type: "explore", options });
    this.draw();
  }

  insertLine(moves: readonly string[]): void {
    if (!this.isLocked()) tell({ type: "insertLine", moves });
  }

  /** Shows the analysis line, or ends it. */
  private analyse(isOn: boolean): void {
    if (isOn === this.isAnalysing) return;
    this.isAnalysing = isOn;
    tell({ type: "analyse", isOn });
    this.draw();
  }

  list(move: string | null, offset: number): void {
    tell({ type: "list", move, offset });
  }

  openGame(data: unknown): void {
    tell({ type: "openGame", data });
  }

  pointedAt(move: string | null): void {
    const next = move ? { from: move.includes("@") ? move.slice(2, 4) : move.slice(0, 2), to: move.slice(2, 4) } : null;
    if (next?.from === this.pointed?.from && next?.to === this.pointed?.to) return;
    this.pointed = next;
    this.draw();
  }

  annotate(annotation: Annotation): void {
    if (!this.isLocked()) tell({ type: "annotate", annotation });
  }

  drawn(colour: Colour, from: string, to: string | null): void {
    this.annotate({ mark: { colour, from, to } });
  }

  commented(words: string): void {
    this.annotate({ words });
  }

  writeComment(): void {
    if (this.isLocked()) return;
    // The words that are known here may be those of an earlier version of the text.
    this.awaitsWords = true;
    tell({ type: "words" });
  }

  menuAt(position: Position, x: number, y: number): void {
    if (this.isLocked() || !this.game) return;
    this.menuPlace = [x, y];
    tell({ type: "offer", position, version: this.game.version });
  }

  find(shared: Shared): void {
    tell({ type: "find", shared });
  }

  command(command: MenuCommand): void {
    tell({ type: "command", command });
  }

  sized(size: number | null): void {
    this.size = size;
    this.keep();
  }

  run(index: number): void {
    tell({ type: "run", index });
  }

  goTo(position: Position): void {
    if (this.game) tell({ type: "goTo", position, version: this.game.version });
  }

  reload(position: Position): void {
    tell({ type: "reload", position });
  }

  typed(move: string): void {
    tell({ type: this.studying.state.isOn ? "guess" : "play", move });
  }

  dragged(from: string, to: string): void {
    const { board } = this;
    const moves = movesBetween(board?.legalMoves ?? [], from, to);
    const turn = board?.fen ? turnOf(board.fen) : "white";
    const chosen = moves.length > 1 ? askPromotion(this.layout.stage, moves, turn) : Promise.resolve(moves[0]);
    void chosen.then((move) => (move ? this.typed(move.uci) : this.layout.board.restore()));
  }

  dropped(role: Role, square: string): void {
    const move = dropOn(this.board?.legalMoves ?? [], role, square);
    if (move) this.typed(move.uci);
    else this.layout.board.restore();
  }

  /** Begins to set up a position: the one on the board, to be changed. */
  private setUp(): void {
    if (this.isLocked()) return;
    this.layout.setup.open(this.board?.fen ?? ARMIES);
  }

  carryNew(side: Side, role: Role, event: MouseEvent | TouchEvent): void {
    this.layout.board.carryNew(side, role, event);
  }

  placed(placement: string): void {
    this.layout.board.setUp(placement, (placement) => this.layout.setup.changed(placement));
  }

  writeSetup(fen: string): void {
    this.leaveSetup();
    tell({ type: "setUp", fen });
  }

  leaveSetup(): void {
    this.layout.setup.close();
    this.layout.board.restore();
    this.takeFocus();
  }

  setResult(result: Result): void {
    this.annotate({ result });
  }

  /** Takes games, moves or a position from the clipboard. */
  paste(text: string): void {
    if (text.trim() !== "" && !this.isLocked()) tell({ type: "paste", text });
  }

  /** Opens the menu of the move on the board, below it. */
  private openMenu(): void {
    if (this.isLocked() || !this.game) return;
    const { left, bottom } = this.layout.stage.getBoundingClientRect();
    this.menuPlace = [left + 12, bottom - 12];
    tell({ type: "offer", position: null, version: this.game.version });
  }

  /** Opens the menu of the view at its button. */
  private openViewMenu(): void {
    const { right, top } = this.layout.controls.more.getBoundingClientRect();
    this.layout.viewMenu.open(right, top);
  }

  /** Whether nothing is to be written: in study mode, and in records, which have operations in place of annotations. */
  private isLocked(): boolean {
    const isRecord = this.language !== "pgn";
    if (isRecord) this.layout.announcer.say("Records are annotated by their operations, in the text");
    return isRecord || this.studying.state.isOn;
  }

  /** Shows a game that has just come from the side that it wants; a later flip stays. */
  private turnBoard(): void {
    const turned = `${this.uri} ${this.game?.game}`;
    if (turned !== this.turned) this.orientation = wantedSide(this.game?.tags ?? []) ?? this.chosenSide;
    this.turned = turned;
  }

  private close(): void {
    if (!this.explorer) return;
    this.explorer = this.pointed = null;
    tell({ type: "explore", options: null });
    this.draw();
  }

  private arrive({ board, uri, language, isServed, times }: ToView & { type: "position" }): void {
    const receivedAt = Date.now();
    const isOther = uri !== this.uri || board?.fen !== this.board?.fen || !isSame(board?.lastMove?.range.start, this.board?.lastMove?.range.start);
    Object.assign(this, { board, uri, language, isServed });
    if (!board) this.game = null;
    this.layout.field.clear();
    if (isOther && this.settings.sound && board?.lastMove) click();
    if (isOther) {
      this.studying.arrived(board);
      this.layout.comment.drop();
      this.layout.setup.close();
      this.awaitsWords = false;
    }
    this.draw();
    if (board?.next.length === 0) this.autoplay.stop();
    requestAnimationFrame(() => this.followed(times, receivedAt));
  }

  /**
   * For measurements: how often the board has followed the cursor, and the latency in milliseconds from the cursor's step to the last frame,
   * including the request to the server, the message from the extension host and drawing.
   */
  private followed({ changedAt, answeredAt }: Times, receivedAt: number): void {
    this.follows += 1;
    const parts = [answeredAt - changedAt, receivedAt - answeredAt, Date.now() - receivedAt];
    Object.assign(document.body.dataset, { follows: this.follows, followTimes: parts.join(" ") });
  }

  private set(settings: BoardSettings): void {
    this.settings = settings;
    const [light, dark] = settings.colours;
    document.body.style.setProperty("--board-light", light);
    document.body.style.setProperty("--board-dark", dark);
    document.body.dataset["pieces"] = settings.pieces;
    this.autoplay.setSpeed(this.speed ?? settings.autoplaySeconds);
    this.draw();
  }

  private draw(): void {
    const { board, game, language, isServed, settings, orientation, pointed } = this;
    const { state: study, hint } = this.studying;
    const [before, shown] = [this.shown, { board, game, language, isServed, settings, orientation, study, hint, pointed }];
    this.shown = shown;
    document.body.classList.toggle("studying", study.isOn);
    document.body.classList.toggle("exploring", this.explorer !== null);
    drawPosition(this.layout, shown);
    const isSameList = game === before?.game && settings === before.settings && language === before.language && isServed === before.isServed && board?.result === before.board?.result;
    if (!isSameList || study.isOn || before.study.isOn) drawList(this.layout, shown);
    this.layout.list.mark(board?.lastMove?.range.start);
    this.layout.graph.mark(board?.lastMove?.range.start);
    this.drawControls();
    this.keep();
  }

  private drawControls(): void {
    this.layout.analysis.draw(this.isAnalysing, this.settings.letters);
    this.layout.explorer.draw(this.explorer, this.settings.hasExplorerFiles, this.settings.letters);
    this.layout.controls.draw({
      isPlaying: this.autoplay.isOn,
      seconds: this.speed ?? this.settings.autoplaySeconds,
      isStudying: this.studying.state.isOn,
      isExploring: this.explorer !== null,
      isAnalysing: this.isAnalysing,
      ways: ways(this.board, this.game),
    });
  }

  private stepOrStop(): void {
    if (this.board?.next.length) tell({ type: "step", step: "next", isHeld: false });
    else this.autoplay.stop();
  }

  /** A move as the user reads it. */
  private sanOf(move: string): string {
    return this.board?.legalMoves.find((legal) => legal.uci === move)?.san ?? move;
  }

  private keep(): void {
    keep({ uri: this.uri, orientation: this.chosenSide, size: this.size, isStudying: this.studying.state.isOn, autoplaySeconds: this.speed, explorer: this.explorer, lastExplorer: this.lastExplorer });
  }
}

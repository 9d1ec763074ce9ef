/** The view as a whole: what it knows, and what is done with messages, buttons and keys. */
import type { Action, BoardSettings, Step, ToView } from "../src/board/messages";
import type { Position, Side } from "../src/board/protocol";
import { Autoplay } from "./autoplay";
import { type Shown, drawList, drawPosition, ways } from "./drawing";
import { keep, keptState, tell } from "./host";
import { type Events, Layout } from "./layout";
import { movesBetween } from "./model/dests";
import { turnOf } from "./model/fen";
import { NO_STUDY, type Study, begin, guessed, hinted, isReply, moved, shown } from "./model/study";
import { askPromotion } from "./view/promotion";

/** Milliseconds before the other side's move in study mode. */
const REPLY_AFTER = 600;

const DEFAULTS: BoardSettings = { figurines: true, coordinates: true, colours: "theme", animation: true, autoplaySeconds: 1.5 };

export class App implements Events {
  private readonly layout = new Layout(this);
  private readonly autoplay = new Autoplay(() => this.stepOrStop(), () => this.drawControls());
  private shown: Shown = { board: null, game: null, language: "pgn", settings: DEFAULTS, orientation: "white", study: NO_STUDY, hint: null };
  private uri = "";
  private speed: number | null = null;
  private reply: number | undefined;

  constructor() {
    const kept = keptState();
    if (!kept) return;
    this.uri = kept.uri;
    this.speed = kept.autoplaySeconds;
    this.shown = { ...this.shown, orientation: kept.orientation, study: kept.isStudying ? begin("both") : NO_STUDY };
    if (kept.isStudying) tell({ type: "study", isOn: true });
  }

  receive(message: ToView): void {
    switch (message.type) {
      case "position":
        return this.arrive(message);
      case "game":
        return this.draw({ game: message.game });
      case "settings":
        document.body.dataset["colours"] = message.settings.colours;
        this.autoplay.setSpeed(this.speed ?? message.settings.autoplaySeconds);
        return this.draw({ settings: message.settings });
      case "action":
        return this.act(message.action);
      case "refused":
        this.layout.board.restore();
        return this.layout.field.refuse(message.reason);
      case "guessed":
        if (message.outcome !== "right") this.layout.board.restore();
        return this.setStudy(guessed(this.shown.study, message.outcome, this.sanOf(message.move)));
      case "hinted":
        return this.draw({ hint: message, study: hinted(this.shown.study) });
    }
  }

  step(step: Step): void {
    this.autoplay.stop();
    tell({ type: "step", step });
  }

  act(action: Action): void {
    const { study } = this.shown;
    switch (action) {
      case "flip":
        return this.draw({ orientation: this.shown.orientation === "white" ? "black" : "white" });
      case "autoplay":
        return this.autoplay.toggle();
      case "study":
        tell({ type: "study", isOn: !study.isOn });
        return this.setStudy(study.isOn ? NO_STUDY : begin(study.side));
      case "hint":
        return study.isOn ? tell({ type: "hint" }) : undefined;
      case "show":
        return study.isOn ? this.showNext() : undefined;
      case "enterMove":
        return this.layout.field.focus();
    }
  }

  setSpeed(seconds: number): void {
    this.speed = seconds;
    this.autoplay.setSpeed(seconds);
    this.keep();
  }

  setSide(side: Study["side"]): void {
    this.setStudy(begin(side));
    if (side !== "both") this.draw({ orientation: side });
    this.replySoon();
  }

  goTo(position: Position): void {
    const version = this.shown.game?.version;
    if (version !== undefined) tell({ type: "goTo", position, version });
  }

  reload(position: Position): void {
    tell({ type: "reload", position });
  }

  typed(move: string): void {
    tell({ type: this.shown.study.isOn ? "guess" : "play", move });
  }

  dragged(from: string, to: string): void {
    const { board } = this.shown;
    const moves = movesBetween(board?.legalMoves ?? [], from, to);
    const turn: Side = board?.fen ? turnOf(board.fen) : "white";
    const chosen = moves.length > 1 ? askPromotion(this.layout.stage, moves, turn) : Promise.resolve(moves[0]);
    void chosen.then((move) => (move ? this.typed(move.uci) : this.layout.board.restore()));
  }

  private arrive({ board, uri, language, changedAt }: ToView & { type: "position" }): void {
    this.uri = uri;
    this.layout.field.clear();
    const game = board ? this.shown.game : null;
    this.draw({ board, language, game, hint: null, study: moved(this.shown.study) });
    this.replySoon();
    if (this.autoplay.isOn && board?.next.length === 0) this.autoplay.stop();
    // How long it took from the cursor's step to this frame, for whoever measures.
    requestAnimationFrame(() => (document.body.dataset["followTime"] = String(Date.now() - changedAt)));
  }

  private draw(changed: Partial<Shown>): void {
    const before = this.shown;
    this.shown = { ...before, ...changed };
    const { board, game, settings, study, language } = this.shown;
    document.body.classList.toggle("studying", study.isOn);
    drawPosition(this.layout, this.shown);
    const isOther = game !== before.game || settings !== before.settings || language !== before.language || board?.result !== before.board?.result;
    if (isOther || study.isOn || before.study.isOn || !game) drawList(this.layout, this.shown);
    this.layout.list.mark(board?.lastMove?.range.start);
    this.drawControls();
    this.keep();
  }

  private drawControls(): void {
    const { board, game, settings, study } = this.shown;
    this.layout.controls.draw(this.autoplay.isOn, this.speed ?? settings.autoplaySeconds, study.isOn, ways(board, game));
  }

  private setStudy(study: Study): void {
    this.draw({ study });
  }

  private showNext(): void {
    const { board, language, study } = this.shown;
    // The moves of a record are not all good ones.
    const isProblem = language !== "pgn" && board?.lastMove === null;
    if (isProblem) {
      this.setStudy(study.hints === 0 ? hinted(study) : study);
      return tell({ type: "hint" });
    }
    this.setStudy(shown(study));
    tell({ type: "step", step: "next" });
  }

  private replySoon(): void {
    window.clearTimeout(this.reply);
    const { board, study } = this.shown;
    if (board && isReply(study, board)) this.reply = window.setTimeout(() => tell({ type: "step", step: "next" }), REPLY_AFTER);
  }

  private stepOrStop(): void {
    if (this.shown.board?.next.length) tell({ type: "step", step: "next" });
    else this.autoplay.stop();
  }

  /** A move as the reader knows it. */
  private sanOf(move: string): string {
    return this.shown.board?.legalMoves.find((legal) => legal.uci === move)?.san ?? move;
  }

  private keep(): void {
    const { orientation, study } = this.shown;
    keep({ uri: this.uri, orientation, isStudying: study.isOn, autoplaySeconds: this.speed });
  }
}

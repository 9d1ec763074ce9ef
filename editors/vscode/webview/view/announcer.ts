/** Announcements to screen readers: changes at once, the whole position on request. */
import type { Board } from "../../src/board/protocol";
import { announcement, describePosition } from "../model/description";
import { element, setText, show } from "./dom";

/** Milliseconds that a note is seen. */
const SEEN = 1600;

export class Announcer {
  readonly root = element("div", { class: "for-screen-readers" });
  private readonly change = element("p", { attributes: { "aria-live": "polite", "aria-atomic": "true" } });
  private readonly position = element("p", { attributes: { id: "position" } });

  /** A note that is seen for a moment. */
  readonly note = element("p", { class: "note", attributes: { role: "status" } });
  private hiding: number | undefined;

  constructor() {
    show(this.note, false);
    this.root.append(this.change, this.position);
  }

  /** Says something that is not in the game, in sight and aloud. */
  say(note: string): void {
    this.note.textContent = note;
    show(this.note, true);
    window.clearTimeout(this.hiding);
    this.hiding = window.setTimeout(() => show(this.note, false), SEEN);
  }

  /** Announces a position. */
  draw(board: Board | null): void {
    setText(this.change, board ? announcement(board) : "There is no game at the cursor.");
    setText(this.position, board?.fen ? describePosition(board.fen) : "");
  }
}

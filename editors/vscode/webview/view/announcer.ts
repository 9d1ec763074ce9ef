/** Announcements to screen readers: changes at once, the whole position on request. */
import type { Board } from "../../src/board/protocol";
import { announcement, describePosition } from "../model/description";
import { element, setText } from "./dom";

export class Announcer {
  readonly root = element("div", { class: "for-screen-readers" });
  private readonly change = element("p", { attributes: { "aria-live": "polite", "aria-atomic": "true" } });
  private readonly position = element("p", { attributes: { id: "position" } });

  constructor() {
    this.root.append(this.change, this.position);
  }

  /** Announces a position. */
  draw(board: Board | null): void {
    setText(this.change, board ? announcement(board) : "There is no game at the cursor.");
    setText(this.position, board?.fen ? describePosition(board.fen) : "");
  }
}

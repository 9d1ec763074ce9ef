/** The field for the comment after the move on the board. */
import { element, keepTyping } from "./dom";

export class CommentField {
  readonly root = element("form", { class: "comment-field" });
  private readonly input = element("input", { attributes: { type: "text", "aria-label": "Comment after the move", placeholder: "Comment (Enter to write it)", autocomplete: "off" } });
  private begun = "";

  /** Calls `written` with the words once they have changed. */
  constructor(
    private readonly written: (words: string) => void,
    private readonly left: () => void,
  ) {
    this.root.hidden = true;
    this.root.append(this.input);
    this.input.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.close();
    });
    keepTyping(this.input);
    this.root.addEventListener("submit", (event) => {
      event.preventDefault();
      const words = this.input.value.trim();
      if (words !== this.begun) this.written(words);
      this.close();
    });
  }

  /** Opens it with the words that are there. */
  open(words: string): void {
    this.begun = this.input.value = words;
    this.root.hidden = false;
    this.input.focus();
    this.input.select();
  }

  /** Another position is shown: what was typed belongs to the one before. */
  drop(): void {
    this.root.hidden = true;
  }

  private close(): void {
    this.root.hidden = true;
    this.left();
  }
}

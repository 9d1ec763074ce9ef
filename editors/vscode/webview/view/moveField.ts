/** The input field for moves. */
import { element, keepTyping, setText } from "./dom";

export class MoveField {
  readonly root = element("form", { class: "move-field" });
  private readonly input = element("input", {
    attributes: { type: "text", placeholder: "Move: Nf3", "aria-label": "Move in SAN", "aria-describedby": "refusal position", autocomplete: "off", spellcheck: "false" },
  });
  /** The reason why a move was not played. */
  readonly refusal = element("p", { class: "refusal", attributes: { id: "refusal", role: "alert" } });

  constructor(private readonly played: (move: string) => void) {
    this.root.append(this.input);
    this.root.addEventListener("submit", (event) => this.submit(event));
    keepTyping(this.input);
    this.input.addEventListener("input", () => this.refuse(""));
  }

  focus(): void {
    this.input.focus();
    this.input.select();
  }

  /** Shows the reason why a move was not played; `undefined` clears it. */
  refuse(reason: string): void {
    setText(this.refusal, reason);
    this.input.setAttribute("aria-invalid", String(reason !== ""));
  }

  /** Clears the field after a move was played. */
  clear(): void {
    this.refuse("");
    this.input.value = "";
  }

  private submit(event: Event): void {
    event.preventDefault();
    const move = this.input.value.trim();
    if (move) this.played(move);
  }
}

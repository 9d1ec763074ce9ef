/** A menu that opens at a place of the page and closes by itself. */
import { element } from "./dom";

/** How an entry looks: its class, and its name where the text is only a sign. */
export interface EntryLook {
  readonly class?: string;
  readonly label?: string;
}

/** A menu for mouse and keyboard; what is in it is given each time. */
export class Popup {
  readonly root: HTMLElement;
  private before: Element | null = null;

  constructor(name: string) {
    this.root = element("div", { class: "move-menu", attributes: { role: "menu", "aria-label": name } });
    this.root.hidden = true;
    this.root.addEventListener("keydown", (event) => this.pressed(event));
    document.addEventListener("pointerdown", ({ target }) => {
      if (!(target instanceof Node && this.root.contains(target))) this.close();
    });
    window.addEventListener("blur", () => this.close());
  }

  /** Opens at a place of the page, in pixels. */
  open(x: number, y: number, content: readonly HTMLElement[]): void {
    this.root.replaceChildren(...content);
    this.before = document.activeElement;
    this.root.hidden = false;
    const { width, height } = this.root.getBoundingClientRect();
    this.root.style.setProperty("left", `${Math.max(0, Math.min(x, window.innerWidth - width - 4))}px`);
    this.root.style.setProperty("top", `${Math.max(0, Math.min(y, window.innerHeight - height - 4))}px`);
    this.items[0]?.focus();
  }

  close(): void {
    if (this.root.hidden) return;
    this.root.hidden = true;
    if (this.before instanceof HTMLElement) this.before.focus({ preventScroll: true });
  }

  /** An entry of the menu. */
  item(text: string, run: () => void, { class: name = "", label = "" }: EntryLook = {}): HTMLElement {
    const made = element("button", { class: name, text, attributes: { type: "button", role: "menuitem", tabindex: "-1", ...(label ? { title: label, "aria-label": label } : {}) } });
    made.addEventListener("click", () => {
      this.close();
      run();
    });
    return made;
  }

  private get items(): HTMLElement[] {
    return [...this.root.querySelectorAll<HTMLElement>("[role=menuitem]")];
  }

  private pressed(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.key === "Escape" || event.key === "Tab") return this.close();
    const { items } = this;
    const here = items.findIndex((item) => item === document.activeElement);
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    const next = event.key === "Home" ? 0 : event.key === "End" ? items.length - 1 : step && (here + step + items.length) % items.length;
    if (next === undefined) return;
    event.preventDefault();
    items[next]?.focus();
  }
}

/** A line between entries. */
export function line(): HTMLElement {
  return element("div", { class: "line", attributes: { role: "separator" } });
}

/** The handle in the corner of the board, by which it is made larger or smaller. */
import { element } from "./dom";

/** The edge of a board in pixels: eight squares that a finger still hits, and more than any screen has. */
const SIZES = { least: 168, most: 2048 } as const;

/** A step by key, in pixels: one for each file. */
const STEP = 8 * 4;

/** Calls `changed` with the edge of the board in pixels that the user wants; null for as large as there is room. */
export class SizeHandle {
  readonly root = element("div", { class: "size-handle", attributes: { title: "Drag to change the size of the board; a double click fits it to the view" } });
  private size: number | null = null;

  constructor(
    private readonly board: HTMLElement,
    private readonly changed: (size: number | null) => void,
  ) {
    this.root.addEventListener("pointerdown", (event) => this.drag(event));
    this.root.addEventListener("dblclick", () => this.change(null));
  }

  /** Takes over a size that was chosen before. */
  draw(size: number | null): void {
    this.size = size;
    if (size === null) document.body.style.removeProperty("--wanted");
    else document.body.style.setProperty("--wanted", `${size}px`);
  }

  /** Makes the board larger or smaller by a step. */
  step(by: 1 | -1): void {
    this.change(this.board.getBoundingClientRect().width + by * STEP);
  }

  private drag(event: PointerEvent): void {
    event.preventDefault();
    event.stopPropagation();
    const { width } = this.board.getBoundingClientRect();
    const [x, y] = [event.clientX, event.clientY];
    this.root.setPointerCapture(event.pointerId);
    // A board in the middle of the view grows to both sides.
    const move = (to: PointerEvent) => this.change(width + Math.max(to.clientX - x, to.clientY - y));
    this.root.addEventListener("pointermove", move);
    const end = () => this.root.removeEventListener("pointermove", move);
    for (const type of ["pointerup", "pointercancel"] as const) this.root.addEventListener(type, end, { once: true });
  }

  private change(size: number | null): void {
    this.draw(size === null ? null : Math.min(Math.max(Math.round(size), SIZES.least), SIZES.most));
    this.changed(this.size);
  }
}

// The board's webview, as a person uses it: a frame in a frame of VS Code's window.

export class BoardView {
  /** `ui` is the workbench. */
  constructor(ui) {
    this.ui = ui;
  }

  /** Opens the board beside the text that is active, by the button above the text. */
  async open() {
    const button = this.ui.page.locator(".editor-group-container.active .editor-actions a[aria-label*='Open Board']").first();
    await this.ui.until(() => button.isVisible(), "the button of the board");
    await button.click();
    await this.ready();
    return this;
  }

  /** Waits until the webview has drawn a position. */
  async ready() {
    await this.ui.until(async () => {
      for (const frame of this.ui.page.frames()) {
        const hasFollowed = await frame.evaluate(() => document.body.dataset.follows !== undefined).catch(() => false);
        if (hasFollowed) this.frame = frame;
        if (hasFollowed) return true;
      }
      return false;
    }, "the board");
  }

  /** Runs a function in the webview, which VS Code may have put into another frame when the window changed. */
  async evaluate(perform, argument) {
    if (this.frame.isDetached()) await this.ready();
    return this.frame.evaluate(perform, argument);
  }

  get tab() {
    return this.ui.page.locator(".tab", { hasText: "Board:" }).first();
  }

  /** Makes its group the active one. */
  async select() {
    await this.ui.again(() => this.tab.click(), () => this.ui.page.locator(".editor-group-container.active .tab.active", { hasText: "Board:" }).isVisible(), "the board's group is active");
  }

  /** Closes it. */
  async close() {
    await this.tab.click({ button: "middle" });
  }

  /** The text of what a selector finds first. */
  async text(selector) {
    return this.frame.locator(selector).first().textContent();
  }

  /** The last announcement to screen readers. */
  async said() {
    return this.text("[aria-live=polite][aria-atomic]");
  }

  /** Waits for an announcement of this kind. */
  async says(expected) {
    return this.ui.until(async () => expected.test(await this.said()), `the board says ${expected}`).catch(async (error) => {
      throw new Error(`${error.message}, but: ${await this.said()}`);
    });
  }

  /** The words of the text beside the board, as far as they are seen. */
  async written() {
    return this.ui.page.evaluate(() => {
      const place = (line) => parseFloat(line.style.top);
      const lines = [...document.querySelectorAll(".monaco-editor .view-line")].sort((one, other) => place(one) - place(other));
      const text = lines.map((line) => {
        const copy = line.cloneNode(true);
        for (const hint of copy.querySelectorAll("[class*=dyn-rule], [class*=ced-]")) hint.remove();
        return copy.textContent;
      });
      return text.join(" ").replace(/[\s\u00a0]+/g, " ");
    });
  }

  /** Waits until the text beside the board has this. */
  async writes(expected) {
    return this.ui.until(async () => expected.test(await this.written()), `the text has ${expected}`);
  }

  /** Clicks a move of the list. */
  async clickMove(text) {
    await this.frame.locator("[role=treeitem]", { hasText: text }).first().click();
  }

  /** Drags a piece from one square to another, with White below, once all of them have come to rest. */
  async drag(from, to) {
    const board = await this.boardWith(from);
    await this.carry(board.at(from), board.at(to));
  }

  /** Drags a piece from the hand of a side to a square, with White below. */
  async dragFromHand(side, role, to) {
    const piece = await this.ui.steady(() => this.frame.locator(`.hand.movable piece.${role}.${side}`).first().boundingBox(), `a ${role} in hand`);
    const board = await this.boardWith();
    await this.carry([piece.x + piece.width / 2, piece.y + piece.height / 2], board.at(to));
  }

  /** Drags a man from the bar for setting up a position to a square, with White below. */
  async carryNew(side, role, to) {
    const piece = await this.ui.steady(() => this.frame.locator(`.setup piece.${role}.${side}`).boundingBox(), `a ${role} in the bar`);
    const board = await this.boardWith();
    await this.carry([piece.x + piece.width / 2, piece.y + piece.height / 2], board.at(to));
  }

  /** Pastes a text with the focus in the view. */
  async paste(text) {
    await this.ui.page.evaluate((text) => navigator.clipboard.writeText(text), text);
    await this.press("ControlOrMeta+v");
  }

  /** The board once no piece moves, with a piece on `square` if it is given: `at` returns the place of a square in the window. */
  async boardWith(square) {
    const box = await this.ui.steady(() => this.evaluate(placeOfBoard, square).catch(() => undefined), `a board with a piece on ${square}`);
    const frame = await (await this.frame.frameElement()).boundingBox();
    const at = (name) => [frame.x + box.x + (name.charCodeAt(0) - 96.5) * (box.width / 8), frame.y + box.y + (8.5 - Number(name[1])) * (box.width / 8)];
    return { at };
  }

  /** Draws an arrow, or marks a square, with the right button and a key held down. */
  async draw(from, to, key) {
    const board = await this.boardWith();
    const { keyboard } = this.ui.page;
    if (key) await keyboard.down(key);
    await this.carry(board.at(from), board.at(to), "right");
    if (key) await keyboard.up(key);
  }

  async carry(from, to, button = "left") {
    const { mouse } = this.ui.page;
    await mouse.move(...from);
    await mouse.down({ button });
    await mouse.move(...to, { steps: 5 });
    await mouse.up({ button });
  }

  /** Presses keys with the focus in the view. */
  async press(...keys) {
    const hasFocus = () => this.evaluate(() => document.hasFocus() && document.activeElement === document.querySelector(".app"));
    await this.ui.again(() => this.evaluate(() => document.querySelector(".app").focus()), hasFocus, "the focus in the board");
    for (const key of keys) await this.ui.page.keyboard.press(key);
  }

  /** How often the board has followed the cursor, and how long it took the last time, in milliseconds: asking, the way to the view, drawing. */
  async followed() {
    const { follows, followTimes } = await this.frame.evaluate(() => ({ ...document.body.dataset }));
    return { times: Number(follows), parts: followTimes.split(" ").map(Number) };
  }
}

/** Runs in the page: the place of the board in pixels, if no piece moves and one is on `square`. */
function placeOfBoard(square) {
  const pieces = [...document.querySelectorAll("cg-board piece")];
  if (pieces.some((piece) => piece.classList.contains("anim"))) return undefined;
  if (square !== undefined && !pieces.some((piece) => piece.cgKey === square)) return undefined;
  const { x, y, width } = document.querySelector("cg-board").getBoundingClientRect();
  return { x, y, width };
}

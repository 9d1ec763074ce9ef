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
        const isBoard = await frame.evaluate(() => document.querySelector(".app cg-board piece") !== null).catch(() => false);
        if (isBoard) this.frame = frame;
        if (isBoard) return true;
      }
      return false;
    }, "the board");
  }

  /** Closes it. */
  async close() {
    await this.ui.page.locator(".tab", { hasText: "Board:" }).first().click({ button: "middle" });
  }

  /** The text of what a selector finds first. */
  async text(selector) {
    return this.frame.locator(selector).first().textContent();
  }

  /** What a screen reader was told last. */
  async said() {
    return this.text("[aria-live=polite][aria-atomic]");
  }

  /** Waits until a screen reader is told something of this kind. */
  async says(expected) {
    return this.ui.until(async () => expected.test(await this.said()), `the board says ${expected}`);
  }

  /** Does something until that follows: what is beside a board that has just been opened still moves. */
  async saysAfter(perform, expected) {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await perform();
      await this.ui.page.waitForTimeout(300);
      if (expected.test(await this.said())) return;
    }
    await this.says(expected);
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

  /** Drags a piece from one square to another, with White below. */
  async drag(from, to) {
    const box = await this.frame.locator("cg-board").boundingBox();
    const { mouse } = this.ui.page;
    const at = (square) => [box.x + (square.charCodeAt(0) - 96.5) * (box.width / 8), box.y + (8.5 - Number(square[1])) * (box.height / 8)];
    await mouse.move(...at(from));
    await mouse.down();
    await mouse.move(...at(to), { steps: 5 });
    await mouse.up();
  }

  /** Presses a key with the focus in the view. */
  async press(...keys) {
    await this.frame.locator("body").evaluate(() => document.querySelector(".app").focus());
    for (const key of keys) await this.ui.page.keyboard.press(key);
  }

  /** Milliseconds from the last change of the cursor to the frame that shows it. */
  async followTime() {
    return Number(await this.frame.evaluate(() => document.body.dataset.followTime));
  }
}

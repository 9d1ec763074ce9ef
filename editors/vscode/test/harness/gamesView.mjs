// The games view in the panel below the text, as a person uses it.
import assert from "node:assert/strict";

export class GamesView {
  /** `ui` is the workbench. */
  constructor(ui) {
    this.ui = ui;
  }

  /** Opens the view by the button above the text. */
  async open() {
    const button = this.ui.page.locator(".editor-group-container.active .editor-actions a[aria-label*='List and Search Games']").first();
    await this.ui.until(() => button.isVisible(), "the button of the games");
    await button.click();
    return this.ready();
  }

  /** Waits until the view has rows. */
  async ready() {
    await this.ui.until(async () => {
      for (const frame of this.ui.page.frames()) {
        const hasArrived = await frame.evaluate(() => document.body.dataset.arrived !== undefined).catch(() => false);
        if (hasArrived) this.frame = frame;
        if (hasArrived) return true;
      }
      return false;
    }, "the games");
    return this;
  }

  /** Closes the panel with the view. */
  async close() {
    const panel = this.ui.page.locator(".part.panel");
    await this.ui.again(() => this.ui.page.keyboard.press("Control+j"), async () => !(await panel.isVisible()), "no panel");
  }

  /** Chooses whose games are shown. */
  async choose(scope) {
    await this.frame.locator("select").selectOption(scope);
  }

  /** The text of what a selector finds first. */
  async text(selector) {
    return this.frame.locator(selector).first().textContent();
  }

  /** The filter as it is written. */
  async query() {
    return this.frame.locator(".filter input").inputValue();
  }

  /** Writes into the filter in place of what is there. */
  async type(query) {
    const input = this.frame.locator(".filter input");
    await input.fill("");
    await input.pressSequentially(query);
  }

  heading(text) {
    return this.frame.locator(".head button", { hasText: text });
  }

  /** Sorts by a column in this direction, "ascending" or "descending". */
  async sortBy(text, direction) {
    const cell = this.frame.locator("[role=columnheader]", { has: this.frame.locator("button", { hasText: text }) });
    await this.ui.again(() => this.heading(text).click(), async () => (await cell.getAttribute("aria-sort")) === direction, `sorted by ${text}`, 1000);
  }

  row(text) {
    return this.frame.locator(".body .row", { hasText: text });
  }

  /** The cells of a column, in the order of the rows. */
  async cells(column) {
    return this.frame.evaluate((name) => {
      const names = ["game", "findings", "white", "white_elo", "black", "black_elo", "result", "date", "event", "round", "eco", "opening", "plies", "site", "file", "move"];
      const rows = [...document.querySelectorAll(".body .row")].sort((one, other) => Number(one.getAttribute("aria-rowindex")) - Number(other.getAttribute("aria-rowindex")));
      return rows.map((row) => row.children[names.indexOf(name)].textContent);
    }, column);
  }

  /** Waits until a column has these cells. */
  async lists(column, expected) {
    await this.ui.until(async () => JSON.stringify(await this.cells(column)) === JSON.stringify(expected), `${column}: ${expected}`).catch(async () => assert.deepEqual(await this.cells(column), expected));
  }

  /** Waits until these are offered for the filter. */
  async offers(expected) {
    const labels = this.frame.locator(".suggestions .label");
    await this.ui.until(async () => JSON.stringify(await labels.allTextContents()) === JSON.stringify(expected), `suggestions ${expected}`);
  }

  /** Waits until so many of the rows that are seen are selected. */
  async selects(count) {
    await this.ui.until(async () => (await this.frame.locator(".body .row[aria-selected=true]").count()) === count, `${count} rows are selected`);
  }

  /** Waits until a row is marked. */
  async marks(text) {
    await this.ui.until(async () => (await this.frame.locator(".body .row.active").textContent()).includes(text), `${text} is marked`);
  }

  /** Presses keys with the focus in the table. */
  async press(...keys) {
    const hasFocus = () => this.frame.evaluate(() => document.hasFocus() && document.activeElement === document.querySelector(".grid"));
    await this.ui.again(() => this.frame.evaluate(() => document.querySelector(".grid").focus()), hasFocus, "the focus in the table");
    for (const key of keys) await this.ui.page.keyboard.press(key);
  }
}

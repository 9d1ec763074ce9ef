// VS Code's window, as a user with mouse and keyboard uses it. Waits for visible changes, never for a time; repeats actions that a busy window
// drops.
import { mkdirSync } from "node:fs";
import path from "node:path";
import { cursors, linesOf, placeOf } from "./seen.mjs";

/** How long something may take to appear, in milliseconds. It costs nothing where all is well. */
const LIMIT = 120_000;

/** The time in milliseconds after which an action without effect is repeated. */
const PATIENCE = 15_000;

/** How long a list may take to close after a click into it, in milliseconds. */
const ACCEPTED = 4_000;

/** Fonts that are easier to read in pictures than those of a bare machine. */
const LOOKS = ".monaco-workbench, .monaco-workbench .part, .quick-input-widget, .action-widget, .notifications-toasts { font-family: Inter, 'DejaVu Sans', sans-serif; } .codicon { font-family: codicon !important; }";

/** The overlays over the editor, such as menus and hovers. */
const OVERLAYS = ".quick-input-widget, .action-widget, .monaco-hover:not(.hidden), .suggest-widget.visible, .context-view .monaco-menu";

/** Themes: the class of the window, and the name in the list of themes. */
const THEMES = {
  dark: { shown: ".monaco-workbench.vs-dark", name: "Dark Modern" },
  light: { shown: ".monaco-workbench.vs", name: "Light Modern" },
  contrast: { shown: ".monaco-workbench.hc-black", name: "Dark High Contrast" },
};

/** The editor without what is around it, in pixels. */
export const EDITOR = { x: 353, y: 37, width: 843, height: 470 };

export class Workbench {
  /** `shots` is the folder for pictures, `folder` that of the workspace. */
  constructor(page, shots, folder) {
    this.page = page;
    this.shots = shots;
    this.folder = folder;
    this.theme = "dark";
    this.size = page.viewportSize();
    page.setDefaultTimeout(LIMIT);
  }

  /** Opens the window. */
  async start(address) {
    await this.page.goto(address);
    await this.page.waitForSelector(".monaco-workbench .statusbar");
    await this.page.addStyleTag({ content: LOOKS });
  }

  /** Runs a command by its title in the palette. */
  async command(title) {
    await this.choose("F1", `>${title}`, title);
  }

  /** Opens a file of the workspace. */
  async open(name) {
    const tab = this.page.locator(".editor-group-container.active .tab.active", { hasText: name });
    const line = this.page.locator(".editor-group-container.active .monaco-editor .view-line");
    const isOpen = async () => (await tab.first().isVisible()) && (await line.first().isVisible());
    await this.again(() => this.chooseFile(name), isOpen, `${name} is open`);
  }

  /** Chooses a file of the workspace by its whole path: by its name, VS Code would search for it, and a busy machine finds nothing in time. */
  async chooseFile(name) {
    await this.choose("Control+P", path.join(this.folder, name), name);
  }

  /** Gives the window the size that it began with. */
  async resetSize() {
    await this.page.setViewportSize(this.size);
  }

  /** Saves what was changed and closes all files. */
  async closeAll() {
    const isNone = (selector) => async () => (await this.page.locator(selector).count()) === 0;
    if (await isNone(".tab")()) return;
    await this.again(() => this.command("File: Save All Files"), isNone(".tab.dirty"), "no changed file");
    await this.again(() => this.command("View: Close All Editors"), isNone(".tab"), "no open file");
  }

  /** Does something while the list of files is hidden. */
  async withoutSideBar(perform) {
    const isSeen = () => this.page.locator(".part.sidebar").isVisible();
    await this.again(() => this.command("View: Close Primary Side Bar"), async () => !(await isSeen()), "no side bar");
    try {
      await perform();
    } finally {
      await this.resetSize(); // In a small window the command is hard to reach.
      await this.again(() => this.command("View: Show Explorer"), isSeen, "the side bar");
    }
  }

  /** Puts the cursor into a line and column, both from 1. */
  async goTo(line, column) {
    const isThere = async () => (await this.cursor()) === `Ln ${line}, Col ${column}`;
    await this.again(() => this.choose("Control+G", `:${line}:${column}`, `line ${line}`), isThere, `the cursor at ${line}:${column}`);
  }

  /** The position of the cursor in the status bar: "Ln 1, Col 1". */
  async cursor() {
    const all = await this.page.locator(".statusbar-item", { hasText: /^Ln \d+, Col \d+/ }).allTextContents();
    return /Ln \d+, Col \d+/.exec(all[0] ?? "")?.[0];
  }

  /** The field of the list at the top of the window. */
  get input() {
    return this.page.locator(".quick-input-widget:visible .quick-input-box input").first();
  }

  /**
   * Opens the list at the top of the window with a key or several, types into it and takes the entry with exactly the text `expected`,
   * or the one that is marked once it has it: with the mouse, as a key would go into the text if something takes the focus from the list.
   */
  async choose(keys, typed, expected) {
    const rows = this.page.locator(".quick-input-widget:visible .quick-input-list");
    const entries = [`[aria-label="${expected}"]`, `[aria-label^="${expected},"]`, ".focused"].map((is) => rows.locator(`.monaco-list-row${is}`, { hasText: expected }).first());
    const value = () => this.input.inputValue({ timeout: 1000 }).catch(() => undefined);
    const take = async (entry) => {
      await entry.click({ timeout: ACCEPTED });
      await this.leave();
      // A click is lost if late results redraw the list between button down and up.
      return this.within(ACCEPTED, async () => (await value()) !== typed);
    };
    const isTaken = async () => {
      if ((await value()) !== typed) return false;
      for (const entry of entries) if ((await entry.count()) > 0) return take(entry).catch(() => false);
      return false;
    };
    await this.again(async () => {
      await this.close();
      for (const key of keys.split(" ")) await this.page.keyboard.press(key);
      await this.input.fill(typed, { timeout: PATIENCE }).catch(() => undefined);
    }, isTaken, `'${expected}' in the list`);
  }

  /** Where `text` is seen in the editor, once it has come to rest: its place in pixels, and its middle. */
  async find(text) {
    const box = await this.steady(() => this.page.evaluate(placeOf, text), `'${text}' in the editor`);
    return { ...box, x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  /** Clicks into the middle of `text`: again if it has moved meanwhile. */
  async click(text) {
    await this.again(async () => {
      const { x, y } = await this.find(text);
      await this.page.mouse.click(x, y);
    }, () => this.cursorIsIn(text), `the cursor in '${text}'`);
  }

  /** Whether a cursor is in `text`, or at its edge. */
  async cursorIsIn(text) {
    const [place, all] = [await this.page.evaluate(placeOf, text), await this.page.evaluate(cursors)];
    const isBeside = ({ x }) => x >= place.x - 2 && x <= place.x + place.width + 2;
    const isOnLine = ({ y, height }) => Math.abs(y + height / 2 - place.y - place.height / 2) < place.height / 2;
    return place !== undefined && all.some((cursor) => isBeside(cursor) && isOnLine(cursor));
  }

  /** Rests the mouse on `text` and returns the words of the hover. */
  async hover(text, expected) {
    const hover = this.page.locator(".monaco-hover:visible");
    return this.again(async () => {
      const { x, y } = await this.find(text);
      await this.page.mouse.move(x, y + 60);
      await this.page.mouse.move(x, y, { steps: 4 });
    }, async () => {
      const words = (await hover.allTextContents()).join("\n");
      return expected.test(words) && words;
    }, `a hover with ${expected}`);
  }

  /** Opens the quick fixes for `text` and returns the one with the text `expected`. */
  async quickFix(text, expected) {
    const fix = this.page.locator(".action-widget:visible .monaco-list-row", { hasText: expected }).first();
    await this.again(async () => {
      await this.close();
      await this.click(text);
      await this.leave();
      await this.page.keyboard.press("Control+.");
    }, () => fix.isVisible(), `the fix '${expected}'`);
    return fix;
  }

  /** Waits for the picture in the hover. */
  async hoverPicture() {
    const isDrawn = () => [...document.querySelectorAll(".monaco-hover img")].some((image) => image.naturalWidth > 0);
    await this.until(() => this.page.evaluate(isDrawn), "a picture in the hover");
  }

  /** The lines of the active editor that are seen, without what is shown between the words. */
  async text() {
    const lines = await this.page.evaluate(linesOf);
    return lines.join("\n");
  }

  /** The number of error squiggles in the active editor. */
  async squiggles() {
    return this.page.locator(".editor-group-container.active .squiggly-error").count();
  }

  /** Switches to the theme "light", "dark" or "contrast". */
  async useTheme(theme) {
    const { shown, name } = THEMES[theme];
    const isShown = async () => (await this.page.locator(shown).count()) > 0;
    if (!(await isShown())) await this.again(() => this.choose("Control+K Control+T", name, name), isShown, `the theme ${name}`);
    this.theme = theme;
  }

  /** Takes a picture, of all or of a part in pixels. */
  async shot(name, clip) {
    mkdirSync(this.shots, { recursive: true });
    await this.page.waitForTimeout(250); // Fading is over.
    await this.page.screenshot({ path: path.join(this.shots, `${name}-${this.theme}.png`), animations: "disabled", ...(clip === undefined ? {} : { clip }) });
  }

  /** The words of our item at the bottom of the window. */
  async status() {
    return (await this.page.locator("[id*='scoresheet.status']").allTextContents()).join();
  }

  /** Takes the mouse from the text, over where none is: with Control pressed, the word that was the last under it looks like a link. */
  async leave() {
    const { width, height } = this.page.viewportSize();
    await this.page.mouse.move(width - 60, height - 60, { steps: 2 });
    await this.page.mouse.move(5, 5);
  }

  /** Closes lists and hovers. */
  async close() {
    await this.leave();
    const isOpen = () => this.page.locator(OVERLAYS).filter({ visible: true }).count();
    if (await isOpen()) await this.again(() => this.page.keyboard.press("Escape"), async () => (await isOpen()) === 0, "nothing lies over the editor", 500);
  }

  /** Closes lists, hovers and messages. */
  async clear() {
    await this.close();
    const messages = this.page.locator(".notifications-toasts .notification-toast");
    if ((await messages.count()) > 0) await this.again(() => this.command("Notifications: Clear All Notifications"), async () => (await messages.count()) === 0, "no messages");
  }

  /** Does something, and again every `patience` milliseconds, until `get` has a value: at most `limit` milliseconds. */
  async again(perform, get, what, patience = PATIENCE, limit = LIMIT) {
    for (const end = Date.now() + limit; Date.now() < end; ) {
      await perform();
      const value = await this.within(patience, get);
      if (value) return value;
      console.log(`      once more: ${what}`);
    }
    throw new Error(`not within ${limit / 1000} s: ${what}`);
  }

  /** The value of `get` once it has one; it is looked for `every` so many milliseconds. */
  async until(get, what = String(get), { limit = LIMIT, every = 50 } = {}) {
    const value = await this.within(limit, get, every);
    if (!value) throw new Error(`not within ${limit / 1000} s: ${what}`);
    return value;
  }

  /** The value of `get` once it stays the same from one look to the next. */
  async steady(get, what) {
    let last;
    return this.until(async () => {
      const value = await get();
      const seen = value && JSON.stringify(value);
      if (seen && seen === last) return value;
      last = seen;
      return undefined;
    }, what);
  }

  async within(limit, get, every = 50) {
    for (const end = Date.now() + limit; ; await this.page.waitForTimeout(every)) {
      const value = await get();
      if (value || Date.now() > end) return value;
    }
  }
}

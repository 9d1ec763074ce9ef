// VS Code's window, as a person with mouse and keyboard uses it.
import { mkdirSync } from "node:fs";
import path from "node:path";

/** How long something may take to appear, in milliseconds. */
const LIMIT = 60_000;

/** The same for what is tried again, and how often that is. */
const SHORT_LIMIT = 10_000;
const ATTEMPTS = 3;

/** Fonts that are easier to read in pictures than those of a bare machine. */
const LOOKS = ".monaco-workbench, .monaco-workbench .part, .quick-input-widget, .action-widget, .notifications-toasts { font-family: Inter, 'DejaVu Sans', sans-serif; } .codicon { font-family: codicon !important; }";

/** The editor without what is around it, in pixels. */
export const EDITOR = { x: 353, y: 37, width: 843, height: 470 };

export class Workbench {
  /** `shots` is the folder for pictures. */
  constructor(page, shots) {
    this.page = page;
    this.shots = shots;
    this.theme = "dark";
  }

  /** Opens the window. */
  async start(address) {
    await this.page.goto(address);
    await this.page.waitForSelector(".monaco-workbench .statusbar", { timeout: 60_000 });
    await this.page.addStyleTag({ content: LOOKS });
  }

  /** Runs a command by its title in the palette. */
  async command(title) {
    await this.choose("F1", `>${title}`, title);
  }

  /** Opens a file of the workspace. */
  async open(name) {
    await this.choose("Control+P", name, name);
    await this.page.locator(".tab.active", { hasText: name }).waitFor({ timeout: LIMIT });
    await this.page.locator(".editor-group-container.active .monaco-editor .view-line").first().waitFor({ timeout: LIMIT });
  }

  /** Saves what was changed and closes all files. */
  async closeAll() {
    await this.command("File: Save All Files");
    await this.page.locator(".tab.dirty").first().waitFor({ state: "detached", timeout: LIMIT });
    await this.command("View: Close All Editors");
    await this.page.locator(".tab").first().waitFor({ state: "detached", timeout: LIMIT });
  }

  /** Does something while the list of files is hidden. */
  async withoutSideBar(perform) {
    const bar = this.page.locator(".part.sidebar");
    const toggle = async (state) => {
      await this.command("View: Toggle Primary Side Bar Visibility");
      await bar.waitFor({ state, timeout: LIMIT });
    };
    await toggle("hidden");
    await perform();
    await toggle("visible");
  }

  /** Puts the cursor into a line and column, both from 1. */
  async goTo(line, column) {
    await this.choose("Control+G", `:${line}:${column}`, `${line}`);
    await this.input.waitFor({ state: "hidden", timeout: LIMIT });
  }

  /** The field of the list at the top of the window. */
  get input() {
    return this.page.locator(".quick-input-widget:visible .quick-input-box input").first();
  }

  /** Opens the list at the top of the window with a key, types into it and takes the first entry once it says `expected`. A window that is still at work closes the list sometimes: then once more. */
  async choose(key, typed, expected) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.page.keyboard.press(key);
        await this.input.fill(typed, { timeout: SHORT_LIMIT });
        await this.page.locator(".quick-input-list .monaco-list-row", { hasText: expected }).first().waitFor({ timeout: SHORT_LIMIT });
        await this.page.waitForTimeout(150);
        await this.input.focus({ timeout: SHORT_LIMIT });
        return await this.page.keyboard.press("Enter");
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
        await this.page.keyboard.press("Escape");
      }
    }
  }

  /** Where `text` is seen in the active editor: its place in pixels. */
  async find(text) {
    const box = await this.until(() => this.page.evaluate(placeOf, text), `'${text}' in the editor`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, ...box };
  }

  /** Clicks into `text`, in the middle. */
  async click(text) {
    const { x, y } = await this.find(text);
    await this.page.mouse.click(x, y);
  }

  /** Rests the mouse on `text` and returns the words of the hover. */
  async hover(text, expected) {
    const { x, y } = await this.find(text);
    await this.page.mouse.move(x, y + 60);
    await this.page.mouse.move(x, y, { steps: 4 });
    const hover = this.page.locator(".monaco-hover:visible");
    return this.until(async () => {
      const words = (await hover.allTextContents()).join("\n");
      return expected.test(words) && words;
    }, `a hover with ${expected}`);
  }

  /** Opens the quick fixes for `text`, among them `expected`. */
  async quickFixes(text, expected) {
    const action = this.page.locator(".action-widget", { hasText: expected }).first();
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.click(text);
        await this.page.mouse.move(5, 5); // With Control pressed, what is under the mouse looks like a link.
        await this.page.keyboard.press("Control+.");
        return await action.waitFor({ timeout: SHORT_LIMIT });
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
        await this.page.keyboard.press("Escape");
      }
    }
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

  /** Switches between the light and the dark theme. */
  async useTheme(theme) {
    const isUsed = this.page.locator(theme === "light" ? ".monaco-workbench.vs" : ".monaco-workbench.vs-dark").first();
    for (let attempt = 1; attempt <= ATTEMPTS && !(await isUsed.isVisible()); attempt += 1) {
      await this.command("Preferences: Toggle between Light/Dark Themes");
      await isUsed.waitFor({ timeout: SHORT_LIMIT }).catch(() => undefined);
    }
    await isUsed.waitFor({ timeout: SHORT_LIMIT });
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

  /** Closes lists, hovers and messages. */
  async clear() {
    for (let times = 0; times < 2; times += 1) await this.page.keyboard.press("Escape");
    await this.command("Notifications: Clear All Notifications");
    await this.page.mouse.move(5, 5);
  }

  /** The value of `get` once it has one. */
  async until(get, what = String(get)) {
    for (const end = Date.now() + LIMIT; Date.now() < end; await this.page.waitForTimeout(50)) {
      const value = await get();
      if (value) return value;
    }
    throw new Error(`not within ${LIMIT / 1000} s: ${what}`);
  }
}

/** Runs in the page: the place of `text` in the active editor, over the borders of coloured words. */
function placeOf(text) {
  const editor = document.querySelector(".editor-group-container.active .monaco-editor .view-lines");
  for (const line of editor?.querySelectorAll(".view-line") ?? []) {
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    const nodes = [];
    let all = "";
    while (walker.nextNode()) {
      nodes.push([walker.currentNode, all.length]);
      all += walker.currentNode.data.replace(/\u00a0/g, " ").replace(/\u200b/g, " ");
    }
    const start = all.indexOf(text);
    if (start === -1) continue;
    const at = (offset) => nodes.findLast(([, begin]) => begin <= offset);
    const range = document.createRange();
    const [first, firstBegin] = at(start);
    const [last, lastBegin] = at(start + text.length - 1);
    range.setStart(first, start - firstBegin);
    range.setEnd(last, start + text.length - lastBegin);
    const { x, y, width, height } = range.getBoundingClientRect();
    return { x, y, width, height };
  }
  return undefined;
}

/** Runs in the page: the lines of the active editor, from above. */
function linesOf() {
  const lines = [...document.querySelectorAll(".editor-group-container.active .monaco-editor .view-line")];
  lines.sort((a, b) => parseFloat(a.style.top) - parseFloat(b.style.top));
  return lines.map((line) => {
    const copy = line.cloneNode(true);
    copy.querySelectorAll("[class*=dyn-rule], [class*=ced-]").forEach((hint) => hint.remove());
    return copy.textContent.replace(/\u00a0/g, " ");
  });
}

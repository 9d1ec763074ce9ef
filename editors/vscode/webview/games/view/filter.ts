/** The filter: a query, with what may follow below it, and what is wrong with it in place. */
import type { QueryHelp, QueryItem } from "../../../src/games/messages";
import { boundTo } from "../../model/bindings";
import { FILTER_KEYS } from "../model/keys";
import { element, keepTyping, setText, show } from "../../view/dom";

export interface FilterEvents {
  /** Help is wanted for a query with the cursor at a place. */
  help(query: string, at: number): void;
  /** A query that reads is to be shown. */
  changed(query: string): void;
  /** The user goes on to the table. */
  leave(): void;
}

/** Milliseconds after which a query that is typed takes effect. */
const TYPING = 300;

export class Filter {
  readonly root = element("div", { class: "filter" });
  readonly message = element("p", { class: "message error", attributes: { id: "filter-message", role: "status" } });
  private readonly input = element("input", {
    attributes: {
      type: "text",
      role: "combobox",
      placeholder: 'Filter: white = "Carlsen*" and date >= 2019',
      "aria-label": "Filter",
      "aria-describedby": "filter-message",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-controls": "suggestions",
      spellcheck: "false",
      autocomplete: "off",
    },
  });
  /** The query once more, unseen but for the line under what is wrong. */
  private readonly underline = element("div", { class: "underline", attributes: { "aria-hidden": "true" } });
  private readonly list = element("ul", { class: "suggestions", attributes: { id: "suggestions", role: "listbox", "aria-label": "Suggestions" } });
  private items: readonly QueryItem[] = [];
  private chosen = -1;
  private typing: number | undefined;
  private told = "";
  /** Whether the user has asked for suggestions. */
  private isWanted = false;

  constructor(private readonly events: FilterEvents) {
    show(this.list, false);
    this.root.append(this.input, this.underline, this.list);
    keepTyping(this.input);
    this.input.addEventListener("input", () => this.typed());
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.input.addEventListener("scroll", () => this.underline.scrollTo(this.input.scrollLeft, 0));
    this.input.addEventListener("blur", () => this.close());
    // A click into the list must not take the focus from the field first.
    this.list.addEventListener("pointerdown", (event) => event.preventDefault());
    this.list.addEventListener("click", (event) => this.clicked(event));
  }

  get query(): string {
    return this.input.value;
  }

  /** Shows a query that was not typed. */
  draw(query: string): void {
    if (this.input.value !== query) this.input.value = query;
    this.told = query;
    this.mark(null);
  }

  focus(): void {
    this.input.focus();
    this.input.select();
  }

  /** Takes help with the query as it is. */
  help({ error, doubt, items }: QueryHelp, isFocused = document.activeElement === this.input): void {
    this.items = items;
    this.chosen = -1;
    // While a word is typed, it is no mistake yet.
    const isTyping = error !== null && items.length > 0;
    this.mark(isTyping ? null : error);
    this.say(error && !isTyping ? (error.suggestion ? `${error.message}: ${error.suggestion}` : error.message) : (doubt ?? ""));
    this.list.replaceChildren(...items.map((item, index) => option(item, index)));
    // Below an empty field or a whole query, words would only hide the table.
    const [first] = items;
    const isInWord = first !== undefined && first.range.start.character < first.range.end.character;
    const isUnfinished = this.input.value !== "" && (error !== null || isInWord);
    this.open(isFocused && items.length > 0 && (this.isWanted || isUnfinished));
    this.isWanted = false;
    if (error === null) {
      window.clearTimeout(this.typing);
      this.typing = window.setTimeout(() => this.change(), TYPING);
    }
  }

  /** Says why the query has no answer. */
  say(text: string): void {
    setText(this.message, text);
    show(this.message, text !== "");
  }

  private typed(): void {
    window.clearTimeout(this.typing);
    this.mark(null);
    this.events.help(this.input.value, this.input.selectionStart ?? 0);
  }

  private suggest(): void {
    this.isWanted = true;
    this.typed();
  }

  private change(): void {
    window.clearTimeout(this.typing);
    if (this.input.value === this.told) return;
    this.told = this.input.value;
    this.events.changed(this.input.value);
  }

  private mark(error: QueryHelp["error"]): void {
    this.input.setAttribute("aria-invalid", String(error !== null));
    if (!error) return this.underline.replaceChildren();
    const { value } = this.input;
    const [start, end] = [error.range.start.character, error.range.end.character];
    // What is missing at the end is marked after it.
    const wrong = value.slice(start, end) || "  ";
    this.underline.replaceChildren(value.slice(0, start), element("span", { class: "wrong", text: wrong }), value.slice(end));
    this.underline.scrollTo(this.input.scrollLeft, 0);
  }

  private key(event: KeyboardEvent): void {
    const isOpen = !this.list.hidden;
    const command = boundTo(FILTER_KEYS, event);
    if (command === "suggest") this.suggest();
    else if (command === "leave" && !isOpen) this.events.leave();
    else if (isOpen && event.key === "ArrowDown") this.choose((this.chosen + 1) % this.items.length);
    else if (isOpen && event.key === "ArrowUp") this.choose((this.chosen <= 0 ? this.items.length : this.chosen) - 1);
    else if (isOpen && (event.key === "Tab" || event.key === "Enter") && this.chosen >= 0) this.take(this.items[this.chosen]);
    else if (command === "ask") {
      this.close();
      this.change();
    } else if (isOpen && event.key === "Escape") {
      this.close();
      event.stopImmediatePropagation();
    } else return;
    event.preventDefault();
  }

  private choose(index: number): void {
    this.chosen = index;
    for (const [place, made] of [...this.list.children].entries()) {
      made.setAttribute("aria-selected", String(place === index));
      if (place === index) made.scrollIntoView({ block: "nearest" });
    }
    if (index >= 0) this.input.setAttribute("aria-activedescendant", `suggestion-${index}`);
    else this.input.removeAttribute("aria-activedescendant");
  }

  private clicked(event: MouseEvent): void {
    const made = event.target instanceof Element ? event.target.closest("li") : null;
    this.take(this.items[made ? [...this.list.children].indexOf(made) : -1]);
  }

  private take(item: QueryItem | undefined): void {
    if (!item) return;
    const [start, end] = [item.range.start.character, item.range.end.character];
    this.input.setRangeText(item.newText, start, end, "end");
    // What may follow is offered at once.
    if (!/^[(@]/.test(item.newText) && this.input.selectionStart === this.input.value.length) this.input.setRangeText(" ", this.input.value.length, this.input.value.length, "end");
    this.close();
    this.typed();
  }

  private open(isOpen: boolean): void {
    show(this.list, isOpen);
    this.input.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) this.input.removeAttribute("aria-activedescendant");
  }

  private close(): void {
    this.chosen = -1;
    this.open(false);
  }
}

function option({ label, meaning, example }: QueryItem, index: number): HTMLElement {
  return element("li", { attributes: { id: `suggestion-${index}`, role: "option", "aria-selected": "false" } }, [
    element("span", { class: "label", text: label }),
    meaning !== null && element("span", { class: "meaning", text: meaning }),
    example !== null && element("code", { text: example }),
  ]);
}

/** The games view as a whole: whose games, the filter, and the table. */
import type { GamesScope, Question, ToGames } from "../../src/games/messages";
import { element, setText, show } from "../view/dom";
import { tell } from "./host";
import { PAGE } from "./model/pages";
import { Filter } from "./view/filter";
import { Table } from "./view/table";

const SCOPES: readonly (readonly [GamesScope, string])[] = [["document", "This file"], ["workspace", "All files"], ["chosen", "Chosen files"]];

export class App {
  private readonly scope = element("select", { attributes: { "aria-label": "Whose games" } });
  private readonly filter = new Filter({
    help: (query, at) => this.help(query, at),
    changed: (query) => this.ask({ ...this.question, query }),
    leave: () => this.table.focus(),
  });
  private readonly count = element("p", { class: "count", attributes: { role: "status" } });
  private readonly remark = element("p", { class: "message" });
  private readonly empty = element("p", { class: "empty" });
  private readonly table = new Table({
    sort: (sort) => this.ask({ ...this.question, sort }),
    wants: (pages) => pages.forEach((page) => this.request(page)),
    open: (index, takesFocus) => this.table.pages.total > 0 && tell({ type: "open", index, takesFocus }),
    selected: (selection, active) => {
      this.selected = selection.count;
      this.drawCount();
      tell({ type: "selected", list: this.table.pages.list, ranges: selection.ranges, active });
    },
    run: (command) => tell({ type: "run", command }),
    focusFilter: () => this.filter.focus(),
    showKeys: () => tell({ type: "keys" }),
  });
  private question: Question = { scope: "workspace", query: "", sort: [] };
  /** The number of the question; answers to earlier ones are dropped. */
  private number = 0;
  private helps = 0;
  private selected = 0;
  private soFar: number | undefined;
  private readonly requested = new Set<number>();

  constructor() {
    for (const [value, text] of SCOPES) this.scope.append(element("option", { text, attributes: { value } }));
    this.scope.addEventListener("change", () => this.ask({ ...this.question, scope: this.scope.value as GamesScope }));
    const button = (text: string, title: string, click: () => void) => {
      const made = element("button", { class: "text-button", text, attributes: { type: "button", title } });
      made.addEventListener("click", click);
      return made;
    };
    const saved = button("Saved…", "Choose a saved query", () => tell({ type: "chooseSaved" }));
    const save = button("Save", "Save this query under a name", () => tell({ type: "save", query: this.filter.query }));
    const bar = element("div", { class: "bar" }, [this.scope, this.filter.root, save, saved, this.count]);
    document.body.append(element("main", { class: "games" }, [bar, this.filter.message, this.remark, this.table.root, this.empty]));
    for (const part of [this.filter.message, this.remark, this.empty]) show(part, false);
  }

  receive(message: ToGames): void {
    switch (message.type) {
      case "show":
        this.drawScope(message.document, message.hasChosen);
        this.filter.draw(message.question.query);
        return this.ask(message.question);
      case "changed":
        if (this.number === 0) return; // What is to be shown follows.
        this.drawScope(message.document, message.hasChosen);
        // Rows that are shown stay until the new ones are there.
        this.requested.clear();
        this.number += 1;
        return this.refresh();
      case "page":
        if (message.number === this.number) this.arrived(message);
        return;
      case "progress":
        if (message.number === this.number && this.table.pages.list === -1) this.soFar = message.total;
        return this.drawCount();
      case "failed":
        if (message.number === this.number) this.failed(message.reason);
        return;
      case "help":
        if (message.id === this.helps) this.filter.help(message.help);
        return;
      case "active":
        return this.table.goTo(message.index);
      case "focusFilter":
        return this.filter.focus();
    }
  }

  private ask(question: Question): void {
    this.question = question;
    this.number += 1;
    this.requested.clear();
    this.soFar = undefined;
    this.table.clear();
    this.table.drawSort(question.sort);
    this.scope.value = question.scope;
    this.table.root.setAttribute("aria-busy", "true");
    this.request(0);
    this.drawCount();
  }

  private refresh(): void {
    const seen = this.table.seenPages();
    this.table.pages.keep(seen);
    for (const page of seen) this.request(page);
  }

  private request(page: number): void {
    if (this.requested.has(page)) return;
    this.requested.add(page);
    tell({ type: "ask", number: this.number, question: this.question, offset: page * PAGE, limit: PAGE });
  }

  private arrived(message: Extract<ToGames, { type: "page" }>): void {
    this.requested.delete(message.offset / PAGE);
    const isOther = this.table.pages.put(message);
    this.soFar = undefined;
    this.table.root.setAttribute("aria-busy", "false");
    this.table.arrived(isOther);
    this.filter.say("");
    this.tellRemark(message.remark);
    const nothing = this.question.query.trim() === "" ? "There are no games here." : "No game is found.";
    setText(this.empty, message.total === 0 ? nothing : "");
    show(this.empty, message.total === 0);
    this.drawCount();
    document.body.dataset["arrived"] = String(Number(document.body.dataset["arrived"] ?? 0) + 1);
  }

  private failed(reason: string): void {
    this.table.root.setAttribute("aria-busy", "false");
    this.soFar = undefined;
    this.filter.say(reason);
    setText(this.count, "");
  }

  private tellRemark(remark: string | null): void {
    setText(this.remark, remark ?? "");
    show(this.remark, remark !== null);
  }

  private help(query: string, at: number): void {
    this.helps += 1;
    tell({ type: "help", id: this.helps, query, at });
  }

  private drawScope(name: string | null, hasChosen: boolean): void {
    const [ofFile, , chosen] = this.scope.options;
    if (ofFile) {
      ofFile.textContent = name === null ? "This file" : `This file (${name})`;
      ofFile.disabled = name === null;
    }
    if (chosen) chosen.hidden = !hasChosen;
  }

  private drawCount(): void {
    const { pages } = this.table;
    const games = (count: number) => (count === 1 ? "1 game" : `${count.toLocaleString("en")} games`);
    const found = pages.list === -1 ? (this.soFar === undefined ? "…" : `${games(this.soFar)} so far`) : games(pages.total);
    setText(this.count, this.selected > 1 ? `${found}, ${this.selected.toLocaleString("en")} selected` : found);
  }
}

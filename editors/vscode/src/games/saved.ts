/** Queries that the user has saved: in the state of the workspace, by their names. */
import * as vscode from "vscode";

const KEY = "scoresheet.games.queries";

type Saved = Readonly<Record<string, string>>;

const REMOVE: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon("trash"), tooltip: "Remove this query" };

/** The saved queries. */
export class SavedQueries {
  constructor(private readonly state: vscode.Memento) {}

  /** Prompts for a name, and saves a query under it. */
  async save(query: string): Promise<void> {
    if (query.trim() === "") {
      void vscode.window.showInformationMessage("Write a query into the filter first.");
      return;
    }
    const name = await vscode.window.showInputBox({ title: "Save Query", prompt: `A name for: ${query}`, value: query });
    if (name?.trim()) await this.state.update(KEY, { ...this.all, [name.trim()]: query });
  }

  /** Lets the user choose one, or remove some. */
  choose(): Promise<string | undefined> {
    const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { query: string }>();
    pick.title = "Saved Queries";
    pick.placeholder = "None yet: write a query into the filter, and save it";
    pick.matchOnDescription = true;
    const fill = () => {
      const items = Object.entries(this.all).map(([label, query]) => ({ label, query, description: label === query ? "" : query, buttons: [REMOVE] }));
      pick.items = items;
      if (items.length > 0) pick.placeholder = "A query";
    };
    fill();
    return new Promise((resolve) => {
      pick.onDidTriggerItemButton(async ({ item }) => {
        const { [item.label]: _, ...others } = this.all;
        await this.state.update(KEY, others);
        fill();
      });
      pick.onDidAccept(() => {
        resolve(pick.selectedItems[0]?.query);
        pick.hide();
      });
      pick.onDidHide(() => {
        resolve(undefined);
        pick.dispose();
      });
      pick.show();
    });
  }

  private get all(): Saved {
    return this.state.get<Saved>(KEY, {});
  }
}

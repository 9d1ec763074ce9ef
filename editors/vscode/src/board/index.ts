/** The board beside the text. */
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import type { Curtain } from "./curtain";
import { mistakesFile, positionsFile } from "../training/files";
import { chooseLook, LOOKS } from "./chooseLook";
import { goThere, SHOW_BOARD, type ShownPlace } from "./lens";
import { type Action, STEPS, type ViewState } from "./messages";
import { PANEL_TYPE } from "./panel";
import { Requests } from "./requests";
import { onSettingsChange } from "./settings";
import { BoardView } from "./view";

const ACTIONS: readonly Action[] = ["flip", "autoplay", "study", "hint", "show", "enterMove", "explorer", "analysis", "comment", "data", "setUp", "menu", "viewMenu", "keepMissed", "larger", "smaller", "delete"];

/** What the board needs of the server, which may be restarted. */
export interface ServerOfBoard {
  readonly client: LanguageClient | undefined;
  /** The path of the program. */
  readonly program: string | undefined;
  readonly onDidChangeState: vscode.Event<unknown>;
}

/** The board view with its commands; study mode hides the rest of a game by the `curtain`. */
export function registerBoard(context: vscode.ExtensionContext, curtain: Curtain, server: ServerOfBoard): vscode.Disposable {
  const view = new BoardView(context.extensionUri, new Requests(() => server.client), curtain, () => server.program);
  const command = (name: string, run: () => unknown) => vscode.commands.registerCommand(`scoresheet.board.${name}`, run);
  return vscode.Disposable.from(
    view,
    command("open", () => view.open()),
    command("undo", () => view.change("undo")),
    command("redo", () => view.change("redo")),
    command("save", () => view.save()),
    command("playMove", () => playMove(view)),
    vscode.commands.registerCommand("scoresheet.train.mistakes", async () => view.trainPositions(await mistakesFile())),
    vscode.commands.registerCommand("scoresheet.train.positions", async () => view.trainPositions(await positionsFile())),
    vscode.commands.registerCommand(SHOW_BOARD, (place: ShownPlace) => goThere(place).then(() => view.open())),
    ...STEPS.map((step) => command(step, () => view.step(step))),
    ...ACTIONS.map((action) => command(action, () => view.act(action))),
    ...LOOKS.map((look) => command(`choose${look.charAt(0).toUpperCase()}${look.slice(1)}`, () => chooseLook(look, (tried) => view.sendSettings(tried)))),
    server.onDidChangeState(() => server.client?.isRunning() && view.refresh()),
    onSettingsChange(() => view.sendSettings()),
    vscode.window.registerWebviewPanelSerializer(PANEL_TYPE, {
      deserializeWebviewPanel: (panel, state: ViewState | undefined) => view.adopt(panel, state),
    }),
  );
}

/** Prompts for a move in SAN and plays it at the cursor. */
async function playMove(view: BoardView): Promise<void> {
  const move = await vscode.window.showInputBox({ prompt: "A move in SAN, as Nf3 or exd8=Q+", title: "Play Move" });
  if (move?.trim()) await view.play(move.trim());
}

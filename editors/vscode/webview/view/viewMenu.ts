/** The menu of the view: pictures and pages of the game, and the look of the board. */
import type { Action, MenuCommand } from "../../src/board/messages";
import { withKey } from "../model/keys";
import { line, Popup } from "./popup";

export interface ViewMenuEvents {
  act(action: Action): void;
  /** A command of the extension host. */
  command(command: MenuCommand): void;
}

const OUT: readonly (readonly [MenuCommand, string])[] = [
  ["scoresheet.exportBoardPng", "Export the board as PNG…"],
  ["scoresheet.exportBoardSvg", "Export the board as SVG…"],
  ["scoresheet.exportGif", "Export the game as GIF…"],
  ["scoresheet.publishGame", "Publish the game as a page…"],
  ["scoresheet.printGame", "Print the game…"],
];

const LOOK: readonly (readonly [MenuCommand, string])[] = [
  ["scoresheet.board.chooseColours", "Colours of the board…"],
  ["scoresheet.board.choosePieces", "Pieces…"],
  ["scoresheet.board.chooseCoordinates", "Coordinates…"],
  ["scoresheet.board.chooseLetters", "Letters of the moves…"],
];

const ACTIONS: readonly (readonly [Action, string])[] = [
  ["flip", "Flip the board"],
  ["larger", "Larger board"],
  ["smaller", "Smaller board"],
  ["keys", "Keyboard map"],
];

/** Opens at the button of the view's menu. */
export class ViewMenu {
  private readonly popup = new Popup("The view");
  readonly root = this.popup.root;

  constructor(private readonly events: ViewMenuEvents) {}

  /** Opens above a place of the page, in pixels. */
  open(x: number, y: number): void {
    const commands = (all: typeof OUT) => all.map(([command, title]) => this.popup.item(title, () => this.events.command(command)));
    const actions = ACTIONS.map(([action, title]) => this.popup.item(withKey(title, action), () => this.events.act(action)));
    this.popup.open(x, y, [...commands(OUT), line(), ...commands(LOOK), line(), ...actions]);
  }
}

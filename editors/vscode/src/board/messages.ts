/** The messages between the extension host and the board's webview. */
import type { Analysed } from "./analysed";
import type { Explorer, FoundGames } from "./collection";
import type { Coordinates, Squares } from "./look";
import type { Shared } from "../games/positionQuery";
import type { Board, Colour, Game, Position } from "./protocol";

/** Steps through a game. */
export const STEPS = ["next", "previous", "intoVariation", "outOfVariation", "nextVariation", "previousVariation", "first", "last", "nextGame", "previousGame"] as const;

export type Step = (typeof STEPS)[number];

/** Actions that commands trigger in the view. */
export type Action = "flip" | "autoplay" | "study" | "hint" | "show" | "enterMove" | "explorer" | "analysis" | "comment" | "data" | "setUp" | "menu" | "viewMenu" | "keys" | "keepMissed" | "larger" | "smaller" | "delete";

/** The commands of the view's menu that the extension host runs. */
export const MENU_COMMANDS = [
  "scoresheet.exportBoardPng",
  "scoresheet.exportBoardSvg",
  "scoresheet.exportGif",
  "scoresheet.publishGame",
  "scoresheet.printGame",
  "scoresheet.board.chooseColours",
  "scoresheet.board.choosePieces",
  "scoresheet.board.chooseCoordinates",
  "scoresheet.board.chooseLetters",
  "scoresheet.showKeys",
] as const;

export type MenuCommand = (typeof MENU_COMMANDS)[number];

/** The settings `scoresheet.board.*`. */
export interface BoardSettings {
  /** What the moves are written with: `figurines`, or the letters of a language by its English name. */
  readonly letters: string;
  readonly coordinates: Coordinates;
  readonly colours: Squares;
  readonly pieces: string;
  readonly animation: boolean;
  /** Whether a move is heard. */
  readonly sound: boolean;
  /** Seconds between two moves of autoplay. */
  readonly autoplaySeconds: number;
  /** Whether files are chosen for the explorer. */
  readonly hasExplorerFiles: boolean;
}

/** What is written at the move on the board; a mark or a NAG that is there goes. */
export type Annotation =
  | { readonly mark: { readonly colour: Colour; readonly from: string; readonly to: string | null } }
  | { readonly nag: number }
  | { readonly words: string }
  /** The position from which a game without moves starts, as a FEN. */
  | { readonly start: string }
  | { readonly result: Result };

export type Result = "1-0" | "0-1" | "1/2-1/2" | "*";

/** Which games the explorer counts. */
export interface ExplorerOptions {
  /** Those of the document, of the workspace, or of the files in the setting `scoresheet.board.explorerFiles`. */
  readonly scope: "document" | "workspace" | "chosen";
  /** Only games that this query finds; empty for all. */
  readonly query: string;
}

/** What the explorer knows of the position: nothing, as there is none; nothing yet; the counts so far; or why there are none. */
export type Explored =
  | { readonly state: "none" }
  | { readonly state: "asking" }
  | { readonly state: "known"; readonly explorer: Explorer }
  | { readonly state: "failed"; readonly reason: string };

/** The outcome of a guess in study mode. */
export type Outcome = "right" | "variation" | "wrong" | "impossible" | "end";

/** When the cursor moved and when the position there arrived, in milliseconds of the clock. */
export interface Times {
  readonly changedAt: number;
  readonly answeredAt: number;
}

export type ToView =
  /** `isServed`: whether the server runs, without which no position is known. */
  | { readonly type: "position"; readonly board: Board | null; readonly uri: string; readonly language: string; readonly isServed: boolean; readonly times: Times }
  | { readonly type: "game"; readonly game: Game | null }
  /** The game that came last has the words of the text as it is. */
  | { readonly type: "words" }
  | { readonly type: "settings"; readonly settings: BoardSettings }
  | { readonly type: "action"; readonly action: Action }
  | { readonly type: "refused"; readonly reason: string }
  /** The view takes the keyboard. */
  | { readonly type: "focus" }
  /** A step is not possible. */
  | { readonly type: "stuck"; readonly step: Step }
  | { readonly type: "guessed"; readonly outcome: Outcome; readonly move: string }
  | ({ readonly type: "explored" } & Explored)
  /** What the engine finds in the position. */
  | { readonly type: "analysed"; readonly state: "asking" }
  | { readonly type: "analysed"; readonly state: "failed"; readonly reason: string }
  | ({ readonly type: "analysed"; readonly state: "known" } & Analysed)
  /** What can be done with the move, for its menu. */
  | { readonly type: "offered"; readonly titles: readonly string[] }
  | { readonly type: "listed"; readonly move: string | null; readonly offset: number; readonly found: FoundGames }
  /** How many moves were missed that can be kept for training. */
  | { readonly type: "missed"; readonly count: number }
  /** Training goes on, in study mode, with a sentence for its bar. */
  | { readonly type: "training"; readonly note: string }
  | { readonly type: "hinted"; readonly from: string; readonly to: string };

export type FromView =
  | { readonly type: "ready" }
  /** Of steps by a key that is held down, some may be dropped. */
  | { readonly type: "step"; readonly step: Step; readonly isHeld: boolean }
  /** Whether the focus is in a field that has text. */
  | { readonly type: "typing"; readonly isOn: boolean }
  | { readonly type: "goTo"; readonly position: Position; readonly version: number }
  | { readonly type: "reload"; readonly position: Position }
  | { readonly type: "play"; readonly move: string }
  | { readonly type: "study"; readonly isOn: boolean }
  | { readonly type: "guess"; readonly move: string }
  | { readonly type: "annotate"; readonly annotation: Annotation }
  /** Writes a start position: into the game if it has no moves, else into a new one. */
  | { readonly type: "setUp"; readonly fen: string }
  /** Takes over a text from the clipboard: games, moves or a position. */
  | { readonly type: "paste"; readonly text: string }
  /** Asks for the words after the move, once all that was done on the board is in the text. */
  | { readonly type: "words" }
  /** Asks what can be done with the move on the board; with a position, goes to the move there first. */
  | { readonly type: "offer"; readonly position: Position | null; readonly version: number }
  /** Does one of what was offered, by its place in the list. */
  | { readonly type: "run"; readonly index: number }
  /** Deletes the moves from the one on the board on. */
  | { readonly type: "deleteRest" }
  /** Opens the explorer, changes its games, or closes it. */
  | { readonly type: "explore"; readonly options: ExplorerOptions | null }
  /** Shows the analysis line, or ends it. */
  | { readonly type: "analyse"; readonly isOn: boolean }
  /** Writes a line, its moves in UCI notation, as a variation. */
  | { readonly type: "insertLine"; readonly moves: readonly string[] }
  /** Lists the games in which a move, in UCI notation, follows; all that reach the position for null. */
  | { readonly type: "list"; readonly move: string | null; readonly offset: number }
  /** Opens a game by its `data`. */
  | { readonly type: "openGame"; readonly data: unknown }
  /** Lists the games that share something with the position. */
  | { readonly type: "find"; readonly shared: Shared }
  /** Runs one of the commands of the view's menu. */
  | { readonly type: "command"; readonly command: MenuCommand }
  /** Shows the move to guess, by going to it. */
  | { readonly type: "reveal" }
  /** Keeps the moves that were missed. */
  | { readonly type: "keepMissed" }
  | { readonly type: "hint" };

/** The state of the webview that survives hiding and reload. */
export interface ViewState {
  /** The document that the board followed. */
  readonly uri: string;
  readonly orientation: "white" | "black";
  /** The edge of the board in pixels that was chosen by its handle. */
  readonly size?: number | null;
  readonly isStudying: boolean;
  readonly autoplaySeconds: number | null;
  /** Null while the explorer is closed. */
  readonly explorer: ExplorerOptions | null;
  /** What the explorer had when it was last open. */
  readonly lastExplorer: ExplorerOptions;
}

/** What the extension host and the board's webview tell each other. */
import type { Board, Game, Position } from "./protocol";

/** Ways through a game. */
export const STEPS = ["next", "previous", "intoVariation", "outOfVariation", "nextVariation", "previousVariation", "first", "last", "nextGame", "previousGame"] as const;

export type Step = (typeof STEPS)[number];

/** What the view does by itself, asked for by a command. */
export type Action = "flip" | "autoplay" | "study" | "hint" | "show" | "enterMove";

/** The settings `scoresheet.board.*`. */
export interface BoardSettings {
  readonly figurines: boolean;
  readonly coordinates: boolean;
  readonly colours: "theme" | "brown" | "green" | "blue" | "grey";
  readonly animation: boolean;
  /** Seconds between two moves of autoplay. */
  readonly autoplaySeconds: number;
}

/** What became of a guess in study mode. */
export type Outcome = "right" | "variation" | "wrong" | "impossible" | "end";

/** When the cursor moved and when the position there was known, in milliseconds of the clock. */
export interface Times {
  readonly changedAt: number;
  readonly answeredAt: number;
}

export type ToView =
  | { readonly type: "position"; readonly board: Board | null; readonly uri: string; readonly language: string; readonly times: Times }
  | { readonly type: "game"; readonly game: Game | null }
  | { readonly type: "settings"; readonly settings: BoardSettings }
  | { readonly type: "action"; readonly action: Action }
  | { readonly type: "refused"; readonly reason: string }
  | { readonly type: "guessed"; readonly outcome: Outcome; readonly move: string }
  | { readonly type: "hinted"; readonly from: string; readonly to: string };

export type FromView =
  | { readonly type: "ready" }
  | { readonly type: "step"; readonly step: Step }
  | { readonly type: "goTo"; readonly position: Position; readonly version: number }
  | { readonly type: "reload"; readonly position: Position }
  | { readonly type: "play"; readonly move: string }
  | { readonly type: "study"; readonly isOn: boolean }
  | { readonly type: "guess"; readonly move: string }
  | { readonly type: "hint" };

/** What the webview keeps of itself over hiding and reload. */
export interface ViewState {
  /** The document that was followed. */
  readonly uri: string;
  readonly orientation: "white" | "black";
  readonly isStudying: boolean;
  readonly autoplaySeconds: number | null;
}

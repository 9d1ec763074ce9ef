/** The messages between the extension host and the board's webview. */
import type { Board, Game, Position } from "./protocol";

/** Steps through a game. */
export const STEPS = ["next", "previous", "intoVariation", "outOfVariation", "nextVariation", "previousVariation", "first", "last", "nextGame", "previousGame"] as const;

export type Step = (typeof STEPS)[number];

/** Actions that commands trigger in the view. */
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

/** The outcome of a guess in study mode. */
export type Outcome = "right" | "variation" | "wrong" | "impossible" | "end";

/** When the cursor moved and when the position there arrived, in milliseconds of the clock. */
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

/** The state of the webview that survives hiding and reload. */
export interface ViewState {
  /** The document that the board followed. */
  readonly uri: string;
  readonly orientation: "white" | "black";
  readonly isStudying: boolean;
  readonly autoplaySeconds: number | null;
}

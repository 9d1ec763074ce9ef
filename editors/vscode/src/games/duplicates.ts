/** Which games of open documents occur twice: what the findings about duplicates say. */
import * as vscode from "vscode";
import { rangeOf } from "../board/editors";
import type { ListedGame } from "./search";

/** The rule that finds games which occur twice in a file. */
const RULE = "duplicate-game";

/** Tells whether a game occurs twice in its file, by the findings at the moment of the call. */
export function duplicates(): (game: ListedGame) => boolean {
  const known = new Map<string, readonly vscode.Position[]>();
  return ({ uri, extent }) => {
    const places = known.get(uri) ?? placesIn(vscode.Uri.parse(uri, true));
    known.set(uri, places);
    // A game ends where the next one begins.
    const { start, end } = rangeOf(extent);
    return places.some((place) => place.isAfterOrEqual(start) && place.isBefore(end));
  };
}

/** Places in the games of a file that occur twice. */
function placesIn(file: vscode.Uri): vscode.Position[] {
  const found = vscode.languages.getDiagnostics(file).filter((diagnostic) => ruleOf(diagnostic) === RULE);
  return found.flatMap(({ range, relatedInformation = [] }) => {
    const others = relatedInformation.filter(({ location }) => location.uri.toString() === file.toString());
    return [range.start, ...others.map(({ location }) => location.range.start)];
  });
}

function ruleOf({ code }: vscode.Diagnostic): unknown {
  return typeof code === "object" ? code.value : code;
}

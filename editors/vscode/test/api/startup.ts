import assert from "node:assert/strict";
import { loadavg } from "node:os";
import * as vscode from "vscode";
import { extension, findings, game, type Tests, until, writeFile } from "./context";

const SIZE = 5_000_000;

/** Many times the aim of two seconds, for machines that are busy. */
const LIMIT = 20_000;

export const tests: Tests = {
  "a cold start shows the first findings of a 5 MB file": async () => {
    const one = game("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O { The Closed Spanish. }");
    const slip = game("1. e4 e5 2. Nf3 Nc6 3. Bb6");
    const text = slip + "\n" + `${one}\n`.repeat(Math.ceil(SIZE / one.length));
    assert.ok(!vscode.extensions.getExtension("scoresheet.scoresheet")?.isActive, "nothing starts before a file of ours is opened");
    const uri = await writeFile("large.pgn", text);
    const start = Date.now();
    const { document } = await vscode.window.showTextDocument(uri);
    const opened = Date.now() - start;
    await until(() => findings(document).length > 0, "findings of the large file");
    const elapsed = Date.now() - start;
    const size = (text.length / 1e6).toFixed(1);
    console.log(`TEST       cold start to first findings of ${size} MB: ${elapsed} ms, of which VS Code took ${opened} to show the file; load ${loadavg()[0]?.toFixed(1)}`);
    assert.ok(elapsed < LIMIT, `${elapsed} ms`);
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
  },

  "the server tells its version": async () => {
    const { client } = await extension();
    assert.match(client()?.initializeResult?.serverInfo?.version ?? "", /^\d+\.\d+\.\d+/);
  },
};

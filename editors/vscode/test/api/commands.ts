import assert from "node:assert/strict";
import * as vscode from "vscode";
import { game, openFile, place, type Tests, until } from "./context";

const PNG = [0x89, 0x50, 0x4e, 0x47];

export const tests: Tests = {
  "the position is copied": async () => {
    const editor = await openFile("copy.pgn", `${game("1. e4 e5")}\n${game("1. d4")}`);
    editor.selection = cursor(place(editor.document, "e4", 2));
    await vscode.commands.executeCommand("scoresheet.copyFen");
    assert.equal(await vscode.env.clipboard.readText(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    const records = await openFile("copy.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4;\n");
    records.selection = cursor(new vscode.Position(0, 3));
    await vscode.commands.executeCommand("scoresheet.copyFen");
    assert.equal(await vscode.env.clipboard.readText(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  },

  "the game is copied": async () => {
    const second = game("1. d4", "Tal, M");
    const editor = await openFile("copy-game.pgn", `${game("1. e4 e5")}\n${second}`);
    editor.selection = cursor(place(editor.document, "1. d4"));
    await vscode.commands.executeCommand("scoresheet.copyGame");
    assert.equal(await vscode.env.clipboard.readText(), second);
  },

  "moves are copied in a notation": async () => {
    const editor = await openFile("copy-moves.pgn", game("1. e4 e5 (1... c5 2. Nf3) 2. d4"));
    editor.selection = cursor(place(editor.document, "Nf3"));
    const copied = async (part: string, notation: string) => {
      await vscode.commands.executeCommand("scoresheet.copyMoves", { part, notation });
      return vscode.env.clipboard.readText();
    };
    assert.equal(await copied("line", "figurines"), "1. e4 c5 2. ♘f3");
    assert.equal(await copied("variation", "uci"), "c7c5 g1f3");
    assert.equal(await copied("mainLine", "san"), "1. e4 e5 2. d4");
  },

  "a game is moved and copied": async () => {
    const [first, second] = [game("1. e4 e5"), game("1. d4", "Tal, M")];
    const other = (await openFile("other.pgn", first)).document;
    const editor = await openFile("move-game.pgn", `${first}\n${second}`);
    editor.selection = cursor(place(editor.document, "1. d4"));
    await vscode.commands.executeCommand("scoresheet.moveGame", { before: 1 });
    assert.equal(editor.document.getText(), `${second}\n${first}`);
    await vscode.commands.executeCommand("scoresheet.copyGameTo", { into: other.uri });
    assert.equal(other.getText(), `${first}\n${second}`);
    assert.equal(vscode.window.activeTextEditor?.document, other);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await vscode.window.showTextDocument(editor.document);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  },

  "a game is begun with the event of the last one": async () => {
    const before = game("1. e4 e5");
    const { document } = await openFile("new.pgn", before);
    await vscode.commands.executeCommand("scoresheet.newGame");
    const text = document.getText();
    assert.ok(text.startsWith(`${before}\n[Event "Test"]\n[Site "?"]\n[Date "1851.06.21"]\n[Round "?"]\n[White "?"]\n`), text);
    assert.match(text, /\[Result "\*"\]\n\n1\. {2}\*\n$/);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  },

  "the board is written as a picture": async () => {
    const editor = await openFile("export.pgn", game("1. e4 e5"));
    editor.selection = cursor(place(editor.document, "e4", 2));
    for (const [command, begins] of [["scoresheet.exportBoardSvg", [...Buffer.from("<svg")]], ["scoresheet.exportBoardPng", PNG]] as const) {
      const target = vscode.Uri.joinPath(editor.document.uri, "..", `${command}.picture`);
      await vscode.window.showTextDocument(editor.document);
      await vscode.commands.executeCommand(command, { target, flipped: true });
      const bytes = await vscode.workspace.fs.readFile(target);
      assert.deepEqual([...bytes.slice(0, 4)], begins, command);
      assert.ok(bytes.length > 2000, `${bytes.length} bytes`);
    }
  },

  "the game is written as a page": async () => {
    const editor = await openFile("page.pgn", `${game("1. e4 e5")}\n${game("1. d4", "Tal, M")}`);
    editor.selection = cursor(place(editor.document, "1. d4"));
    const target = vscode.Uri.joinPath(editor.document.uri, "..", "page.html");
    await vscode.commands.executeCommand("scoresheet.publishGame", { target });
    const page = new TextDecoder().decode(await vscode.workspace.fs.readFile(target));
    assert.match(page, /^<!DOCTYPE html>/i);
    assert.ok(page.includes("Tal") && !page.includes("e5"), page);
  },

  "the sample has no faults and is shown unsaved": async () => {
    await vscode.commands.executeCommand("scoresheet.openSample");
    const document = await until(() => vscode.window.activeTextEditor?.document);
    assert.ok(document.isUntitled && document.languageId === "pgn");
    assert.match(document.getText(), /Morphy/);
  },
};

function cursor(position: vscode.Position): vscode.Selection {
  return new vscode.Selection(position, position);
}

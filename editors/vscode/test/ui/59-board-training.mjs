// Training: mistakes of study mode are kept in a file beside the games, and come back until they are known; so do the problems of an EPD file.
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { BoardView } from "../harness/boardView.mjs";
import { game } from "../harness/games.mjs";

const PROBLEMS = `6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id "Back rank";
8/8/8/4k3/8/4K3/4P3/8 w - - bm Kd3; id "Opposition";
`;

export const files = {
  "club.pgn": game({ White: "Huber, Anna", Black: "Novak, Jan" }, "1. e4 e5 2. Nf3 Nc6"),
  "train.epd": PROBLEMS,
};

let board;

const told = (ui, expected) => ui.until(async () => expected.test(await board.text(".study .message")), `the bar says ${expected}`).catch(async (error) => {
  throw new Error(`${error.message}, but: ${await board.text(".study .message")}`);
});

export const steps = {
  "moves that were missed are kept beside the games": async (ui, server) => {
    await ui.open("club.pgn");
    await ui.goTo(9, 1);
    board = await new BoardView(ui).open();
    await board.press("s");
    await told(ui, /Play the move/);
    await board.drag("d2", "d4");
    await told(ui, /d4 is not the move/);
    await board.drag("e2", "e4");
    await board.says(/White: e4/);
    await board.press("Enter");
    await board.says(/Black: e5/);
    await board.drag("g1", "f3");
    await board.says(/knight f3/);
    await board.drag("b8", "c6");
    await told(ui, /The line ends here: 2 of 4 at first try, 1 with help, 1 shown/);
    await ui.until(async () => /Keep 2 mistakes \(K\)/.test(await board.text(".study")), "the button");
    await ui.shot("training-end");
    await board.press("k");
    const file = path.join(server.workspace, "club.mistakes.epd");
    // The file is made before it is filled.
    const written = await ui.until(() => existsSync(file) && readFileSync(file, "utf8").trim(), "the file of mistakes");
    const lines = written.split("\n");
    assert.deepEqual(lines.map((line) => line.replace(/due [\d-]+/, "due")), [
      'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; c9 "box 1, due"; id "Huber, Anna - Novak, Jan, move 1";',
      'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 bm e5; c9 "box 1, due"; id "Huber, Anna - Novak, Jan, move 1...";',
    ]);
    await board.press("s");
  },

  "mistakes that are due come back": async (ui, server) => {
    const file = path.join(server.workspace, "club.mistakes.epd");
    writeFileSync(file, readFileSync(file, "utf8").replace(/due [\d-]+/, "due 2026-01-01"));
    await ui.command("Scoresheet: Train Mistakes");
    await told(ui, /1 position is due\. White to move\./);
    await board.drag("e2", "e4");
    await ui.until(() => /bm e4; c9 "box 2, due /.test(readFileSync(file, "utf8")), "the record goes one box up");
    await told(ui, /All that is due is done: 1 of 1 at first try\./);
    await board.press("s");
  },

  "the problems of a file are trained": async (ui, server) => {
    const file = path.join(server.workspace, "train.epd");
    await ui.open("train.epd");
    await ui.command("Scoresheet: Train Positions of an EPD File");
    await told(ui, /2 positions are due\. White to move\./);
    await ui.withoutSideBar(async () => {
      for (const theme of ["contrast", "light", "dark"]) {
        await ui.useTheme(theme);
        await ui.shot("training");
      }
    });
    await board.press("h");
    await told(ui, /marked piece/);
    await board.drag("d1", "d8");
    await told(ui, /1 to go\. White to move\./);
    await board.drag("e3", "d3");
    await told(ui, /1 of 2 at first try, 1 with help/);
    const lines = readFileSync(file, "utf8").split("\n");
    assert.match(lines[0], /bm Rd8#; c9 "box 1, due \d{4}-\d\d-\d\d"; id "Back rank";$/);
    assert.match(lines[1], /bm Kd3; c9 "box 1, due \d{4}-\d\d-\d\d"; id "Opposition";$/);
    await ui.until(async () => (await ui.squiggles()) === 0, "records without findings");
    await board.press("s");
    await board.close();
  },
};

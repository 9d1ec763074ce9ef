// The board beside the lines of an EPD file.
import { BoardView } from "../harness/boardView.mjs";

const RECORDS = `6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; dm 1; id "Back rank";
8/8/8/4k3/8/4K3/4P3/8 w - - am Kf3; bm Kd3; id "Opposition";
`;

export const files = { "puzzles.epd": RECORDS };

let board;

export const steps = {
  "the board shows the record on the line": async (ui) => {
    await ui.open("puzzles.epd");
    await ui.click("6k1");
    board = await new BoardView(ui).open();
    await ui.until(async () => /Back rank/.test(await board.text(".occasion")), "the name of the record");
    await ui.until(async () => /Best move.*Rd8#/.test(await board.text(".notice")), "its operations");
    await board.press("PageDown");
    await ui.until(async () => /Opposition/.test(await board.text(".occasion")), "the next record");
    for (const theme of ["contrast", "light", "dark"]) {
      await ui.useTheme(theme);
      await ui.shot("board-records");
    }
  },

  "a problem is solved": async (ui) => {
    await board.press("s");
    await ui.until(async () => /answer is hidden/.test(await board.text(".notice")), "the answer is hidden");
    await board.drag("e3", "d3");
    await ui.until(async () => /Kd3 is right/.test(await board.text(".study .message")), "the guess is right");
    await board.press("s");
    await board.close();
  },
};

// Games for the scenarios.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The annotated game that comes with the extension. */
export const SAMPLE = readFileSync(fileURLToPath(new URL("../../samples/sample.pgn", import.meta.url)), "utf8");

/** A game with these tags and moves. */
export function game(tags, moves, result = "*") {
  const all = { Event: "?", Site: "?", Date: "????.??.??", Round: "?", White: "?", Black: "?", ...tags, Result: result };
  return `${Object.entries(all).map(([name, value]) => `[${name} "${value}"]\n`).join("")}\n${moves} ${result}\n\n`;
}

/** Famous games, as far as everybody knows them. */
export const COLLECTION = [
  game({ Event: "London", Site: "London ENG", Date: "1851.06.21", White: "Anderssen, Adolf", Black: "Kieseritzky, Lionel" }, "1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5", "1-0"),
  game({ Event: "Berlin", Site: "Berlin GER", Date: "1852.??.??", White: "Anderssen, Adolf", Black: "Dufresne, Jean" }, "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. b4 Bxb4 5. c3 Ba5 6. d4 exd4 7. O-O d3", "1-0"),
  game({ Event: "Paris Opera", Site: "Paris FRA", Date: "1858.11.02", White: "Morphy, Paul", Black: "Duke Karl of Brunswick" }, "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7", "1-0"),
  game({ Event: "St. Petersburg", Site: "St. Petersburg RUS", Date: "1914.05.18", Round: "8", White: "Capablanca, Jose Raul", Black: "Lasker, Emanuel" }, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6", "1/2-1/2"),
  game({ Event: "New York", Site: "New York USA", Date: "1956.10.17", Round: "8", White: "Byrne, Donald", Black: "Fischer, Robert James" }, "1. Nf3 Nf6 2. c4 g6 3. Nc3 Bg7 4. d4 O-O 5. Bf4 d5 6. Qb3 dxc4 7. Qxc4 c6 8. e4 Nbd7", "0-1"),
  game({ Event: "World Championship 28th", Site: "Reykjavik ISL", Date: "1972.07.23", Round: "6", White: "Fischer, Robert James", Black: "Spassky, Boris V" }, "1. c4 e6 2. Nf3 d5 3. d4 Nf6 4. Nc3 Be7 5. Bg5 O-O 6. e3 h6 7. Bh4 b6 8. cxd5 Nxd5", "1-0"),
].join("");

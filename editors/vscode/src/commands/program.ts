/** Runs the program on games: what it makes of files, the server does not make of documents. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** Runs `program` with the arguments that `ask` gives for a file that has the games. Throws a sentence for the user if it fails. */
export async function runOn(program: string | undefined, games: string, ask: (file: string) => readonly string[]): Promise<void> {
  if (program === undefined) throw new Error("Scoresheet's program is not found");
  const place = await mkdtemp(join(tmpdir(), "scoresheet-"));
  try {
    const file = join(place, "games.pgn");
    await writeFile(file, games);
    await promisify(execFile)(program, [...ask(file)]);
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new Error(stderr?.trim() || String(error));
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

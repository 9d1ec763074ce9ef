// What VS Code runs in its extension host: `run` fails if a test does.
import * as vscode from "vscode";
import { tests as board } from "./board";
import { tests as commands } from "./commands";
import type { Tests } from "./context";
import { tests as editing } from "./editing";
import { tests as embedded } from "./embedded";
import { tests as findings } from "./findings";
import { tests as languages } from "./languages";
import { tests as reading } from "./reading";
import { tests as restart } from "./restart";
import { tests as startup } from "./startup";

/** The start comes first, as it can be measured only once. */
const GROUPS: Record<string, Tests> = { startup, languages, findings, reading, editing, embedded, commands, board, restart };

export async function run(): Promise<void> {
  let failed = 0;
  for (const [group, tests] of Object.entries(GROUPS)) {
    for (const [name, test] of Object.entries(tests)) {
      const start = Date.now();
      try {
        await test();
        console.log(`TEST ok    ${group}: ${name} (${Date.now() - start} ms)`);
      } catch (error) {
        failed += 1;
        console.log(`TEST FAIL  ${group}: ${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      }
    }
  }
  console.log(`TEST VS Code ${vscode.version}: ${failed === 0 ? "all tests passed" : `${failed} failed`}`);
  if (failed > 0) throw new Error(`${failed} tests failed`);
}

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

const manifest = JSON.parse(readFileSync("package.json", "utf8"));
const { contributes } = manifest;

test("every command is in the palette under our name", () => {
  for (const command of contributes.commands) {
    assert.match(command.command, /^scoresheet\./);
    assert.equal(command.category, "Scoresheet", command.command);
  }
});

test("menus, keys and the walkthrough name commands that there are", () => {
  const known = new Set<string>(contributes.commands.map((command: { command: string }) => command.command));
  const named = JSON.stringify([contributes.menus, contributes.keybindings, contributes.walkthroughs]).match(/\bscoresheet\.[a-z][A-Za-z]*(?=["):])/g) ?? [];
  const own = new Set<string>([...contributes.submenus, ...contributes.walkthroughs].map((part: { id: string }) => part.id));
  for (const name of named) assert.ok(known.has(name) || own.has(name), name);
});

test("files that the manifest names are there", () => {
  const paths = JSON.stringify(manifest).match(/(?<=")(?:\.\/)?(?:images|languages|snippets|syntaxes)\/[^"]+/g) ?? [];
  assert.ok(paths.length > 10);
  for (const path of paths) assert.ok(existsSync(path), path);
});

test("the kinds of words are those of the server", () => {
  const page = readFileSync("../../server/docs/semantic-tokens.md", "utf8");
  const types = [...page.matchAll(/^\| `(\w+)` \| `(\w+)` \|/gm)].map(([, id, superType]) => ({ id, superType }));
  const modifiers = [...page.matchAll(/^\| `(\w+)` \| [^`]/gm)].map(([, id]) => id);
  const contributed = contributes.semanticTokenTypes.map(({ id, superType }: Record<string, string>) => ({ id, superType }));
  // A type that is its own super type, as `comment` would be, makes VS Code's window hang.
  assert.deepEqual(contributed, types.filter(({ id, superType }) => id !== superType));
  assert.deepEqual(contributes.semanticTokenModifiers.map(({ id }: { id: string }) => id), modifiers);
  assert.deepEqual(Object.keys(contributes.semanticTokenScopes[0].scopes), types.map(({ id }) => id));
});

test("a workspace cannot choose the program", () => {
  for (const name of ["scoresheet.server.path", "scoresheet.engine.path"]) {
    assert.equal(contributes.configuration[0].properties[name].scope, "machine");
    assert.ok(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations.includes(name));
  }
  assert.equal(manifest.capabilities.untrustedWorkspaces.supported, "limited");
});

test("the lock file names no address", () => {
  assert.ok(!readFileSync("package-lock.json", "utf8").includes('"resolved"'));
});

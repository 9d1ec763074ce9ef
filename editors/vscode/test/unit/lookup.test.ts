import assert from "node:assert/strict";
import { test } from "node:test";
import { findServer, type Places } from "../../src/server/lookup";

const BUNDLED = "/extensions/scoresheet/bin/scoresheet";
const ON_PATH = "/usr/local/bin/scoresheet";

function places(files: string[], more: Partial<Places> = {}): Places {
  return { setting: "", extensionFolder: "/extensions/scoresheet", path: "/bin:/usr/local/bin", home: "/home/me", platform: "linux", isFile: (path) => files.includes(path), ...more };
}

test("the setting wins over the package, and the package over the PATH", () => {
  const files = [BUNDLED, ON_PATH, "/opt/scoresheet"];
  assert.deepEqual(findServer(places(files, { setting: "/opt/scoresheet" })), { path: "/opt/scoresheet", from: "setting" });
  assert.deepEqual(findServer(places(files)), { path: BUNDLED, from: "bundle" });
  assert.deepEqual(findServer(places([ON_PATH])), { path: ON_PATH, from: "path" });
  assert.equal(findServer(places([])), undefined);
});

test("a setting is a file, a file in the home, or the name of a program", () => {
  const files = [ON_PATH, "/home/me/bin/scoresheet", BUNDLED];
  assert.equal(findServer(places(files, { setting: " ~/bin/scoresheet " }))?.path, "/home/me/bin/scoresheet");
  assert.deepEqual(findServer(places(files, { setting: "scoresheet" })), { path: ON_PATH, from: "setting" });
});

test("what is set and is not there is not replaced by another program", () => {
  assert.equal(findServer(places([BUNDLED, ON_PATH], { setting: "/opt/scoresheet" })), undefined);
  assert.equal(findServer(places([BUNDLED, ON_PATH], { setting: "scoresheet-nightly" })), undefined);
});

test("a relative folder on the PATH is passed over", () => {
  assert.equal(findServer(places(["bin/scoresheet", "./scoresheet"], { path: "bin:.:" })), undefined);
});

test("on Windows programs end in .exe", () => {
  const bundled = `${BUNDLED}.exe`;
  assert.equal(findServer(places([bundled], { platform: "win32", path: "C:\\bin;D:\\chess" }))?.path, bundled);
});

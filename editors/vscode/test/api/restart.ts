import assert from "node:assert/strict";
import * as vscode from "vscode";
import { extension, findings, game, openFile, replaceAll, rules, type Tests, until } from "./context";

export const tests: Tests = {
  "the server is started again by the command": async () => {
    const { client } = await extension();
    const before = pid(client());
    const { document } = await openFile("restart.pgn", game("1. e5"));
    await vscode.commands.executeCommand("scoresheet.restartServer");
    assert.notEqual(pid(client()), before);
    await until(() => rules(document).includes("illegal-move"), "findings after a restart");
  },

  "a server that has crashed comes back, and knows the open documents": async () => {
    const { client } = await extension();
    const editor = await openFile("crash.pgn", game("1. e4"));
    await until(() => client()?.isRunning(), "a server that can crash");
    const before = pid(client());
    process.kill(before, "SIGKILL");
    await until(() => pid(client()) !== before && client()?.isRunning(), "another server");
    await replaceAll(editor, game("1. e4 e5 2. Ke3"));
    await until(() => rules(editor.document).includes("illegal-move"), "findings after a crash");
    await replaceAll(editor, game("1. e4 e5 2. Ke2"));
    await until(() => findings(editor.document).length === 0, "findings go after a crash");
  },

  "a server that crashes while it is written to comes back, too": async () => {
    const { client } = await extension();
    const { document } = await openFile("crash-writing.pgn", game("1. e4 e5 2. Ke3"));
    await until(() => client()?.isRunning(), "a server that can crash");
    const crashed = client();
    process.kill(pid(crashed), "SIGKILL");
    // The pipe breaks under what is written before the end of the server is noticed.
    while (crashed?.isRunning()) await crashed.sendNotification("$/setTrace", { value: "off" }).catch(() => undefined);
    await until(() => client() !== crashed && client()?.isRunning(), "another server");
    await until(() => rules(document).includes("illegal-move"), "findings after a crash");
  },

  "without a server everything else goes on, and it comes back with the setting": async () => {
    const { client } = await extension();
    const settings = vscode.workspace.getConfiguration("scoresheet");
    await settings.update("server.path", "/nowhere/scoresheet", vscode.ConfigurationTarget.Global);
    await until(() => client() === undefined, "no client");
    const { document } = await openFile("without.pgn", game("1. e5"));
    await vscode.commands.executeCommand("scoresheet.copyFen");
    assert.deepEqual(findings(document), []);
    await settings.update("server.path", undefined, vscode.ConfigurationTarget.Global);
    await until(() => rules(document).includes("illegal-move"), "findings with the server back");
  },
};

function pid(client: { serverProcess: { pid?: number | undefined } | undefined } | undefined): number {
  return client?.serverProcess?.pid ?? -1;
}

#!/usr/bin/env python3
"""How long an editor waits for the language server while somebody types, and how much memory the server takes.

Usage: tests/benches/latency.py [--characters N] [--megabytes N ...] [--level LEVEL] [--server PATH] [FILE.pgn ...]

Of each size the beginning of the files, joined and cut before a game, is opened (by default those of ../shared/corpus/pgn that are
standard chess, at 1, 10 and 50 MB). Then N characters are typed into the movetext of the game in the middle, each once the one
before is answered. The table shows medians and 95th percentiles in milliseconds: from opening the file to its findings (one
value), from a character to the findings of the text with it, to a hover, to the outline; and the resident memory in bytes
for each byte of the file, after opening and at the end.
"""
import argparse
import json
import pathlib
import re
import statistics
import subprocess
import sys
import time

from compare import ROOT, SCORESHEET, corpus, text_of

TYPED = " { better is 12. Nf3, as in the game of the year }"
URI = "file:///games.pgn"
VERSION_AT_END = re.compile(rb'"version":(-?\d+)[}\s]*$')


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--characters", type=int, default=200)
    arguments.add_argument("--megabytes", type=int, nargs="+", default=[1, 10, 50])
    arguments.add_argument("--level", help="the lowest level of findings; fewer findings are written more quickly")
    arguments.add_argument("--server", type=pathlib.Path)
    arguments.add_argument("files", nargs="*", type=pathlib.Path)
    options = arguments.parse_args()
    files = options.files or corpus()
    if not files:
        sys.exit("latency: no files given, and the sample files are not at hand")
    if not options.server:
        subprocess.run(["cargo", "build", "--release", "--package", "scoresheet"], cwd=ROOT, check=True)
    print("| file | findings of the opened file | after a character: findings p50 | p95 | hover p50 | p95 | outline p50 | p95 | memory opened | at the end |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for megabytes in options.megabytes:
        row(options.server or SCORESHEET, beginning(files, megabytes * 1_000_000), options.characters, options.level)


def beginning(files, size):
    """The text of the files, cut before the first game behind `size` bytes."""
    parts, length = [], 0
    for path in files:
        if length > size:
            break
        parts.append(text_of(path))
        length += len(parts[-1])
    text = "".join(parts)
    cut = text.find("\n[Event ", size)
    return text[: cut + 1] if cut >= 0 else text


def row(server, text, characters, level):
    size = len(text.encode())
    session = Session(server, {"level": level} if level else {})
    opened = session.open(text)
    memory_opened = session.memory()
    line, column = place_to_type(text)
    findings, hovers, outlines = [], [], []
    for number in range(characters):
        start = session.type(TYPED[number % len(TYPED)], line, column)
        session.wait_for_findings()
        findings.append(time.perf_counter() - start)
        column += 1
    for number in range(characters):
        start = session.type(TYPED[number % len(TYPED)], line, column)
        session.request("textDocument/hover", position={"line": line, "character": 1})
        hovers.append(time.perf_counter() - start)
        session.wait_for_findings()
        column += 1
    for number in range(max(characters // 20, 2)):
        start = session.type(TYPED[number % len(TYPED)], line, column)
        session.request("textDocument/documentSymbol")
        outlines.append(time.perf_counter() - start)
        session.wait_for_findings()
        column += 1
    memory_at_end = session.memory()
    session.end()
    times = " | ".join(f"{percentile(times, 50):.2f} | {percentile(times, 95):.2f}" for times in (findings, hovers, outlines))
    print(f"| {size / 1e6:.1f} MB | {opened * 1000:.0f} ms | {times} | {memory_opened / size:.2f} | {memory_at_end / size:.2f} |", flush=True)


def place_to_type(text):
    """The end of the first line of moves in the game in the middle: line and column, from 0."""
    start = text.find("\n[Event ", len(text) // 2)
    moves = re.compile(r"\r?\n\r?\n(1\.[^\r\n]*)").search(text, max(start, 0))
    if not moves:
        sys.exit("latency: no moves in the middle of the file")
    before = text[: moves.start(1)].replace("\r\n", "\n").replace("\r", "\n")
    return before.count("\n"), len(moves.group(1))


def percentile(times, percent):
    return 1000 * (statistics.quantiles(times, n=100, method="inclusive")[percent - 1])


class Session:
    """A client that waits for each answer before it says more."""

    def __init__(self, server, settings):
        self.process = subprocess.Popen([server, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.version = 0
        self.published = None
        self.last_id = 0
        self.request("initialize", processId=None, rootUri=None, capabilities={}, initializationOptions=settings)
        self.notify("initialized", {})

    def open(self, text):
        """Opens a text; returns the seconds until its findings are there."""
        self.version = 1
        document = {"uri": URI, "languageId": "pgn", "version": 1, "text": text}
        frame = encoded("textDocument/didOpen", {"textDocument": document})
        start = time.perf_counter()
        self.send(frame)
        self.wait_for_findings()
        return time.perf_counter() - start

    def type(self, character, line, column):
        """Inserts a character; returns when that was."""
        self.version += 1
        place = {"line": line, "character": column}
        frame = encoded("textDocument/didChange", {
            "textDocument": {"uri": URI, "version": self.version},
            "contentChanges": [{"range": {"start": place, "end": place}, "text": character}],
        })
        start = time.perf_counter()
        self.send(frame)
        return start

    def wait_for_findings(self):
        """Waits for the findings of the text as it is now, which may have come before something else that was waited for."""
        while self.published != self.version:
            self.read()

    def request(self, method, **params):
        self.last_id += 1
        if method.startswith("textDocument/"):
            params["textDocument"] = {"uri": URI}
        self.send(encoded(method, params, self.last_id))
        answer_id = b'"id":%d' % self.last_id
        while True:
            body = self.read()
            if b'"method"' not in body[:200] and answer_id in body[:100] + body[-100:]:
                if b'"error"' in body[:200]:
                    sys.exit(f"latency: {method}: {body[:500]}")
                return

    def notify(self, method, params):
        self.send(encoded(method, params))

    def send(self, frame):
        self.process.stdin.write(frame)
        self.process.stdin.flush()

    def read(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        if not length:
            sys.exit("latency: the server has ended")
        body = self.process.stdout.read(length)
        if b'"textDocument/publishDiagnostics"' in body[:200] + body[-200:]:
            at_end = VERSION_AT_END.search(body[-60:])
            self.published = int(at_end[1]) if at_end else json.loads(body)["params"].get("version")
        return body

    def memory(self):
        """The resident memory in bytes."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s*(\d+) kB", status)[1]) * 1024

    def end(self):
        self.request("shutdown")
        self.notify("exit", {})
        self.process.wait(10)


def encoded(method, params, request_id=None):
    message = {"jsonrpc": "2.0", "method": method, "params": params}
    if request_id is not None:
        message["id"] = request_id
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


if __name__ == "__main__":
    main()

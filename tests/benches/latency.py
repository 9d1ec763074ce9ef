#!/usr/bin/env python3
"""How long an editor waits for the language server, while somebody types too, and how much memory the server takes.

Usage: tests/benches/latency.py [--characters N] [--megabytes N ...] [--giant N] [--minutes N] [--requests N] [--epd]
                                [--folder N] [--level LEVEL] [--generated] [--server PATH] [FILE.pgn ...]

Opened are files of these sizes (inputs.py says what stands in them; by default 1, 10 and 50 MB), then one single game of the size
after --giant (1 MB, made up). N characters are typed into the movetext of the game in the middle, each once the one before is
answered, first with the findings waited for, then with a hover, then, a twentieth of them, with the outline.

Fresh findings are the first that are published for the new version. A server may publish a version's findings in several steps,
those of the game that is edited first, and says with the progress `begin` and `end` that it is still at it. The findings of an opened
file are complete at the last publication before the server has been silent for a second.

Times are milliseconds, medians (p50) and 95th percentiles (p95). Memory is resident bytes for each byte of the file: when
its findings are complete, after the edits, after the outline. With --minutes the largest of the files is edited for so long
instead, here and there, and the memory is printed once a minute: it must not grow.

With --requests every request is asked N times all over a file of each size instead, first while nothing happens, then, a third as often,
right behind a character that is typed; with --epd in a file of records. With --folder the file is open in a workspace folder of N MB of other
games, and everything is asked twice: while the server reads the folder, and once it has.
"""
import argparse
import json
import os
import pathlib
import queue
import random
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import each_request
from inputs import ROOT, corpus, write_generated, write_input

SCORESHEET = ROOT / "target/dist/scoresheet"
TYPED = " { better is 12. Nf3, as in the game of the year }"
URI = "file:///games.pgn"
VERSION_AT_END = re.compile(rb'"version":(-?\d+)[}\s]*$')
MOVES = re.compile(r"\n\n(1\.[^\n]*)")
SILENCE = 1.0
MAY_REFUSE = ("scoresheet/play", "textDocument/rename", "codeLens/resolve")
HEAD = ["file", "first findings", "complete findings", "first hover", "findings p50", "p95", "hover p50", "p95", "outline p50", "p95",
        "memory opened", "edited", "after the outline"]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--characters", type=int, default=200)
    arguments.add_argument("--megabytes", type=int, nargs="*", default=[1, 10, 50])
    arguments.add_argument("--giant", type=int, default=1, metavar="MEGABYTES", help="the size of the single game; 0 for none")
    arguments.add_argument("--minutes", type=float, help="edit the largest file for so long and print the memory")
    arguments.add_argument("--requests", type=int, metavar="N", help="ask every request so many times")
    arguments.add_argument("--epd", action="store_true", help="with --requests: in records")
    arguments.add_argument("--folder", type=int, metavar="MEGABYTES", help="with --requests: the size of a workspace folder")
    arguments.add_argument("--level", help="the lowest level of findings; fewer findings are written more quickly")
    arguments.add_argument("--generated", action="store_true", help="made-up games, even where real ones are at hand")
    arguments.add_argument("--server", type=pathlib.Path)
    arguments.add_argument("files", nargs="*", type=pathlib.Path)
    options = arguments.parse_args()
    files = [] if options.generated else options.files or corpus()
    if not options.server:
        subprocess.run(["cargo", "build", "--quiet", "--profile", "dist", "--package", "scoresheet"], cwd=ROOT, check=True)
    server = (options.server or SCORESHEET).resolve()
    settings = {"level": options.level} if options.level else {}
    if options.minutes:
        soak(server, settings, input_text("all", max(options.megabytes), files), options.minutes)
        return
    if options.requests:
        for megabytes in options.megabytes:
            if options.epd:
                records = [] if options.generated else sorted((ROOT.parent / "shared/corpus").rglob("*.epd"))
                text = each_request.epd_text(megabytes * 1_000_000, records)
            else:
                text = input_text("all", megabytes, files)
            language = "epd" if options.epd else "pgn"
            if not options.folder:
                every_request(Session(server, settings, language), text, options.requests)
                continue
            with tempfile.TemporaryDirectory() as folder:
                write_folder(folder, options.folder, files)
                every_request(Session(server, settings, language, folder), text, options.requests)
        return
    print("| " + " | ".join(HEAD) + " |\n" + "|---" * len(HEAD) + "|")
    for megabytes in options.megabytes:
        row(server, settings, "all", input_text("all", megabytes, files), options.characters)
    if options.giant:
        row(server, settings, "one game", input_text("giant", options.giant, []), options.characters)


def every_request(session, text, rounds):
    session.open(text)
    size = f"{session.language}, {len(text.encode()) / 1e6:.1f} MB"
    for when in ("while the folder is read", "once it is read") if session.folder else ("",):
        if when == "once it is read":
            session.wait_until_quiet()
        print(f"\n| {size} {when} | p50 | p95 | typed p50 | p95 |\n|---|---|---|---|---|")
        each_request.table(session, text, rounds, percentile)
    session.end()


def write_folder(folder, megabytes, files):
    """Writes games into files of five megabytes, or of one where less is asked for."""
    size = 5 if megabytes >= 5 else 1
    text = input_text("all", megabytes, files)
    end = 0
    for number in range(megabytes // size):
        start = end
        end = text.find("\n[Event ", (number + 1) * size * 1_000_000) + 1 or len(text)
        pathlib.Path(folder, f"games-{number}.pgn").write_text(text[start:end])


def input_text(kind, megabytes, files):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, kind)
        size = megabytes * 1_000_000
        write_generated([kind], size, path) if kind == "giant" else write_input(kind, size, path, files)
        text = path.read_bytes().decode()
    # A file may be a little larger than asked for; of one that is smaller than the real files, the beginning is taken.
    end = text.find("\n[Event ", size) + 1
    return re.sub(r"\r\n?", "\n", text[:end] if end else text)


def row(server, settings, name, text, characters):
    size = len(text.encode())
    first_hover = time_of_first_hover(server, settings, text)
    session = Session(server, settings)
    first, complete = session.open(text)
    memory = [session.memory()]
    line, column = place_to_type(text, len(text) // 2)
    findings, hovers, outlines = [], [], []
    asked = {"findings": findings, "hover": hovers, "outline": outlines}
    for what, count in (("findings", characters), ("hover", characters), ("outline", max(characters // 20, 2))):
        if what == "outline":
            memory.append(session.memory())
        for number in range(count):
            start = session.type(TYPED[number % len(TYPED)], line, column)
            column += 1
            if what == "hover":
                session.request("textDocument/hover", position={"line": line, "character": 1})
            elif what == "outline":
                session.request("textDocument/documentSymbol")
            else:
                session.wait_for_findings()
            asked[what].append(time.perf_counter() - start)
            session.wait_for_findings()
    memory.append(session.memory())
    session.end()
    cells = [f"{name}, {size / 1e6:.1f} MB", f"{first * 1000:.0f}", f"{complete * 1000:.0f}", f"{first_hover * 1000:.0f}"]
    cells += [f"{percentile(times, percent):.2f}" for times in asked.values() for percent in (50, 95)]
    cells += [f"{taken / size:.2f}" for taken in memory]
    print("| " + " | ".join(cells) + " |", flush=True)


def time_of_first_hover(server, settings, text):
    """Seconds from opening a file to the answer to a hover that is asked for at once."""
    session = Session(server, settings)
    line, _ = place_to_type(text, len(text) // 2)
    start = session.send_open(text)
    session.request("textDocument/hover", position={"line": line, "character": 3})
    elapsed = time.perf_counter() - start
    session.end()
    return elapsed


def soak(server, settings, text, minutes):
    """Types and deletes a character here and there, and prints the memory once a minute."""
    size = len(text.encode())
    session = Session(server, settings)
    session.open(text)
    choice = random.Random(1)
    places = [place_to_type(text, choice.randrange(len(text) * 9 // 10)) for _ in range(200)]
    start = time.monotonic()
    edits, minute = 0, 0
    print(f"| minute | edits | memory |\n|---|---|---|\n| 0 | 0 | {session.memory() / size:.3f} |", flush=True)
    while minute < minutes:
        line, column = choice.choice(places)
        session.type(choice.choice(TYPED), line, column)
        session.wait_for_findings()
        session.request("textDocument/hover", position={"line": line, "character": 3})
        session.erase(line, column)
        session.wait_for_findings()
        edits += 2
        if time.monotonic() - start >= 60 * min(minute + 1, minutes):
            minute = min(minute + 1, minutes)
            print(f"| {minute:g} | {edits} | {session.memory() / size:.3f} |", flush=True)
    session.end()


def place_to_type(text, near):
    """The end of the first line of moves of a game behind `near`, or of the first one: line and column, from 0."""
    moves = MOVES.search(text, max(text.find("\n[Event ", near), 0)) or MOVES.search(text)
    if not moves:
        sys.exit("latency: no moves in the file")
    # In a game that is all of the file, the middle.
    at = moves.start(1)
    if near > moves.start(1) and "\n[Event " not in text:
        at = text.rfind("\n", 0, near) + 1
    end = text.find("\n", at)
    return text.count("\n", 0, at), end - at


def percentile(times, percent):
    return 1000 * statistics.quantiles(times, n=100, method="inclusive")[percent - 1]


class Session:
    """A client that waits for each answer before it says more."""

    def __init__(self, server, settings, language="pgn", folder=None):
        self.process = subprocess.Popen([server, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.messages = queue.SimpleQueue()
        threading.Thread(target=self.receive, daemon=True).start()
        self.version = 0
        self.language = language
        self.folder = folder
        self.text = ""
        self.published = None
        self.open_progress = set()
        self.last_id = 0
        actions = {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}, "dataSupport": True,
                   "resolveSupport": {"properties": ["edit"]}}
        tokens = {"requests": {"range": True, "full": {"delta": True}}, "tokenTypes": [], "tokenModifiers": [], "formats": ["relative"]}
        capabilities = {"window": {"workDoneProgress": True}, "textDocument": {"codeAction": actions, "semanticTokens": tokens}}
        folders = [{"uri": pathlib.Path(folder).as_uri(), "name": "games"}] if folder else None
        self.request("initialize", processId=None, rootUri=None, workspaceFolders=folders, capabilities=capabilities,
                     initializationOptions=settings)
        self.notify("initialized", {})

    def open(self, text):
        """Opens a text; returns the seconds until its first findings are there, and until the last are."""
        start = self.send_open(text)
        self.wait_for_findings()
        first = complete = time.perf_counter() - start
        while True:
            try:
                message = self.read(SILENCE)
            except queue.Empty:
                if not self.open_progress:
                    return first, complete
                continue
            if is_publication(message):
                complete = time.perf_counter() - start

    def wait_until_quiet(self):
        """Waits until nothing is told to be under way, and nothing said, for a second."""
        while True:
            try:
                self.read(SILENCE)
            except queue.Empty:
                if not self.open_progress:
                    return

    def send_open(self, text):
        """Opens a text; returns when that was."""
        self.version = 1
        self.text = text
        document = {"uri": URI, "languageId": self.language, "version": 1, "text": text}
        return self.send_timed("textDocument/didOpen", {"textDocument": document})

    def type(self, character, line, column):
        """Inserts a character; returns when that was."""
        return self.change(line, column, column, character)

    def erase(self, line, column):
        self.change(line, column, column + 1, "")

    def change(self, line, start, end, text):
        self.version += 1
        places = {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}
        return self.send_timed("textDocument/didChange", {
            "textDocument": {"uri": URI, "version": self.version},
            "contentChanges": [{"range": places, "text": text}],
        })

    def wait_for_findings(self):
        """Waits for findings of the text as it is now, which may have come before something else that was waited for."""
        while self.published != self.version:
            self.read()

    def request(self, method, **params):
        self.last_id += 1
        if method.startswith(("textDocument/", "scoresheet/")):
            params["textDocument"] = {"uri": URI}
        self.send(encoded(method, params, self.last_id))
        answer_id = b'"id":%d' % self.last_id
        while True:
            body = self.read()
            if b'"method"' not in body[:200] and answer_id in body[:100] + body[-100:]:
                if b'"error"' in body[:200] and method not in MAY_REFUSE:
                    sys.exit(f"latency: {method}: {body[:500]}")
                return body

    def result(self, method, params):
        """The result of a request."""
        return json.loads(self.request(method, **params)).get("result")

    def notify(self, method, params):
        self.send(encoded(method, params))

    def send_timed(self, method, params):
        frame = encoded(method, params)
        start = time.perf_counter()
        self.send(frame)
        return start

    def send(self, frame):
        self.process.stdin.write(frame)
        self.process.stdin.flush()

    def read(self, timeout=None):
        """The next message; what the server wants of the client is answered."""
        body = self.messages.get(timeout=timeout)
        if body is None:
            sys.exit("latency: the server has ended")
        if is_publication(body):
            at_end = VERSION_AT_END.search(body[-60:])
            self.published = int(at_end[1]) if at_end else json.loads(body)["params"].get("version")
        elif b'"method"' in body[:200]:
            self.answer(json.loads(body))
        return body

    def on_message(self, message):
        """Called with every message that is no answer."""

    def answer(self, message):
        self.on_message(message)
        if message["method"] == "$/progress":
            params = message["params"]
            kind = params["value"].get("kind")
            self.open_progress.add(params["token"]) if kind == "begin" else None
            self.open_progress.discard(params["token"]) if kind == "end" else None
        elif "id" in message:
            nothing = [None] * len(message["params"]["items"]) if message["method"] == "workspace/configuration" else None
            self.send(framed({"jsonrpc": "2.0", "id": message["id"], "result": nothing}))

    def receive(self):
        """Takes the messages as they come, so that the server never waits for a client that does not read."""
        while True:
            length = 0
            while line := self.process.stdout.readline().strip():
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not length:
                self.messages.put(None)
                return
            self.messages.put(self.process.stdout.read(length))

    def memory(self):
        """The resident memory in bytes."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s*(\d+) kB", status)[1]) * 1024

    def cpu(self):
        """The seconds of CPU time so far, in steps of a hundredth."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self):
        self.request("shutdown")
        self.notify("exit", {})
        self.process.wait(10)


def is_publication(body):
    return b'"textDocument/publishDiagnostics"' in body[:200] + body[-200:]


def encoded(method, params, request_id=None):
    message = {"jsonrpc": "2.0", "method": method, "params": params}
    if request_id is not None:
        message["id"] = request_id
    return framed(message)


def framed(message):
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


if __name__ == "__main__":
    main()

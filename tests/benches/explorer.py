#!/usr/bin/env python3
"""How long an editor waits for `scoresheet/explorer` while the user walks through an opening, and for the first partial answer.

Usage: tests/benches/explorer.py FOLDER [--rounds N] [--server PATH] [--type]

FOLDER has files of games; those of 64 kB or more get a cache, in a folder of its own that is removed at the end. The first request
reads the files, which is timed alone. Then the position after each ply of some openings is asked N times, as the cursor goes on. With
--type a document of 10 MB is edited in the meantime, with and without an explorer at work, and the time from a character to its findings
is printed. Times are milliseconds. The workspace index is off, so that nothing else runs.
"""
import argparse
import json
import pathlib
import statistics
import sys
import tempfile
import time

from inputs import ROOT, corpus, write_input
from latency import Session, encoded, percentile

SCORESHEET = ROOT / "target/dist/scoresheet"
OPENINGS = [
    "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 e5 7. Nb3 Be6 8. f3 Be7 9. Qd2 O-O 10. O-O-O Nbd7",
    "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. e3 O-O 5. Bd3 d5 6. Nf3 c5 7. O-O Nc6 8. a3 Bxc3 9. bxc3 dxc4 10. Bxc4 Qc7",
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7",
    "1. c4 e5 2. Nc3 Nf6 3. Nf3 Nc6 4. g3 d5 5. cxd5 Nxd5 6. Bg2 Nb6 7. O-O Be7 8. d3 O-O 9. a3 Be6 10. b4 a5",
]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folder", type=pathlib.Path)
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--server", default=SCORESHEET)
    arguments.add_argument("--type", action="store_true")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as caches:
        settings = {"workspaceIndex": {"enabled": False}, "moveCache": {"directory": caches}}
        session = Session(given.server, settings, folder=given.folder.resolve())
        session.open("1. e4 *\n")
        first = ask(session, {}, "first")
        print(f"{first['games']:,} games; without a cache {first['ms']:.0f} ms, first partial answer {first['part']:.0f} ms")
        walk(session, given.rounds)
        print(f"memory of the server: {session.memory() / 2**20:.0f} MB")
        session.end()
        if given.type:
            typing(given.server, settings, given.folder.resolve())


def walk(session, rounds):
    """A row for each ply of the openings."""
    times, cpu = {}, {}
    parts = []
    for round_number in range(rounds):
        for opening in OPENINGS:
            for ply, line in enumerate(lines(opening)):
                before = session.cpu()
                answer = ask(session, {"line": line}, f"{round_number} {line}")
                cpu.setdefault(ply, []).append(1000 * (session.cpu() - before))
                times.setdefault(ply, []).append(answer["ms"])
                parts.append(answer["part"])
    print("| ply | p50 | longest | CPU, mean |\n|---|---|---|---|")
    for ply, of_ply in times.items():
        print(f"| {ply} | {statistics.median(of_ply):.1f} | {max(of_ply):.1f} | {statistics.mean(cpu[ply]):.1f} |")
    all_times = [ms for of_ply in times.values() for ms in of_ply]
    all_cpu = [ms for of_ply in cpu.values() for ms in of_ply]
    print(f"CPU, mean: {statistics.mean(all_cpu):.1f}")
    print(f"all: p50 {statistics.median(all_times):.1f}, p95 {percentile([ms / 1000 for ms in all_times], 95):.1f}; "
          f"first partial answer p50 {statistics.median(parts):.1f}, longest {max(parts):.1f}")


def lines(opening):
    """The line after each ply, from none."""
    words = opening.split()
    ends = [at + 1 for at, word in enumerate(words) if not word[0].isdigit()]
    return [" ".join(words[:end]) for end in [0, *ends]]


def ask(session, position, token):
    """Asks for the moves from a position of the workspace."""
    part = []

    def read_part(message):
        if not part and message["method"] == "$/progress" and message["params"]["token"] == token:
            part.append(time.perf_counter() - start)

    session.on_message = read_part
    start = time.perf_counter()
    body = session.request("scoresheet/explorer", **position, scope="workspace", partialResultToken=token)
    seconds = time.perf_counter() - start
    answer = json.loads(body)["result"]
    if not answer["complete"]:
        sys.exit(f"explorer: not complete: {answer['unread']}")
    return {"ms": 1000 * seconds, "part": 1000 * (part[0] if part else seconds), "games": answer["total"]["games"]}


def typing(server, settings, folder):
    """The time from a character to its findings, with and without an explorer at work."""
    with tempfile.NamedTemporaryFile(suffix=".pgn") as file:
        write_input("plain", 10 << 20, pathlib.Path(file.name), corpus())
        text = pathlib.Path(file.name).read_text(encoding="utf-8")
    middle = text.index("\n\n1.", len(text) // 2) + 2
    line, column = text.count("\n", 0, middle), 2
    for is_busy in (False, True):
        session = Session(server, settings, folder=folder)
        session.open(text)
        ask(session, {}, "warm")
        times = []
        for number in range(60):
            if is_busy:
                busy(session, number)
            start = session.type(" ", line, column)
            session.wait_for_findings()
            times.append(time.perf_counter() - start)
            session.erase(line, column)
            session.wait_for_findings()
        name = "with an explorer at work" if is_busy else "without"
        print(f"findings after a character, {name}: p50 {percentile(times, 50):.2f}, p95 {percentile(times, 95):.2f}")
        session.end()


def busy(session, number):
    """Asks for a position without waiting for the answer."""
    session.last_id += 1
    opening = lines(OPENINGS[number % len(OPENINGS)])
    params = {"line": opening[number % len(opening)], "scope": {"files": [session.folder.as_uri()]}}
    session.send(encoded("scoresheet/explorer", params, session.last_id))


if __name__ == "__main__":
    main()

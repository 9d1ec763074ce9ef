#!/usr/bin/env python3
"""Runs the suite with python-chess, as an example of how a reader is held against it: check_python_chess.py [CASE...].

Needs Python 3.9 and `pip install chess`. It checks what python-chess reads, not what it reports, prints the cases that differ,
and ends with 0: what a reader makes of a broken file is its own business, to be looked at.
"""
import io
import json
import logging
import pathlib
import sys

import chess.pgn

CASES = pathlib.Path(__file__).resolve().parent / "cases"


def main():
    logging.disable()
    sys.setrecursionlimit(100_000)
    passed = 0
    names = sys.argv[1:] or sorted(path.stem for path in CASES.glob("*.json"))
    for name in names:
        expected = json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))["games"]
        try:
            differences = list(compare(expected, read(CASES / f"{name}.pgn")))
        except Exception as error:
            differences = [f"{type(error).__name__}: {error}"]
        passed += not differences
        for difference in differences:
            print(f"{name}: {difference}")
    print(f"{passed} of {len(names)} cases are read as expected")


def read(path):
    data = path.read_bytes()
    for encoding in ("utf-16" if data[:2] == b"\xff\xfe" else "utf-8-sig", "latin-1"):
        try:
            text = data.decode(encoding)
            break
        except UnicodeDecodeError:
            continue
    file = io.StringIO(text, newline=None)
    games = []
    while game := chess.pgn.read_game(file):
        games.append(game)
    return [game for game in games if list(game.mainline_moves()) or len(games) == 1]


def compare(expected, games):
    needed = [game for game in expected if not game.get("optional")]
    if not len(needed) <= len(games) <= len(expected):
        yield f"{len(games)} games, expected {len(needed)}"
        return
    for number, (wanted, game) in enumerate(zip(expected, games), 1):
        moves = [node.san() for node in game.mainline()]
        if (moves[:len(wanted["moves"])] if wanted.get("open_end") else moves) != wanted["moves"]:
            yield f"game {number}: moves {' '.join(moves)}, expected {' '.join(wanted['moves'])}"
        if "start" in wanted and game.board().fen() != wanted["start"]:
            yield f"game {number}: starts from {game.board().fen()}"
        if "tags" in wanted:
            for name, value in wanted["tags"]:
                if game.headers.get(name) != value:
                    yield f"game {number}: the tag {name} is {game.headers.get(name)!r}, expected {value!r}"


if __name__ == "__main__":
    main()

"""Compares a Polyglot book with the repertoire that it was made of, move by move: `read_book.py SIDE BOOK GAMES...`."""

import sys

import chess.polyglot
from reading import read

side, path, games = sys.argv[1], sys.argv[2], sys.argv[3:]
expected = read(side == "white", games)
entries = 0
with chess.polyglot.open_reader(path) as book:
    for board, moves in expected.values():
        found = {entry.move for entry in book.find_all(board, minimum_weight=0)}
        assert found == moves, (board.fen(), found, moves)
        entries += len(found)
    assert entries == len(book), (entries, len(book))
print(entries)

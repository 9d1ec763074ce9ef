"""Compares games with the records that they became, or records with the games that they became, as python-chess reads both."""

import re
import sys

import chess
import chess.pgn

TAGS = {"eco": "ECO", "nic": "NIC", "v0": "Opening", "v1": "Variation", "v2": "SubVariation"}


def games(path):
    with open(path, encoding="utf-8") as file:
        while game := chess.pgn.read_game(file):
            assert not game.errors, game.errors
            yield game


def records(path):
    with open(path, encoding="utf-8") as file:
        for line in file:
            board = chess.Board()
            yield board, board.set_epd(line)


def value(header):
    """What the text of a header means: python-chess leaves the escapes (section 7 of the standard) as they are."""
    return re.sub(r'\\(["\\])', r"\1", header)


def opening(headers):
    return {name: value(headers[tag]) for name, tag in TAGS.items() if tag in headers and headers[tag] != "?"}


def comments(operations):
    return " ".join(filter(None, (operations.get(f"c{number}") for number in range(10))))


def words(text):
    return " ".join(text.split())


def become_records(games, records):
    """Each position of a main line is a record, in order."""
    openings = texts = 0
    for game in games:
        node, first = game, True
        while node:
            board, operations = next(records)
            assert board.fen(en_passant="fen") == node.board().fen(en_passant="fen"), (board, node.board())
            assert operations.get("sm") == (node.next().move if node.next() else None), operations
            expected = opening(game.headers) if first else {}
            assert {name: operations[name] for name in TAGS if name in operations} == expected, operations
            assert comments(operations) == words(node.comment), (operations, node.comment)
            openings += len(expected)
            texts += bool(node.comment)
            node, first = node.next(), False
    assert next(records, None) is None
    return openings, texts


def become_games(records, games):
    """Each record is a game from its position."""
    openings = texts = 0
    for board, operations in records:
        game = next(games)
        assert game.board().fen() == board.fen(), (game.board(), board)
        assert game.headers["Event"] == operations["id"], operations
        expected = {name: operations[name] for name in TAGS if name in operations}
        assert opening(game.headers) == expected, (game.headers, operations)
        assert words(game.comment) == comments(operations), (game.comment, operations)
        assert list(game.mainline_moves()) == operations["pv"], operations
        openings += len(expected)
        texts += bool(game.comment)
    assert next(games, None) is None
    return openings, texts


way, one, other = sys.argv[1:]
if way == "records":
    print("%d operations of openings, %d positions with comments" % become_records(games(one), records(other)))
else:
    print("%d operations of openings, %d positions with comments" % become_games(records(one), games(other)))

"""Compares a Polyglot book with the games of a PGN file, to a depth in plies: `expected.py GAMES BOOK DEPTH`."""

import sys

import chess.pgn
import chess.polyglot


def points(result, turn):
    """Two for a win of the side that moves, one for a draw."""
    return {"1-0": 2 * (turn == chess.WHITE), "0-1": 2 * (turn == chess.BLACK), "1/2-1/2": 1}.get(result, 0)


def read(path):
    """For each position its board, and the points of each move that was played there, by each game once."""
    positions = {}
    with open(path) as file:
        while game := chess.pgn.read_game(file):
            board, seen = game.board(), set()
            for move in game.mainline_moves():
                epd = board.epd(en_passant="legal")
                if epd not in seen:
                    seen.add(epd)
                    _, moves = positions.setdefault(epd, (board.copy(stack=False), {}))
                    moves[move] = moves.get(move, 0) + points(game.headers["Result"], board.turn)
                board.push(move)
    return positions


def main():
    games, path, depth = sys.argv[1], sys.argv[2], int(sys.argv[3])
    positions = read(games)
    level = {chess.Board().epd(en_passant="legal")}
    reached = set()
    for _ in range(depth):
        following = set()
        for epd in level & positions.keys():
            reached.add(epd)
            board, moves = positions[epd]
            for move in moves:
                after = board.copy(stack=False)
                after.push(move)
                following.add(after.epd(en_passant="legal"))
        level = following
    entries = 0
    with chess.polyglot.open_reader(path) as book:
        for epd in reached:
            board, moves = positions[epd]
            found = {entry.move: entry.weight for entry in book.find_all(board, minimum_weight=0)}
            assert found.keys() == moves.keys(), (epd, found, moves)
            # Only the ratio of the weights in a position means something.
            most, most_found = max(moves.values()), max(found.values())
            for move, weight in found.items():
                assert weight * most == moves[move] * most_found and (most > 0) == (most_found > 0), (epd, found, moves)
            entries += len(found)
        assert entries == len(book), (entries, len(book))
    print(entries)


main()

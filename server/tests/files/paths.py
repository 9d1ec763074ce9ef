"""Counts the games whose main lines are not paths of the game in the first file, as python-chess reads them."""

import sys

import chess.pgn


def paths(game):
    found, open_nodes = set(), [(game, ())]
    while open_nodes:
        node, path = open_nodes.pop()
        found.add(path)
        open_nodes += [(child, path + (child.move.uci(),)) for child in node.variations]
    return found


with open(sys.argv[1], encoding="utf-8") as file:
    tree = paths(chess.pgn.read_game(file))
games = missing = 0
with open(sys.argv[2], encoding="utf-8") as file:
    while game := chess.pgn.read_game(file):
        games += 1
        missing += tuple(move.uci() for move in game.mainline_moves()) not in tree
print(f"{games} games, {missing} of them not in the tree")

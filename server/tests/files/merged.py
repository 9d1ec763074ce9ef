"""Counts the games of the second file whose main lines, comments, NAGs or tags are not in the game of the first file with the same White, as
python-chess reads them."""

import sys

import chess.pgn


def games(name):
    with open(name, encoding="utf-8") as file:
        while game := chess.pgn.read_game(file):
            yield game


def content(game):
    """The paths, and what is said at which path."""
    paths, said, open_nodes = set(), set(), [(game, ())]
    while open_nodes:
        node, path = open_nodes.pop()
        paths.add(path)
        said |= {(path, word) for word in (node.comment + " " + getattr(node, "starting_comment", "")).split()}
        said |= {(path, nag) for nag in node.nags}
        open_nodes += [(child, path + (child.move.uci(),)) for child in node.variations]
    return paths, said


kept = {game.headers["White"]: (game, *content(game)) for game in games(sys.argv[1])}
count = missing = 0
for game in games(sys.argv[2]):
    count += 1
    merged, paths, said = kept[game.headers["White"]]
    line = tuple(move.uci() for move in game.mainline_moves())
    known = {name for name, value in game.headers.items() if value.strip("?.*")}
    missing += not (
        line in paths
        and content(game)[0] <= paths
        and content(game)[1] <= said
        and all(merged.headers.get(name, "").strip("?.*") for name in known)
    )
print(f"{count} games in {len(kept)}, {missing} of them not in the one that stays")

"""A repertoire as python-chess reads it: which moves are to be played in which positions."""

import chess
import chess.pgn

MISTAKES = {chess.pgn.NAG_MISTAKE, chess.pgn.NAG_BLUNDER, chess.pgn.NAG_DUBIOUS_MOVE}


def read(side, paths):
    """For each position that is reached, its board and the moves of either side that are played there."""
    moves, mistakes, starts = {}, set(), []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            while game := chess.pgn.read_game(file):
                starts.append(game.board())
                lines = [(game, False)]
                while lines:
                    node, is_after_mistake = lines.pop()
                    board = node.board()
                    for after in node.variations:
                        is_mistake = board.turn == side and bool(after.nags & MISTAKES)
                        if is_mistake:
                            mistakes.add((key(board), after.move))
                        if not is_after_mistake:
                            moves.setdefault(key(board), (board, set()))[1].add(after.move)
                        lines.append((after, is_after_mistake or is_mistake))
    reached, left = {}, starts
    while left:
        board = left.pop()
        if key(board) in reached or key(board) not in moves:
            continue
        played = {move for move in moves[key(board)][1] if (key(board), move) not in mistakes}
        reached[key(board)] = (board, played)
        for move in played:
            after = board.copy(stack=False)
            after.push(move)
            left.append(after)
    return {name: found for name, found in reached.items() if found[1]}


def key(board):
    return board.epd(en_passant="legal")

"""Answers queries about the games of a PGN file by trying every position: `name: game:ply ...`, games from 1."""

import sys

import chess
import chess.pgn

PIECES = [chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN]


def counts(board, color):
    return [len(board.pieces(piece, color)) for piece in PIECES]


def material(first, second, either=True):
    def holds(at):
        white, black = counts(at.board, chess.WHITE), counts(at.board, chess.BLACK)
        return (white, black) == (first, second) or either and (white, black) == (second, first)

    return holds


def captured(at):
    if at.move is None:
        return None
    if at.before.is_en_passant(at.move):
        return chess.Piece(chess.PAWN, not at.before.turn)
    return at.before.piece_at(at.move.to_square) if at.before.is_capture(at.move) else None


def moved(at):
    return at.before.piece_at(at.move.from_square) if at.move else None


def has(at, symbol, square):
    return at.board.piece_at(chess.parse_square(square)) == chess.Piece.from_symbol(symbol)


def number(at, symbol):
    piece = chess.Piece.from_symbol(symbol)
    return len(at.board.pieces(piece.piece_type, piece.color))


POSITIONS = {
    "material KRvKR": material([0, 0, 0, 1, 0], [0, 0, 0, 1, 0]),
    "material KRPvKR": material([1, 0, 0, 1, 0], [0, 0, 0, 1, 0]),
    "material KNvK white": material([0, 1, 0, 0, 0], [0] * 5, either=False),
    'board "8/8/2n5/8/3P4/8/8/8"': lambda at: has(at, "n", "c6") and has(at, "P", "d4"),
    'flip board "8/8/2n5/8/3P4/8/8/8"': lambda at: has(at, "n", "c6") and has(at, "P", "d4")
    or has(at, "N", "c3") and has(at, "p", "d5"),
    'mirror board "8/8/8/8/2B5/8/8/8"': lambda at: has(at, "B", "c4") or has(at, "B", "f4"),
    'board "8/8/8/3_4/3A4/8/8/8" and q = 0': lambda at: at.board.piece_at(chess.D5) is None
    and at.board.color_at(chess.D4) == chess.WHITE
    and number(at, "q") == 0,
    "Q + q = 0 and R = 1": lambda at: number(at, "Q") + number(at, "q") == 0 and number(at, "R") == 1,
    "P - p >= 2 and N > n": lambda at: number(at, "P") - number(at, "p") >= 2 and number(at, "N") > number(at, "n"),
    "imbalance B v N": lambda at: [w - b for w, b in zip(counts(at.board, True), counts(at.board, False))]
    == [0, -1, 1, 0, 0],
    "check": lambda at: at.board.is_check(),
    "mate": lambda at: at.board.is_checkmate(),
    "stalemate": lambda at: at.board.is_stalemate(),
    "castling kingside": lambda at: at.move is not None and at.before.is_kingside_castling(at.move),
    "enpassant": lambda at: at.move is not None and at.before.is_en_passant(at.move),
    "promotion to q": lambda at: at.move is not None and at.move.promotion == chess.QUEEN and at.board.turn,
    "captured q by N": lambda at: captured(at) == chess.Piece.from_symbol("q")
    and moved(at) == chess.Piece.from_symbol("N"),
    "move Nxe5": lambda at: captured(at) is not None
    and moved(at).piece_type == chess.KNIGHT
    and at.move.to_square == chess.E5,
    "move R+ and movenumber >= 20": lambda at: at.move is not None
    and moved(at).piece_type == chess.ROOK
    and at.board.is_check()
    and at.before.fullmove_number >= 20,
}

# The first holds, and the second in a later position, at most so many plies later.
SEQUENCES = {
    "check then within 1 capture": (lambda at: at.board.is_check(), 1, lambda at: captured(at) is not None),
    "captured q then promotion": (
        lambda at: captured(at) == chess.Piece.from_symbol("q"),
        10**6,
        lambda at: at.move is not None and at.move.promotion is not None,
    ),
}

# It holds in so many positions in a row.
STREAKS = {"Q + q = 0 for 8 plies": (lambda at: number(at, "Q") + number(at, "q") == 0, 8)}

TAGS = {
    'white = "P1*"': lambda tags: tags["White"].startswith("P1"),
    "date >= 2010.06": lambda tags: tags["Date"][:4] > "2010" or "2010.06" <= tags["Date"][:7] <= "2010.12",
    "result != 1-0": lambda tags: tags["Result"] != "1-0",
    "elo in 2300..2500": lambda tags: all(2300 <= int(tags.get(name, "0")) <= 2500 for name in ("WhiteElo", "BlackElo")),
    "eco in B90..C10": lambda tags: "B90" <= tags["ECO"] <= "C10",
}


class At:
    def __init__(self, board, before, move):
        self.board, self.before, self.move = board, before, move


def positions(game):
    board = game.board()
    yield At(board.copy(stack=False), None, None)
    for move in game.mainline_moves():
        before = board.copy(stack=False)
        board.push(move)
        yield At(board.copy(stack=False), before, move)


def first(answers):
    return next((ply for ply, holds in enumerate(answers) if holds), None)


def sequence(reached, one, within, other):
    ones, last = [one(at) for at in reached], None
    for ply, at in enumerate(reached):
        if last is not None and ply - last <= within and other(at):
            return ply
        last = ply if ones[ply] else last
    return None


def streak(reached, holds, length):
    run = 0
    for ply, at in enumerate(reached):
        run = run + 1 if holds(at) else 0
        if run >= length:
            return ply
    return None


def main():
    found = {}
    index = 0
    with open(sys.argv[1]) as file:
        while game := chess.pgn.read_game(file):
            index += 1
            reached = list(positions(game))
            for name, holds in POSITIONS.items():
                found.setdefault(name, []).append((index, first(holds(at) for at in reached)))
            for name, (one, within, other) in SEQUENCES.items():
                found.setdefault(name, []).append((index, sequence(reached, one, within, other)))
            for name, (holds, length) in STREAKS.items():
                found.setdefault(name, []).append((index, streak(reached, holds, length)))
            for name, holds in TAGS.items():
                found.setdefault(name, []).append((index, "" if holds(game.headers) else None))
    for name, games in found.items():
        hits = [f"{index}:{ply}" for index, ply in games if ply is not None]
        print(f"{name}\t{' '.join(hits)}")


main()

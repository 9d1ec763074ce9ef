"""Slips of tag pairs: delimiters and names, and FEN tags that hold another position than the one from which the game is played."""
import chess

from games import Game
from in_comments import Added
from kinds import kind, some
from slip import replace


def _of_tag(name, game, source, edit):
    if not (tag := some(game.tags, source)):
        return None
    start, end, new = edit(tag)
    return replace(name, start, end, new, (tag.start(), tag.end()))


@kind("lost-quote")
def lost_quote(game, source, name):
    return _of_tag(name, game, source, lambda tag: source.choice([(tag.start(2) - 1, tag.start(2), ""), (tag.end(2), tag.end(2) + 1, "")]))


@kind("lost-bracket")
def lost_bracket(game, source, name):
    return _of_tag(name, game, source, lambda tag: source.choice([(tag.start(), tag.start() + 1, ""), (tag.end() - 1, tag.end(), "")]))


@kind("mistyped-bracket")
def mistyped_bracket(game, source, name):
    return _of_tag(name, game, source, lambda tag: source.choice([(tag.start(), tag.start() + 1, "{"), (tag.end() - 1, tag.end(), "}")]))


@kind("mistyped-tag-name")
def mistyped_tag_name(game, source, name):
    tag = some([tag for tag in game.tags if tag[1] in ("Event", "Site", "Date", "Round", "White", "Black", "Result")], source)
    if tag is None:
        return None
    at = source.randrange(tag.start(1), tag.end(1) - 1)
    it, following = game.text[at], game.text[at + 1]
    new = source.choice([following + it, it, it + it + following, it + " " + following])
    return replace(name, at, at + 2, new, (tag.start(), tag.end())) if new != it + following else None


def _from_the_middle(game, source):
    """The game from a position on, with tags that give it; and the board before each of its moves."""
    moves, tag = game.moves(0), game.tag("Result")
    if tag is None or game.tag("FEN") or game.tag("SetUp") or game.tag("Variant") or len(moves) < 20:
        return None
    board, boards = chess.Board(), []
    for move in moves:
        boards.append(board.copy(stack=False))
        board.push_san(move.text)
    boards.append(board)
    first = source.randrange(2, len(moves) - 12) & ~1
    fen = f'[SetUp "1"]{game.line_end()}[FEN "{boards[first].fen(en_passant="fen")}"]{game.line_end()}'
    number = game.before(moves[first])[0]
    if number.kind != "number":
        return None
    at = tag.end() + len(game.line_end())
    return Game(game.text[:at] + fen + game.text[at : game.body] + game.text[number.start :]), boards[first:]


def _of_fen(name, game, source, change):
    if not (made := _from_the_middle(game, source)):
        return None
    made, boards = made
    tag = made.tag("FEN")
    new = change(tag[2], boards)
    if new is None or new == tag[2]:
        return None
    return Added(made, replace(name, tag.start(2), tag.end(2), new, (tag.start(), tag.end())))


@kind("fen-other-side")
def fen_other_side(game, source, name):
    return _of_fen(name, game, source, lambda fen, boards: fen.replace(" w ", " b "))


@kind("fen-final-position")
def fen_final_position(game, source, name):
    return _of_fen(name, game, source, lambda fen, boards: boards[-1].fen())


@kind("fen-after-first-move")
def fen_after_first_move(game, source, name):
    return _of_fen(name, game, source, lambda fen, boards: boards[1].fen())


@kind("fen-character")
def fen_character(game, source, name):
    def change(fen, boards):
        at = source.randrange(fen.index(" "))
        new = source.choice(["", fen[at] * 2, source.choice("12345678pnbrqkPNBRQK/")])
        return fen[:at] + new + fen[at + 1 :]

    return _of_fen(name, game, source, change)


@kind("fen-castling")
def fen_castling(game, source, name):
    def change(fen, boards):
        fields = fen.split(" ")
        fields[2] = "-" if fields[2] != "-" else "KQkq"
        return " ".join(fields)

    return _of_fen(name, game, source, change)

"""Slips inside of a move: letters for digits, neighbours on the keyboard, characters lost, doubled, inserted and swapped, halves."""
from kinds import kind, some
from slip import replace

LETTERS_LIKE_DIGITS = {"1": "lIi", "2": "Zz", "3": "E", "4": "A", "5": "Ss", "6": "bG", "7": "TZ?", "8": "BS", "0": "OoDQ"}
LIKE_LETTERS = {
    "a": ["o", "e", "d"], "b": ["6", "h", "l"], "c": ["e", "o", "("], "d": ["cl", "a", "o"], "e": ["c", "o", "6"], "f": ["t", "l", "r"],
    "g": ["9", "q", "y"], "h": ["b", "n", "li"], "N": ["H", "M", "W"], "B": ["8", "E", "D"], "R": ["P", "F", "8"], "Q": ["0", "O", "D"],
    "K": ["X", "H", "k"], "O": ["0", "Q", "D"], "x": ["X", "*", "z"], "=": ["-", "_"],
}
DIGITS_LIKE_DIGITS = {"1": "7", "3": "8", "8": "3", "6": "85", "5": "6", "7": "1", "4": "1", "2": "7"}
KEYBOARD = {
    "a": "sqz", "b": "vn", "c": "xv", "d": "sfec", "e": "wrd", "f": "dgrv", "g": "fhtb", "h": "gjn",
    "1": "2q", "2": "13w", "3": "24e", "4": "35r", "5": "46t", "6": "57y", "7": "68u", "8": "79i",
    "N": "MBHJ", "B": "VNGH", "R": "ETFD", "Q": "WAS", "K": "JLIM",
}
PIECES = "NBRQK"
FOREIGN = "éöçßðłΔωжя²³´°§€中"


def of_character(name, game, source, choose):
    """A slip in which one character of a move becomes something else. `choose` returns it, or None for characters left alone."""
    places = [
        (move, index, new)
        for move in game.moves()
        for index, character in enumerate(move.text.rstrip("+#"))
        if (new := choose(move.text, index, character)) is not None
    ]
    if not (place := some(places, source)):
        return None
    move, index, new = place
    at = move.start + index
    return replace(name, at, at + 1, source.choice(new), (move.start, move.end))


@kind("letter-for-digit")
def letter_for_digit(game, source, name):
    return of_character(name, game, source, lambda move, index, it: LETTERS_LIKE_DIGITS.get(it))


@kind("look-alike-file")
def look_alike_file(game, source, name):
    return of_character(name, game, source, lambda move, index, it: LIKE_LETTERS[it] if it in "abcdefgh" else None)


@kind("look-alike-piece")
def look_alike_piece(game, source, name):
    return of_character(name, game, source, lambda move, index, it: LIKE_LETTERS[it] if it in PIECES and index == 0 else None)


@kind("look-alike-digit")
def look_alike_digit(game, source, name):
    return of_character(name, game, source, lambda move, index, it: DIGITS_LIKE_DIGITS.get(it))


@kind("look-alike-castling")
def look_alike_castling(game, source, name):
    return of_character(name, game, source, lambda move, index, it: LIKE_LETTERS["O"] if it == "O" else None)


@kind("foreign-character")
def foreign_character(game, source, name):
    """A letter, digit or sign outside of ASCII in place of a character, or beside it."""
    other = source.choice(FOREIGN)
    return of_character(name, game, source, lambda move, index, it: [other, it + other, other + it])


@kind("keyboard-file")
def keyboard_file(game, source, name):
    return of_character(name, game, source, lambda move, index, it: KEYBOARD[it] if it in "abcdefgh" else None)


@kind("keyboard-rank")
def keyboard_rank(game, source, name):
    return of_character(name, game, source, lambda move, index, it: KEYBOARD[it] if it.isdigit() else None)


@kind("keyboard-piece")
def keyboard_piece(game, source, name):
    return of_character(name, game, source, lambda move, index, it: KEYBOARD[it] if it in PIECES and index == 0 else None)


@kind("wrong-square")
def wrong_square(game, source, name):
    return of_character(name, game, source, lambda move, index, it: "12345678".replace(it, "") if it.isdigit() else None)


@kind("wrong-piece")
def wrong_piece(game, source, name):
    return of_character(name, game, source, lambda move, index, it: PIECES.replace(it, "") if it in PIECES and index == 0 else None)


@kind("lower-case-piece")
def lower_case_piece(game, source, name):
    return of_character(name, game, source, lambda move, index, it: [it.lower()] if it in PIECES and index == 0 else None)


@kind("capitalised-pawn")
def capitalised_pawn(game, source, name):
    return of_character(name, game, source, lambda move, index, it: [it.upper()] if it in "abcdefgh" and index == 0 else None)


@kind("lost-piece-letter")
def lost_piece_letter(game, source, name):
    return of_character(name, game, source, lambda move, index, it: [""] if it in PIECES and index == 0 else None)


@kind("lost-file")
def lost_file(game, source, name):
    return of_character(name, game, source, lambda move, index, it: [""] if it in "abcdefgh" else None)


@kind("lost-rank")
def lost_rank(game, source, name):
    return of_character(name, game, source, lambda move, index, it: [""] if it.isdigit() else None)


@kind("lost-castling-character")
def lost_castling_character(game, source, name):
    return of_character(name, game, source, lambda move, index, it: [""] if move[0] == "O" else None)


@kind("lost-promotion")
def lost_promotion(game, source, name):
    return of_character(name, game, source, lambda move, index, it: [""] if index and move[index - 1] == "=" else None)


@kind("doubled-character")
def doubled_character(game, source, name):
    return of_character(name, game, source, lambda move, index, it: [it + it] if it not in "x" else None)


@kind("inserted-character")
def inserted_character(game, source, name):
    inserted = "abcdefgh12345678NBRQKxt;,.'`-_"
    return of_character(name, game, source, lambda move, index, it: [new + it for new in inserted] if index else None)


@kind("swapped-characters")
def swapped_characters(game, source, name):
    places = [
        (move, index)
        for move in game.moves()
        for index in range(len(move.text.rstrip("+#")) - 1)
        if move.text[index] != move.text[index + 1]
    ]
    if not (place := some(places, source)):
        return None
    move, index = place
    at = move.start + index
    return replace(name, at, at + 2, move.text[index + 1] + move.text[index], (move.start, move.end))


def _inside(name, game, source, new, is_place, optional=()):
    """A slip that puts `new` into a move, in front of an index that is a place for it."""
    places = [(move, index) for move in game.moves() for index in range(1, len(move.text)) if is_place(move.text, index)]
    if not (place := some(places, source)):
        return None
    move, index = place
    at = move.start + index
    return replace(name, at, at, source.choice(new), (move.start, move.end), optional)


@kind("space-in-move")
def space_in_move(game, source, name):
    return _inside(name, game, source, " ", lambda move, index: move[index] not in "+#")


@kind("space-before-check-mark")
def space_before_check_mark(game, source, name):
    return _inside(name, game, source, " ", lambda move, index: move[index] in "+#")


@kind("space-at-promotion")
def space_at_promotion(game, source, name):
    return _inside(name, game, source, " ", lambda move, index: "=" in move[index - 1 : index + 1])


@kind("space-at-capture")
def space_at_capture(game, source, name):
    return _inside(name, game, source, " ", lambda move, index: "x" in move[index - 1 : index + 1])


@kind("line-break-in-move")
def line_break_in_move(game, source, name):
    return _inside(name, game, source, [game.line_end()], lambda move, index: move[index] not in "+#")


@kind("mark-in-move")
def mark_in_move(game, source, name):
    return _inside(name, game, source, ["!", "?", "?!", "!?", "$1", "{a}"], lambda move, index: move[index] not in "+#", ("nag", "comment"))


@kind("point-in-move")
def point_in_move(game, source, name):
    return _inside(name, game, source, [".", "-", ":", ". ", "- "], lambda move, index: move[index] not in "+#")


def _ambiguous(game):
    """Moves with a file or rank of the piece that moves, and where it is."""
    for move in game.moves():
        said = move.text.rstrip("+#").replace("x", "")
        if move.text[0] in "NBRQ" and len(said) > 3:
            yield move, said[1]


@kind("lost-disambiguation")
def lost_disambiguation(game, source, name):
    if not (place := some(_ambiguous(game), source)):
        return None
    move, _ = place
    return replace(name, move.start + 1, move.start + 2, "", (move.start, move.end))


@kind("wrong-disambiguation")
def wrong_disambiguation(game, source, name):
    if not (place := some(_ambiguous(game), source)):
        return None
    move, it = place
    others = ("abcdefgh" if it.isalpha() else "12345678").replace(it, "")
    return replace(name, move.start + 1, move.start + 2, source.choice(others), (move.start, move.end))


@kind("needless-wrong-disambiguation")
def needless_wrong_disambiguation(game, source, name):
    plain = [move for move in game.moves() if move.text[0] in "NR" and len(move.text.rstrip("+#").replace("x", "")) == 3]
    if not (move := some(plain, source)):
        return None
    return replace(name, move.start + 1, move.start + 1, source.choice("abcdefgh"), (move.start, move.end))


@kind("check-mark-of-none")
def check_mark_of_none(game, source, name):
    quiet = [move for move in game.moves() if move.text[-1] not in "+#"]
    if not (move := some(quiet, source)):
        return None
    return replace(name, move.end, move.end, source.choice("++#"), (move.start, move.end))

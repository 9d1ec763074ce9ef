"""Slips between moves: moves, pairs and lines lost, doubled and swapped, numbers, results, and tokens that run together."""
import re

from kinds import kind, some
from slip import Slip, replace


def _span(game, first, last):
    """Two moves with what is between them, and the number in front of the first."""
    number = next(iter(game.before(first)), None)
    start = number.start if number and number.kind == "number" else first.start
    return start, last.end


def _pairs(game):
    """White's move with its number and Black's move after it."""
    for move in game.moves():
        number, following = next(iter(game.before(move)), None), game.next_move(move)
        if number and re.fullmatch(r"\d+\s*\.", number.text) and following:
            yield move, following


@kind("lost-move")
def lost_move(game, source, name):
    move = some(game.moves()[:-1], source)
    return replace(name, move.start, move.end, "", (move.start, move.end))


@kind("lost-pair")
def lost_pair(game, source, name):
    if not (pair := some(_pairs(game), source)):
        return None
    return replace(name, *_span(game, *pair), "")


@kind("lost-line")
def lost_line(game, source, name):
    lines = list(re.finditer(r"[^\n]+\n", game.text[game.body :]))
    plain = [line for line in lines[:-1] if not set("{}();[") & set(line[0]) and re.search(r"[a-h][1-8]", line[0])]
    if not (line := some(plain, source)) or "{" in game.text[game.body :] and _is_in_comment(game, game.body + line.start()):
        return None
    return replace(name, game.body + line.start(), game.body + line.end(), "")


def _is_in_comment(game, offset):
    return any(token.start < offset < token.end for token in game.of("comment"))


@kind("doubled-move")
def doubled_move(game, source, name):
    move = some(game.moves(), source)
    return replace(name, move.end, move.end, " " + move.text, (move.start, move.end))


@kind("doubled-pair")
def doubled_pair(game, source, name):
    if not (pair := some(_pairs(game), source)):
        return None
    start, end = _span(game, *pair)
    return replace(name, end, end, " " + game.text[start:end], (start, end))


@kind("swapped-moves")
def swapped_moves(game, source, name):
    pairs = [(it, following) for it in game.moves() if (following := game.next_move(it)) and following.text != it.text]
    if not (pair := some(pairs, source)):
        return None
    first, second = pair
    edits = ((first.start, first.end, second.text), (second.start, second.end, first.text))
    return Slip(name, edits, (first.start, second.end))


def _numbers(game):
    return [token for token in game.of("number") if token.text[0].isdigit()]


def _with_move(game, number):
    """The range of a number and the move after it."""
    following = next(iter(game.after(number)), number)
    return number.start, following.end


@kind("wrong-number")
def wrong_number(game, source, name):
    if not (number := some(_numbers(game), source)):
        return None
    digits = re.match(r"\d+", number.text)[0]
    wrong = [str(int(digits) + 1), str(int(digits) - 1), str(int(digits) + 10), digits + digits[-1], digits[:-1]]
    wrong = [it for it in wrong if it != digits and it]
    return replace(name, number.start, number.start + len(digits), source.choice(wrong), _with_move(game, number))


@kind("letter-in-number")
def letter_in_number(game, source, name):
    like = {"1": "lI", "0": "O", "5": "S", "8": "B", "6": "b", "2": "Z"}
    places = [(it, index) for it in _numbers(game) for index, digit in enumerate(it.text) if digit in like]
    if not (place := some(places, source)):
        return None
    number, index = place
    at = number.start + index
    return replace(name, at, at + 1, source.choice(like[number.text[index]]), _with_move(game, number))


@kind("number-without-point")
def number_without_point(game, source, name):
    if not (number := some([it for it in _numbers(game) if "." in it.text], source)):
        return None
    digits = len(re.match(r"\d+", number.text)[0])
    new = source.choice([",", ";", ":", ")", "-", ""])
    return replace(name, number.start + digits, number.end, new, _with_move(game, number))


@kind("wrong-side-points")
def wrong_side_points(game, source, name):
    numbers = [it for it in _numbers(game) if it.text.endswith("...")]
    if not (number := some(numbers, source)):
        return None
    return replace(name, number.end - 3, number.end, ".", _with_move(game, number))


@kind("glued-moves")
def glued_moves(game, source, name):
    pairs = [(it, following) for it in game.moves() if (following := game.next_move(it)) and game.text[it.end : following.start].isspace()]
    if not (pair := some(pairs, source)):
        return None
    first, second = pair
    return replace(name, first.end, second.start, "", (first.start, second.end))


@kind("glued-number")
def glued_number(game, source, name):
    pairs = [
        (it, number) for it in game.moves() if (number := next(iter(game.after(it)), it)).kind == "number" and number.text[0].isdigit()
    ]
    if not (pair := some(pairs, source)):
        return None
    move, number = pair
    return replace(name, move.end, number.start, "", (move.start, _with_move(game, number)[1]))


@kind("glued-all")
def glued_all(game, source, name):
    """All white space of a pair of moves lost: `1.e4e5`."""
    if not (pair := some(_pairs(game), source)):
        return None
    start, end = _span(game, *pair)
    edits = tuple((start + m.start(), start + m.end(), "") for m in re.finditer(r"\s+", game.text[start:end]))
    return Slip(name, edits, (start, end)) if edits else None


@kind("glued-result")
def glued_result(game, source, name):
    result = game.of("result")
    before = game.before(result[-1])[0] if result else None
    if before is None or before.kind != "move" or before.end == result[-1].start:
        return None
    return replace(name, before.end, result[-1].start, "", (before.start, result[-1].end))


@kind("mistyped-result")
def mistyped_result(game, source, name):
    wrong = {
        "1-0": ["1-O", "l-0", "1-", "1_0", "1=0", "10", "1-0-", "1–0", "2-0", "+-"],
        "0-1": ["O-1", "0-l", "-1", "0_1", "0=1", "01", "0–1", "0-2", "-+", "0-1."],
        "1/2-1/2": ["1/2", "½", "1/2-1-2", "1/2-", "1/2–1/2", "l/2-l/2", "1/2-12", "0.5-0.5", "="],
        "*": ["**", "?", ".", "x"],
    }
    if not (result := game.of("result")):
        return None
    return replace(name, result[-1].start, result[-1].end, source.choice(wrong[result[-1].text]))


@kind("lost-result")
def lost_result(game, source, name):
    if not (result := game.of("result")):
        return None
    return replace(name, result[-1].start, result[-1].end, "")


@kind("comma-after-move")
def comma_after_move(game, source, name):
    move = some(game.moves(), source)
    return replace(name, move.end, move.end, source.choice([",", ",", ":", "."]), (move.start, move.end))


@kind("semicolon-after-move")
def semicolon_after_move(game, source, name):
    move = some(game.moves(), source)
    return replace(name, move.end, move.end, ";", (move.start, move.end))

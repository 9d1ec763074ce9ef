"""Slips of delimiters, and text that has none: braces and parentheses lost, doubled, mistyped and swapped; words, clocks, scores."""
import re

from games import Game
from kinds import kind, some
from slip import Slip, replace

DEPTHS = ("0", "1", "2")


def at_depths(name):
    return [f"{name}/{depth}" for depth in DEPTHS]


def _at(tokens, depth):
    """Tokens at a depth; the last one includes all that are deeper."""
    deepest = depth == DEPTHS[-1]
    return [token for token in tokens if token.depth == int(depth) or deepest and token.depth > int(depth)]


def _comment(game, source, depth):
    comments = [it for it in game.of("comment") if it.text[0] == "{" and len(it.text) > 4]
    return some(_at(comments, depth), source)


def _parenthesis(game, source, which, depth):
    """A parenthesis; the depth is that in front of the variation, where it is."""
    return some(_at(game.of(which), depth), source)


def _end_of(name, game, source, depth, is_start, new):
    if not (comment := _comment(game, source, depth)):
        return None
    at = comment.start if is_start else comment.end - 1
    return replace(name, at, at + 1, source.choice(new), (comment.start, comment.end))


@kind(*at_depths("lost-open-brace"))
def lost_open_brace(game, source, name, depth):
    return _end_of(name, game, source, depth, True, [""])


@kind(*at_depths("lost-close-brace"))
def lost_close_brace(game, source, name, depth):
    return _end_of(name, game, source, depth, False, [""])


@kind(*at_depths("doubled-open-brace"))
def doubled_open_brace(game, source, name, depth):
    return _end_of(name, game, source, depth, True, ["{{"])


@kind(*at_depths("doubled-close-brace"))
def doubled_close_brace(game, source, name, depth):
    return _end_of(name, game, source, depth, False, ["}}"])


@kind(*at_depths("mistyped-open-brace"))
def mistyped_open_brace(game, source, name, depth):
    return _end_of(name, game, source, depth, True, ["(", "[", "}", "P"])


@kind(*at_depths("mistyped-close-brace"))
def mistyped_close_brace(game, source, name, depth):
    return _end_of(name, game, source, depth, False, [")", "]", "{", "|"])


def _both(name, game, source, depth, pairs):
    if not (comment := _comment(game, source, depth)):
        return None
    opening, closing = source.choice(pairs)
    edits = ((comment.start, comment.start + 1, opening), (comment.end - 1, comment.end, closing))
    return Slip(name, edits, (comment.start, comment.end))


@kind(*at_depths("lost-both-braces"))
def lost_both_braces(game, source, name, depth):
    return _both(name, game, source, depth, [("", "")])


@kind("other-braces/0", "other-braces/1")
def other_braces(game, source, name, depth):
    return _both(name, game, source, depth, [("(", ")"), ("[", "]"), ("}", "{"), ("<", ">"), ("{{", "}}"), ("/*", "*/")])


def _of_parenthesis(name, game, source, which, depth, new):
    if not (it := _parenthesis(game, source, which, depth)):
        return None
    return replace(name, it.start, it.end, source.choice(new))


@kind(*at_depths("lost-open-parenthesis"))
def lost_open_parenthesis(game, source, name, depth):
    return _of_parenthesis(name, game, source, "open", depth, [""])


@kind(*at_depths("lost-close-parenthesis"))
def lost_close_parenthesis(game, source, name, depth):
    return _of_parenthesis(name, game, source, "close", depth, [""])


@kind(*at_depths("doubled-open-parenthesis"))
def doubled_open_parenthesis(game, source, name, depth):
    return _of_parenthesis(name, game, source, "open", depth, ["(("])


@kind(*at_depths("doubled-close-parenthesis"))
def doubled_close_parenthesis(game, source, name, depth):
    return _of_parenthesis(name, game, source, "close", depth, ["))"])


@kind(*at_depths("mistyped-open-parenthesis"))
def mistyped_open_parenthesis(game, source, name, depth):
    return _of_parenthesis(name, game, source, "open", depth, ["{", "[", ")", "9"])


@kind(*at_depths("mistyped-close-parenthesis"))
def mistyped_close_parenthesis(game, source, name, depth):
    return _of_parenthesis(name, game, source, "close", depth, ["}", "]", "(", "0"])


@kind("other-parentheses/0", "other-parentheses/1")
def other_parentheses(game, source, name, depth):
    """A variation in other delimiters."""
    if not (opening := _parenthesis(game, source, "open", depth)):
        return None
    closing = next(it for it in game.after(opening) if it.kind == "close" and it.depth == opening.depth)
    left, right = source.choice([("{", "}"), ("[", "]"), (")", "("), ("", "")])
    return Slip(name, ((opening.start, opening.end, left), (closing.start, closing.end, right)), (opening.start, closing.end))


class Added:
    """A slip in a game that is another one before: with a comment added after a move, whose braces are then lost."""

    def __init__(self, game, slip):
        self.game, self.slip = game, slip


def _added(name, game, source, texts):
    """A comment after a move that is followed by a move of the same line, without its braces."""
    moves = [move for move in game.moves() if game.next_move(move)]
    if not (move := some(moves, source)):
        return None
    text, at = source.choice(texts), move.end
    with_comment = Game(f"{game.text[:at]} {{{text}}}{game.text[at:]}")
    start, end = at + 1, at + len(text) + 3
    return Added(with_comment, Slip(name, ((start, start + 1, ""), (end - 1, end, "")), (start, end)))


@kind("words")
def words(game, source, name):
    texts = ["good", "fine", "better", "novelty", "White is better", "forced", "the point", "threatening mate", "only move", "Diagram", "book"]
    return _added(name, game, source, texts)


@kind("words-with-moves")
def words_with_moves(game, source, name):
    move = some(game.moves(), source).text
    texts = [f"better is {move}", f"with the idea {move}", f"{move} was stronger", f"threatens {move}", f"or {move}"]
    return _added(name, game, source, texts)


@kind("sentences")
def sentences(game, source, name):
    texts = [
        "White is fine. Black is fine.", "This is the main line. It was played often.", "A mistake. Now Black wins a pawn.",
        "He had ten minutes left. The rest is easy.", "I did not like this. My opponent smiled!", "Black resigned. A fine game, I think.",
    ]
    return _added(name, game, source, texts)


@kind("clocks")
def clocks(game, source, name):
    return _added(name, game, source, ["(0:01)", "(0:14:05)", "2:30", "0:01:12", "1:59:07", "[%clk 0:09:58]", "(12s)", "5.2s"])


@kind("scores")
def scores(game, source, name):
    return _added(name, game, source, ["+0.3", "-0.45", "+0.31/12", "(0.00)", "-1.25/18 4.2s", "+M5", "0.17", "[%eval 0.25]"])


@kind("note-in-parentheses")
def note_in_parentheses(game, source, name):
    slip = _added(name, game, source, ["sharp", "a novelty", "best", "not the most exact", "see game 12", "White stands better here"])
    if slip is None:
        return None
    (start, end, _), (last, after, _) = slip.slip.edits
    return Added(slip.game, Slip(name, ((start, end, "("), (last, after, ")")), slip.slip.damaged))


@kind("letters-at-number")
def letters_at_number(game, source, name):
    """Letters that run into a move number: `aa3.` is `{aa} 3.`, as no word of the author is dropped."""
    numbers = [it for it in game.of("number") if it.text[0].isdigit() and game.before(it) and game.before(it)[0].kind == "move"]
    if not (number := some(numbers, source)):
        return None
    text, at = source.choice(["a", "aa", "see", "Dr", "nov"]), number.start
    with_comment = Game(f"{game.text[:at]}{{{text}}} {game.text[at:]}")
    end = at + len(text) + 2
    return Added(with_comment, Slip(name, ((at, at + 1, ""), (end - 1, end + 1, "")), (at, end + 1 + len(number.text))))


@kind("curly-quotes")
def curly_quotes(game, source, name):
    if not (tag := some([tag for tag in game.tags if tag[2]], source)):
        return None
    left, right = source.choice(["“”", "„“", "«»", "””", "''", "‘’"])
    edits = ((tag.start(2) - 1, tag.start(2), left), (tag.end(2), tag.end(2) + 1, right))
    return Slip(name, edits, (tag.start(), tag.end()))


@kind("one-curly-quote")
def one_curly_quote(game, source, name):
    if not (tag := some([tag for tag in game.tags if tag[2]], source)):
        return None
    at, new = source.choice([(tag.start(2) - 1, "“"), (tag.end(2), "”")])
    return replace(name, at, at + 1, new, (tag.start(), tag.end()))


@kind("dashes")
def dashes(game, source, name):
    places = [token for token in game.tokens if token.kind in ("move", "result") and "-" in token.text]
    if not (token := some(places, source)):
        return None
    dash = source.choice("–—−‑")
    edits = tuple((token.start + m.start(), token.start + m.end(), dash) for m in re.finditer("-", token.text))
    return Slip(name, edits, (token.start, token.end))


@kind("ellipsis")
def ellipsis(game, source, name):
    numbers = [it for it in game.of("number") if it.text.endswith("...")]
    if not (number := some(numbers, source)):
        return None
    return replace(name, number.end - 3, number.end, "…", (number.start, number.end))

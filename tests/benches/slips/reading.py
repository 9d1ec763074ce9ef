"""What a text says by other readers: by python-chess, and by the letter of the standard."""
import io
import logging
import re

import chess
import chess.pgn

from games import TAG, tokenize

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result", "FEN", "SetUp", "Variant")


def events(text):
    """The first game by python-chess: tags, moves, comments, NAGs, variations and result in their order, and whether it read cleanly.

    White space in comments does not count, nor whether two comments follow each other or are one.
    """
    logging.disable()
    try:
        recorded = chess.pgn.read_game(io.StringIO(text, newline=None), Visitor=_Recorder)
    except Exception as error:  # A text that python-chess cannot read at all is another game than any other.
        return (("unread", type(error).__name__),), False
    return recorded or ((), True)


class _Recorder(chess.pgn.BaseVisitor):
    def begin_game(self):
        self.seen, self.is_clean = [], True

    def visit_header(self, name, value):
        self.seen.append(("tag", name, value))

    def visit_move(self, board, move):
        self.seen.append(("move", move.uci()))

    def visit_comment(self, comment):
        words = _words(comment)
        if self.seen and self.seen[-1][0] == "comment":
            words = self.seen.pop()[1] + words
        if words:
            self.seen.append(("comment", words))

    def visit_nag(self, nag):
        self.seen.append(("nag", nag))

    def begin_variation(self):
        self.seen.append(("begin",))

    def end_variation(self):
        self.seen.append(("end",))

    def visit_result(self, result):
        self.seen.append(("result", result))

    def handle_error(self, error):
        self.is_clean = False

    def result(self):
        tags = sorted(event for event in self.seen if event[0] == "tag" and event[1] in ROSTER)
        return tuple(tags + [event for event in self.seen if event[0] != "tag"]), self.is_clean


def _words(comment):
    """The words of a comment: parentheses around all of it, and white space, are not part of what it says."""
    words = "".join(comment.split())
    return words[1:-1] if words.startswith("(") and words.endswith(")") and words.count("(") == 1 else words


def complaints(text):
    """What does not read by the letter of the standard. Only a game in which this finds something has a slip that anybody can notice."""
    tags, body = {}, 0
    while tag := TAG.match(text, body):
        tags[tag[1]] = tag[2]
        body = tag.end()
        while text[body : body + 1].isspace():
            body += 1
    found = [f"no {name}" for name in ROSTER[:7] if name not in tags]
    try:
        board = _first_board(tags)
    except ValueError as error:
        return [f"FEN: {error}"]
    if "FEN" in tags and not board.is_valid():
        found.append("the FEN is not a position that can be")
    stack, before, result = [], None, None
    for token in tokenize(text, body):
        if result is not None:
            found.append(f"{token.text} after the result")
            break
        match token.kind:
            case "open":
                if before is None:
                    return [*found, "a variation before the first move"]
                stack.append((board, before))
                board, before = before.copy(), None
            case "close":
                if not stack:
                    return [*found, "a parenthesis too many"]
                board, before = stack.pop()
            case "move":
                found += _of_move(token, board)
                try:
                    move = board.parse_san(token.text)
                except ValueError:
                    return [*found, f"{token.text} cannot be played"]
                before = board.copy(stack=False)
                board.push(move)
            case "number":
                found += _of_number(token, board)
            case "comment":
                if "{" in token.text[1:] or re.search(r"(?m)^\[\w+ \"", token.text):
                    found.append("a brace in a comment")
            case "result":
                result = token.text
            case "other":
                return [*found, f"{token.text} is nothing"]
    if stack:
        found.append("a parenthesis is missing")
    if result is None:
        found.append("no result")
    if result is not None and tags.get("Result") not in (None, result):
        found.append("two results")
    if not stack and board.is_checkmate() and result != ("0-1" if board.turn else "1-0"):
        found.append("a mate and another result")
    return found


def _first_board(tags):
    variant = tags.get("Variant", "Standard")
    if variant.lower() in ("standard", "from position", "chess960", "fischerandom", ""):
        return chess.Board(tags.get("FEN", chess.STARTING_FEN), chess960="960" in variant or "random" in variant)
    raise ValueError(f"a variant: {variant}")


def _of_move(token, board):
    try:
        move = board.parse_san(token.text)
    except ValueError:
        return []
    said, found = token.text.rstrip("+#"), []
    if "x" in said and not board.is_capture(move):
        found.append(f"{token.text} captures nothing")
    if said != said.strip() or len(said) > len(board.san(move).rstrip("+#")):
        found.append(f"{token.text} says too much")
    mark = board.san(move)[len(board.san(move).rstrip("+#")) :]
    if token.text[len(said) :] not in ("", mark):
        found.append(f"the check mark of {token.text}")
    return found


def _of_number(token, board):
    number = re.match(r"\d+", token.text)
    dots = token.text.count(".")
    if number and int(number[0]) != board.fullmove_number:
        return [f"{token.text} instead of {board.fullmove_number}"]
    if (dots > 1) == board.turn and dots:
        return [f"{token.text} and the other side moves"]
    return []

"""Real games as texts and tokens: what slips are made in."""
import dataclasses
import functools
import random
import re

import chess

MOVE = r"(?:[NBRQK][a-h]?[1-8]?x?[a-h][1-8]|[a-h]x[a-h][1-8](?:=[NBRQ])?|[a-h][1-8](?:=[NBRQ])?|O-O-O|O-O)[+#]?"
TOKENS = re.compile(
    r"(?P<comment>\{[^}]*\}|;[^\n]*)"
    r"|(?P<result>(?:1-0|0-1|1/2-1/2|\*)(?=[\s(){};$]|\Z))"
    r"|(?P<number>\d+\s*\.+|\d+(?=\s)|\.+)"
    rf"|(?P<move>{MOVE}(?=[\s(){{}};$!?]|\Z))"
    r"|(?P<nag>\$\d+|[!?]{1,2})"
    r"|(?P<open>\()|(?P<close>\))"
    r"|(?P<other>[^\s(){};$!?]+|\S)"
)
TAG = re.compile(r'\[(\w+)\s+"((?:[^"\\\n]|\\.)*)"\]')


@dataclasses.dataclass(frozen=True)
class Token:
    kind: str
    start: int
    end: int
    text: str
    depth: int


@dataclasses.dataclass
class Game:
    """A game that is free of faults."""

    text: str

    @functools.cached_property
    def body(self):
        """The offset at which the tag section ends."""
        end = 0
        while tag := TAG.match(self.text, end):
            end = tag.end()
            while self.text[end : end + 1].isspace():
                end += 1
        return end

    @functools.cached_property
    def tags(self):
        return [tag for tag in TAG.finditer(self.text, 0, self.body)]

    @functools.cached_property
    def tokens(self):
        return list(tokenize(self.text, self.body))

    def of(self, kind, depth=None):
        return [t for t in self.tokens if t.kind == kind and (depth is None or t.depth == depth)]

    def moves(self, depth=None):
        return self.of("move", depth)

    def after(self, token):
        """The tokens after this one."""
        return self.tokens[self.tokens.index(token) + 1 :]

    def before(self, token):
        """The tokens before this one, the nearest first."""
        return self.tokens[: self.tokens.index(token)][::-1]

    def next_move(self, move):
        """The move that is played after this one with nothing but its number between, or None."""
        for token in self.after(move):
            if token.kind == "move":
                return token
            if token.kind != "number":
                return None
        return None

    def tag(self, name):
        return next((tag for tag in self.tags if tag[1] == name), None)

    def line_end(self):
        return "\r\n" if "\r\n" in self.text else "\n"


def tokenize(text, start=0):
    depth = 0
    for match in TOKENS.finditer(text, start):
        kind = match.lastgroup
        if kind == "close":
            depth -= 1
        yield Token(kind, match.start(), match.end(), match[0], depth)
        if kind == "open":
            depth += 1


def games_of(path):
    """The games of a file, cut where a tag section begins."""
    with open(path, "rb") as file:
        raw = file.read()
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return []
    text = text.replace("\r\n", "\n")
    starts = [m.start() for m in re.finditer(r'(?m)(?:\A|(?<=\n\n))\[\w+ +"', text)]
    texts = [text[a:b].strip("\n") + "\n" for a, b in zip(starts, starts[1:] + [len(text)])]
    return [game for game in map(Game, texts) if len(game.moves()) > 8]


def engine_game(game, source):
    """A game with comments as engine tournaments write them, of 17 to 60 kB: figures, and the line that the engine expected."""
    size, parts, board = source.randrange(17_000, 60_000), [], chess.Board()
    moves = [token.text for token in game.moves(0)]
    each = max(60, size // len(moves))
    for index, san in enumerate(moves):
        number = f"{board.fullmove_number}." if board.turn else f"{board.fullmove_number}..."
        board.push_san(san)
        parts.append(f"{number} {san} {{{_engine_comment(board, each, source)}}}")
    tags = "\n".join(tag[0] for tag in game.tags)
    result = game.of("result")
    lines, line = [], ""
    for word in " ".join([*parts, result[-1].text if result else "*"]).split(" "):
        if line and len(line) + 1 + len(word) > 79:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return Game(tags + "\n\n" + "\n".join([*lines, line]) + "\n")


def _engine_comment(board, size, source):
    values = {
        "d": source.randrange(20, 60), "sd": source.randrange(40, 90), "mt": source.randrange(1000, 400_000),
        "tl": source.randrange(10_000, 7_000_000), "s": source.randrange(10**6, 10**9), "n": source.randrange(10**7, 10**11),
        "pv": "", "tb": source.choice(["0", "null", "128"]), "h": f"{source.random() * 100:.1f}", "ph": "0.0",
        "wv": f"{source.random() * 2 - 1:.2f}", "R50": source.randrange(10, 51), "Rd": source.randrange(-20, 0),
        "mb": "+0+0+0+0+0",
    }
    ahead, line = board.copy(stack=False), []
    while len(" ".join(line)) < size - 150 and (legal := list(ahead.legal_moves)):
        move = source.choice(legal)
        line.append(ahead.san(move))
        ahead.push(move)
    values["pv"] = " ".join(line)
    return ", ".join(f"{name}={value}" for name, value in values.items() if value != "") + ","


def shuffled(items, source):
    items = list(items)
    source.shuffle(items)
    return items


def rng(*seeds):
    return random.Random("/".join(map(str, seeds)))

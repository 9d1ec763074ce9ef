"""A slip: edits to a game, the place where it is, and several of them in one game."""
import bisect
import dataclasses


@dataclasses.dataclass(frozen=True)
class Slip:
    """Edits of the game, as (start, end, new text), and the range of the tokens that they damage, both in the game's characters."""

    kind: str
    edits: tuple
    damaged: tuple
    # Kinds of events that a repair may keep or drop, as a mark inside of a move.
    optional: tuple = ()

    def widened(self, game):
        """The damaged range and its neighbours: the tokens before and after it; a move number belongs to the token after it."""
        start, end = self.damaged
        if end <= game.body:
            return _widened_in_tags(game, start, end)
        before = [t for t in game.tokens if t.end <= start and t.kind != "number"]
        after = [t for t in game.tokens if t.start >= end and t.kind != "number"]
        start = before[-1].start if before else game.body
        return (start, after[0].end if after else len(game.text))


def _widened_in_tags(game, start, end):
    """The whole lines of the damaged tags and the tags next to them."""
    before = [tag for tag in game.tags if tag.end() <= start]
    after = [tag for tag in game.tags if tag.start() >= end]
    return (before[-1].start() if before else 0, after[0].end() if after else game.body)


def replace(kind, start, end, new, damaged=None, optional=()):
    return Slip(kind, ((start, end, new),), damaged or (start, end), optional)


class Mutant:
    """A game with some slips made in it."""

    def __init__(self, game, slips):
        self.game, self.slips = game, slips
        self._edits = sorted(edit for slip in slips for edit in slip.edits)
        parts, position, self._marks = [], 0, []
        grown = 0
        for start, end, new in self._edits:
            parts += [game.text[position:start], new]
            self._marks.append((start, end, start + grown, start + grown + len(new)))
            grown += len(new) - (end - start)
            position = end
        self.text = "".join([*parts, game.text[position:]])

    def range_of(self, start, end):
        """A range of the game in the mutant; what is inserted at its ends belongs to it."""
        return (self._mapped(start, False), self._mapped(end, True))

    def place(self, slip):
        """The damaged tokens and their neighbours."""
        return self.range_of(*slip.widened(self.game))

    def undo(self, slip):
        """The edits of the mutant that undo this slip."""
        marks = {(start, end): (to_start, to_end) for start, end, to_start, to_end in self._marks}
        return [(*marks[start, end], self.game.text[start:end]) for start, end, _ in slip.edits]

    def _mapped(self, offset, is_end):
        grown = 0
        for start, end, to_start, to_end in self._marks:
            if offset < start or (offset == start and not is_end):
                break
            if offset < end or (offset == end and start == end and not is_end):
                return to_end if is_end else to_start
            grown = to_end - end
        return offset + grown


class Offsets:
    """Byte offsets of a text as character offsets."""

    def __init__(self, text):
        self.is_ascii = text.isascii()
        self.starts = [] if self.is_ascii else _byte_starts(text)

    def character(self, byte):
        return byte if self.is_ascii else bisect.bisect_left(self.starts, byte)


def _byte_starts(text):
    starts, position = [], 0
    for character in text:
        starts.append(position)
        position += len(character.encode())
    return [*starts, position]


def applied(text, edits):
    """The text with these edits, or None if two of them overlap; the same edit twice is one."""
    edits = sorted(set(edits))
    for (_, end, _), (start, _, _) in zip(edits, edits[1:]):
        if start < end:
            return None
    for start, end, new in reversed(edits):
        text = text[:start] + new + text[end:]
    return text

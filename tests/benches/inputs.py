"""Files to measure with: real games where the sample files are at hand, made-up ones where they are not.

The sample files are a few megabytes. To reach the size that is asked for, each game is taken once as it is, and then again and
again with other players and without some of its last moves (at most a third). So every game differs from every other in
players and nearly always in moves, nothing is reported as a duplicate, and the openings, lengths, comments, variations and line
breaks stay those of people and programs.
"""
import itertools
import pathlib
import random
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
KINDS = ("plain", "annotated", "all")
NOT_STANDARD = ("variants", "eco_names")
GAME_START = re.compile(r"(?<=\n)(?=\[Event )")
PLAYER = re.compile(r'^(\[(?:White|Black) ")([^"?]+)("\])', re.MULTILINE)
PLY_COUNT = re.compile(r'^\[PlyCount "\d*"\]\r?\n', re.MULTILINE)
MOVE_PART = re.compile(r"\{[^}]*\}|;[^\n]*|[()]|[^\s(){};]+")
BEGINS_MOVE = re.compile(r"(?:\d+\.|[a-hNBRQKO])")
MARKER = re.compile(r"(1-0|0-1|1/2-1/2|\*)\s*$")


def corpus():
    """The real files of standard chess; none where they are not at hand."""
    folder = ROOT.parent / "shared/corpus/pgn"
    found = sorted(folder.rglob("*.pgn")) if folder.is_dir() else []
    return [path for path in found if not set(NOT_STANDARD) & set(path.parts)]


def write_input(kind, size, path, files):
    """Writes at least `size` bytes of games of a kind of KINDS to `path`; returns a line that says what they are."""
    if not files:
        return write_generated({"all": ["plain", "annotated", "lichess", "tiny"]}.get(kind, [kind]), size, path)
    texts = [text for text in map(text_of, files) if is_of(kind, text)]
    real = written = sum(len(text.encode()) for text in texts)
    if real >= size:
        path.write_bytes("".join(texts).encode())
        return f"{kind}: {real / 1e6:.1f} MB of real games as they are"
    games = [Game(game) for text in texts for game in GAME_START.split(text) if game.startswith("[")]
    players = sorted({player[2] for game in games for player in PLAYER.finditer(game.text)})
    numbers = {player: number for number, player in enumerate(players)}
    with path.open("wb") as out:
        out.writelines(text.encode() for text in texts)
        for copy in itertools.count(1):
            for game in games:
                if written >= size:
                    return (f"{kind}: {written / 1e6:.1f} MB, of which {real / 1e6:.1f} MB are {len(games)} real games as they are, "
                            "the rest the same again and again with other players and fewer moves")
                raw = game.changed(copy, players, numbers).encode()
                written += out.write(raw)


def write_generated(shapes, size, path):
    """Writes made-up games of these shapes, in equal parts."""
    build = ["cargo", "build", "--quiet", "--profile", "bench", "--package", "scoresheet-benches", "--bin", "generate_games"]
    subprocess.run(build, cwd=ROOT, check=True)
    megabytes = str(size / len(shapes) / 1e6)
    with path.open("wb") as out:
        for shape in shapes:
            generate = [ROOT / "target/release/generate_games", "--shape", shape, "--megabytes", megabytes]
            subprocess.run(generate, check=True, stdout=out)
    return f"{path.stem}: {path.stat().st_size / 1e6:.1f} MB, made up: {', '.join(shapes)}"


def is_of(kind, text):
    has_comments, has_variations = text.count("{") * 2000 > len(text), text.count("(") * 2000 > len(text)
    return {"plain": not (has_comments or has_variations), "annotated": has_variations, "all": True}[kind]


def text_of(path):
    """UTF-8 without a byte order mark, an empty line at the end."""
    raw = path.read_bytes().removeprefix(b"\xef\xbb\xbf")
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        text = raw.decode("latin-1")
    return text.rstrip() + "\n\n"


class Game:
    """A real game, and where it may end earlier: before moves of its main line, in its last third."""

    def __init__(self, text):
        self.text = text
        self.cuts = []
        marker = MARKER.search(text)
        movetext = re.search(r"\n\r?\n", text)
        if marker and movetext:
            self.marker = marker[1]
            starts = list(main_line_moves(text, movetext.end()))
            self.cuts = starts[len(starts) * 2 // 3 + 1:]

    def changed(self, copy, players, numbers):
        """The game once more; another one for each number of the copy."""
        choice = random.Random(f"{copy} {self.text[:500]}")
        text = self.text
        if self.cuts:
            text = text[: choice.choice(self.cuts)]
            text = PLY_COUNT.sub("", text).rstrip() + f"\n{self.marker}\n\n"
        other = lambda player: player[1] + players[(numbers[player[2]] + copy) % len(players)] + player[3]
        return PLAYER.sub(other, text)


def main_line_moves(text, start):
    """Where the moves of the main line begin, with their numbers."""
    depth = 0
    for part in MOVE_PART.finditer(text, start):
        depth += {"(": 1, ")": -1}.get(part[0], 0)
        if depth == 0 and BEGINS_MOVE.match(part[0]):
            yield part.start()

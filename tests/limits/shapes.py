"""Texts that are as broken as can be, of any length: the same text for the same name and length."""
import random

TAGS = '[Event "a"]\n[White "b"]\n\n'
BEGINNING = TAGS + "1. e4 e5 "

# A text that is repeated after the beginning of a game, all of it one game: name, text, what it is.
REPEATED = [
    ("variations", "e4 (d4 ", "variations that are never closed, each with a move that does not fit"),
    ("nested", "Nf3 Nf6 (Nc6 Ng1 Ng8 ", "variations in variations that can be played for a while"),
    ("open-parentheses", "(", "only opened variations"),
    ("parentheses", "()", "only empty variations"),
    ("closed-parentheses", ")", "only closed variations"),
    ("open-braces", "{ ", "a comment that is opened again and again and never closed"),
    ("lines-in-comment", "{ e4 e5\n", "moves in comments that are never closed"),
    ("line-comments", "; e5 Nf3\n", "moves behind semicolons, line after line"),
    ("closed-braces", "}", "only ends of comments"),
    ("tags-on-a-line", '[White "a"] ', "one tag pair again and again, all on a line of the movetext"),
    ("signs", "= ", "only a sign that has a NAG"),
    ("angles", "<", "only a reserved character"),
    ("dollars", "$", "only NAGs without a number"),
    ("illegal", "1. e4 Qh8 ", "moves that cannot be played"),
    ("words", "good ", "only words"),
    ("numbers", "1. ", "only move numbers"),
    ("pairs", "1. e4 e5 3. Nf3 Nc6 5. Bb5 a6 ", "moves left out again and again"),
    ("markers", "* ", "only termination markers"),
]

# Texts that are repeated from the start of the file: whole games or records.
FILES = [
    ("open-tag", '[Event "a\n\n1. e4 e5 *\n\n', "games whose tag is not closed"),
    ("tag-section", '[White "a"]\n', "a game of nothing but tags"),
    ("one-slip", '[Event "a"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. Qh8 Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 *\n\n',
     "games with one illegal move"),
    ("open-tags", '[Event "a ', "tags on one line, none of which is closed"),
    ("open-variation", '[Event "a"]\n\n1. e4 e5 2. Nf3 (2. Nc3 Nc6 3. Bb5 a6 *\n\n', "games whose variation is not closed"),
    ("hopeless", '[Event "a"]\n\nzz qq Qh8 ww (( }} e9 Nn3 e4 e4 e4 *\n\n', "games that nothing explains"),
    ("records", 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e5; id "a"\n', "records (EPD), each with an illegal move"),
    ("lines-of-records", 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - pv e4 e5 Nf3 Qh8 Nc6 Bb5 a6; acd 5\n',
     "records whose lines of moves cannot be played"),
    ("fences", "```pgn\n1. e4 Ke4\n```\n\n", "Markdown with many games, each with an illegal move"),
    ("commands", "\\newchessgame\\mainline{1. e4 Ke4}\n", "LaTeX with many games, each with an illegal move"),
]

TOKENS = ["e4", "Nf3", "(", ")", "{a}", "1.", "$1", "Qh5", "O-O", "[", "x", "}", "*"]
CHARACTERS = 'NBRQKabcdefgh12345678x+#=O-(){}[]"$*. \n'

# What generated shapes are put together from.
PARTS = ["e4 ", "e5 ", "Nf3 ", "Nc6 ", "1. ", "2. ", "3... ", "( ", ") ", "(1. e4 ", "{ ", "} ", "{a} ", "{[%clk 0:01] ", "] ", "[",
         '[White "a"] ', '[White "a"]\n', '"', "$1 ", "$", "! ", "?? ", "* ", "1-0 ", "; x\n", "\n", "\n\n", "%x\n", "word ", "-- ",
         "O-O ", "0-0 ", "= ", "+- ", "<", ">", "e8=Q ", "Qh8# ", "--> ", "/", "&nbsp;", "\u00a0", "\t", "...", "--", "x", '[Event "a',
         '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n', '[Event "b"]\n\n', "a5 Ra6 ", "Ng1 Ng8 "]


def shapes():
    """A function from a length to a text by name."""
    texts = {name: repeated(BEGINNING, text) for name, text, _ in REPEATED}
    texts |= {name: repeated("", text) for name, text, _ in FILES}
    texts["tokens"] = lambda length: at_random(BEGINNING, TOKENS, " ", length)
    texts["characters"] = lambda length: at_random(BEGINNING, CHARACTERS, "", length)
    texts["clocks"] = lambda length: BEGINNING + "{" + fill("[%clk 1:99] ", length - len(BEGINNING) - 4) + "} *"
    texts["last-move"] = lambda length: fill(BEGINNING + "Nf3 Nf6 Ng1 Ng8 " * (length // 16), length - 20) + " Qh8 Nf3 Nf6"
    return texts


def generated(seed):
    """A text that is repeated, put together at random."""
    chance = random.Random(seed)
    return "".join(chance.choice(PARTS) for _ in range(chance.randint(1, 4)))


def extension(name):
    """That of a file with a text of this name."""
    if "records" in name:
        return "epd"
    return {"fences": "md", "commands": "tex"}.get(name, "pgn")


def repeated(start, text):
    return lambda length: fill(start + text * (length // len(text) + 1), length)


def at_random(start, parts, between, length):
    chance = random.Random(1)
    text = [start]
    size = len(start)
    while size < length:
        text.append(chance.choice(parts) + between)
        size += len(text[-1])
    return "".join(text)


def fill(text, length):
    return text[:length]

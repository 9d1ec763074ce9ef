"""Reports of shards of long files, merged, are those of one run: shards.py PROGRAM FOLDER [FILES], where `queries.py` has made games."""

import bz2
import gzip
import pathlib
import subprocess
import sys

#: Four units of 16 MiB and a half, so that each part of three has something.
LENGTH = 72 << 20
PARTS = [1, 3, 8]
#: What cannot be read, and what is wrong between games.
RULES = "correctness,duplicate-game,inconsistent-name,missing-blank-line,mixed-line-endings,tag-after-game-end,unsorted-games"
#: A rule that finds more in a unit than is listed.
FREQUENT = "missing-move-number"
#: Games that are broken off, that begin on the line of the one before, and that are not where they belong.
BETWEEN = [
    b'[Event "x"]\n[White "BERG, Anna"]\n[Black "Carl, Bo"]\n\n1. e4 e5 2. Ke4 {unclosed\n\n',
    b'[Event "y"]\n\n1. d4 *[Event "z"]\n\n1. c4 Nf9 2. Qh7 *\n[Event "w"]\n[Date "1900.01.01"]\n\n*\r\n\r\n',
]


def write_games(path, texts):
    """Copies of the games, some of them changed, until there are enough."""
    length, copy = 0, 0
    with open(path, "wb") as file:
        while length < LENGTH:
            text = texts[copy % len(texts)].replace(b'[Round "', b'[Round "%d.' % (copy // 4))
            text += BETWEEN[copy % len(BETWEEN)]
            length += file.write(text)
            copy += 1


def compress(path):
    """The same games as archives of several members or frames, where they are short enough for a test."""
    text = path.read_bytes()
    cut = len(text) // 3
    made = []
    for extension, compressed in [("gz", lambda part: gzip.compress(part, 1)), ("bz2", lambda part: bz2.compress(part, 1)), ("zst", zstandard)]:
        archive = path.with_name(f"{path.name}.{extension}")
        archive.write_bytes(b"".join(compressed(text[start:][:cut]) for start in range(0, len(text), cut)))
        made.append(archive)
    return made


def zstandard(part):
    import pyarrow

    return pyarrow.compress(part, codec="zstd", asbytes=True)


def report(program, path, *options):
    ran = subprocess.run([program, "check", "--isolated", "--exit-zero", "--quiet", *options, path], capture_output=True, check=False)
    assert ran.returncode == 0, ran.stderr.decode()
    return ran.stdout


def merged(program, folder, reports):
    paths = [folder / f"report-{number}" for number in range(len(reports))]
    for path, text in zip(paths, reports):
        path.write_bytes(text)
    return subprocess.run([program, "merge-reports", *paths], capture_output=True, check=True).stdout


def same(program, folder, path, options, parts):
    one = merged(program, folder, [report(program, path, *options)])
    for of in parts:
        whole = merged(program, folder, [report(program, path, *options, "--shard", f"{part}/{of}") for part in range(1, of + 1)])
        assert whole == one, f"{path.name} {' '.join(options)} in {of} parts"
    return one


def main(program, folder, *files):
    folder = pathlib.Path(folder)
    paths = [pathlib.Path(file) for file in files]
    if not paths:
        paths = [folder / "long.pgn"]
        write_games(paths[0], [(folder / name).read_bytes() for name in ("a.pgn", "b.pgn")])
    for path in paths:
        findings = same(program, folder, path, ["--select", f"{RULES},{FREQUENT}", "--output-format", "jsonl"], PARTS).count(b"\n")
        print(f"{path.name}: {findings:,} findings, the same in one run and in {', '.join(map(str, PARTS))} parts")
        for options in [["--output-format", "sarif"], ["--output-format", "junit"], ["--statistics", "--output-format", "json"]]:
            same(program, folder, path, ["--select", RULES, *options], PARTS[1:2])
        for archive in compress(path) if not files else []:
            same(program, folder, archive, ["--select", RULES, "--statistics", "--output-format", "json"], PARTS[1:2])
            print(f"{archive.name}: the same")


if __name__ == "__main__":
    main(*sys.argv[1:])

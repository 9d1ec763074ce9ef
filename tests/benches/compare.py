#!/usr/bin/env python3
"""Scoresheet beside pgn-extract, in one run: whole-file legality checks and formatting.

Usage: tests/benches/compare.py [--runs N] [--megabytes N] [FILE.pgn ...]

The files (by default all of ../shared/corpus/pgn that are standard chess) are joined into two inputs of at least the given
size: `all`, and `plain` without comments and variations. Each tool is run in turn, N times; the table shows the median of
wall seconds, of CPU seconds, and the ratio of the medians. pgn-extract is installed from Debian's packages where it is missing.
"""
import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCORESHEET = ROOT / "target/release/scoresheet"
NOT_STANDARD = ("variants", "eco_names")


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--runs", type=int, default=5)
    arguments.add_argument("--megabytes", type=int, default=100)
    arguments.add_argument("files", nargs="*", type=pathlib.Path)
    options = arguments.parse_args()
    files = options.files or corpus()
    if not files:
        sys.exit("compare: no files given, and the sample files are not at hand")
    subprocess.run(["cargo", "build", "--release", "--package", "scoresheet"], cwd=ROOT, check=True)
    pgn_extract = find_pgn_extract()
    with tempfile.TemporaryDirectory() as folder:
        inputs = write_inputs(files, options.megabytes * 1_000_000, pathlib.Path(folder))
        print("| job | input | Scoresheet wall | CPU | one thread | pgn-extract wall | CPU | ratio of wall | of CPU |")
        print("|---|---|---|---|---|---|---|---|---|")
        for path in inputs:
            target = path.with_suffix(".out")
            row("check", path, options.runs,
                [SCORESHEET, "check", "--quiet", "--no-progress", "--exit-zero", path], [pgn_extract, "-s", "-r", path], None)
            row("format", path, options.runs,
                [SCORESHEET, "format", "--quiet", "--no-progress", "-"], [pgn_extract, "-s", "-w79", f"-o{target}", path], path)


def corpus():
    folder = ROOT.parent / "shared/corpus/pgn"
    found = sorted(folder.rglob("*.pgn")) if folder.is_dir() else []
    return [path for path in found if not set(NOT_STANDARD) & set(path.parts)]


def find_pgn_extract():
    for candidate in ("pgn-extract", "/usr/games/pgn-extract"):
        if shutil.which(candidate):
            return candidate
    subprocess.run(["apt-get", "install", "-y", "-qq", "pgn-extract"], check=True, stdout=subprocess.DEVNULL)
    return "/usr/games/pgn-extract"


def write_inputs(files, size, folder):
    texts = [text_of(path) for path in files]
    plain = [text for text in texts if text.count("{") * 2000 < len(text) and text.count("(") * 2000 < len(text)]
    inputs = []
    for name, parts in (("all", texts), ("plain", plain)):
        joined = "".join(parts).encode()
        path = folder / f"{name}.pgn"
        path.write_bytes(joined * (size // len(joined) + 1))
        inputs.append(path)
    return inputs


def text_of(path):
    """UTF-8 without a byte order mark, two line ends at the end."""
    raw = path.read_bytes().removeprefix(b"\xef\xbb\xbf")
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        text = raw.decode("latin-1")
    return text.rstrip() + "\n\n"


def row(job, path, runs, ours, theirs, standard_input):
    one_thread = {**os.environ, "RAYON_NUM_THREADS": "1"}
    measured = {"ours": [], "one": [], "theirs": []}
    for _ in range(runs):
        measured["ours"].append(run(ours, standard_input, os.environ))
        measured["one"].append(run(ours, standard_input, one_thread))
        measured["theirs"].append(run(theirs, None, os.environ))
    median = lambda key, index: statistics.median(sample[index] for sample in measured[key])
    megabytes = path.stat().st_size / 1e6
    print(f"| {job} | {path.stem}, {megabytes:.0f} MB | {median('ours', 0):.2f} s | {median('ours', 1):.2f} s "
          f"| {median('one', 0):.2f} s | {median('theirs', 0):.2f} s | {median('theirs', 1):.2f} s "
          f"| {median('theirs', 0) / median('ours', 0):.1f} | {median('theirs', 1) / median('one', 1):.1f} |", flush=True)


def run(command, standard_input, environment):
    """Wall and CPU seconds of a command whose output nobody reads."""
    with open(standard_input or os.devnull, "rb") as stdin, open(os.devnull, "wb") as nowhere:
        start = time.monotonic()
        process = subprocess.Popen([str(part) for part in command], stdin=stdin, stdout=nowhere, stderr=nowhere, env=environment)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - start
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        sys.exit(f"compare: {command[0]} failed")
    return wall, usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    main()

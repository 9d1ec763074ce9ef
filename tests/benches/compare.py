#!/usr/bin/env python3
"""Scoresheet beside others, in one run: whole-file legality checks, formatting and searches.

Usage: tests/benches/compare.py [--runs N] [--megabytes N] [--generated] [--program PATH] [FILE.pgn ...]

Beside it stand pgn-extract (installed from Debian's packages where it is missing), a small program on pgn-reader and shakmaty that
plays the main line and compares the signs of check and mate (`peer/`, built here), and python-chess (from PyPI, in a temporary
environment; on a slice of one megabyte, its figures scaled to the whole). The others play and check; only Scoresheet and
python-chess play variations besides pgn-extract, and only Scoresheet reports anything else.

The inputs, of N MB each, are `plain` (neither comments nor variations), `annotated` (variations) and `all`; see inputs.py for what
stands in them. All tools take turns, N rounds; the tables show medians, and the last one the ratios of the fastest runs, too. All read the file
themselves, or have it as standard input, and nobody reads their output. Peak memory is of a run that is not timed.

On a machine that is shared, a neighbour can make two threads half as slow again for minutes and leave one alone. How much two processors
are worth together is said before and behind the measurements: how long two of the small programs (`pgn-reader`) take at once, beside
one. Where that is far above 1, no program that uses both gains what it could.

With --cache only the searches are measured, without a cache and on one, the latter beside Scid (from Debian's packages).

Without --program, what `cargo build --profile dist` makes is measured, which has the optimisations of packages. The programs in packages for
Linux are laid out by execution counts, too, and static: `server/packaging/build archive` leaves one in target/TRIPLE/dist.
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
import venv

from inputs import KINDS, ROOT, corpus, write_input
from scid import Scid, folder_size

SCORESHEET = ROOT / "target/dist/scoresheet"
PEER = ROOT / "target/peer/release/peer"
SLICE = 1_000_000
ONE_THREAD = {**os.environ, "RAYON_NUM_THREADS": "1"}

CHECK_BY_PYTHON_CHESS = """
import chess.pgn, logging, sys
logging.disable()
with open(sys.argv[1], errors="replace") as file:
    while chess.pgn.read_game(file): pass
"""
FORMAT_BY_PYTHON_CHESS = """
import chess.pgn, logging, sys
logging.disable()
with open(sys.argv[1], errors="replace") as file:
    while game := chess.pgn.read_game(file):
        print(game.accept(chess.pgn.StringExporter(columns=79)), end="\\n\\n")
"""

# Searches without a cache: job, query, and the option and criteria of pgn-extract that ask about the same.
SEARCHES = [
    ("search by tags", 'white = "Karpov*"', "-t", 'White "Karpov"\n'),
    ("search for material", "material KRPvKR", "-z", "KRPKR\n"),
    ("search for a line", 'line "1. e4 c5 2. Nf3 d6 3. d4"', "-v", "e4 c5 Nf3 d6 d4\n"),
]

# The English Attack, twelve plies from the start.
POSITION = "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N1B3/PPP2PPP/R2QKB1R b KQkq - 1 6"

# Searches on a cache: job, arguments, and the script of scid.py that asks about the same, if Scid can.
ON_CACHE = [
    ("material on a cache", ["search", "--count", "--where", "material KRPvKR"], "material"),
    ("pattern on a cache", ["search", "--count", "--where", 'board "8/6b1/3p4/3N4/4P3/8/8/8"'], None),
    ("position on a cache", ["search", "--count", "--fen", POSITION], "position"),
    ("tree on a cache", ["tree"], "tree"),
]

# Seconds. Below, a program runs again within a round.
SHORT = 0.5

# Scoutfish took 0.56 s for a file of 120 MB with plain games. It cannot be installed from a registry.
SCOUTFISH_SECONDS_A_BYTE = 0.56 / 120_029_365

# What must hold: job, input, what, whether at least or at most, how much.
GOALS = [
    ("check", "plain", "wall of pgn-extract", ("pgn-extract", "wall"), ("Scoresheet", "wall"), "at least", 10),
    ("check", "annotated", "wall of pgn-extract", ("pgn-extract", "wall"), ("Scoresheet", "wall"), "at least", 8),
    ("search by tags", "plain", "CPU of pgn-extract", ("pgn-extract", "CPU"), ("Scoresheet", "CPU"), "at least", 10),
    ("search for material", "plain", "CPU of pgn-extract", ("pgn-extract", "CPU"), ("Scoresheet", "CPU"), "at least", 7),
    ("import", "plain", "CPU to Scid's", ("Scoresheet", "CPU"), ("Scid", "CPU"), "at most", 0.6),
    ("import", "plain", "size to Scid's", ("Scoresheet", "bytes"), ("Scid", "bytes"), "at most", 1.2),
    ("material on a cache", "plain", "CPU to scoutfish's", ("Scoresheet", "CPU"), ("scoutfish", "CPU"), "at most", 0.5),
    ("pattern on a cache", "plain", "CPU to scoutfish's", ("Scoresheet", "CPU"), ("scoutfish", "CPU"), "at most", 0.5),
    ("position on a cache", "plain", "CPU to Scid's", ("Scoresheet", "CPU"), ("Scid", "CPU"), "at most", 1.5),
    ("tree on a cache", "plain", "CPU to Scid's", ("Scoresheet", "CPU"), ("Scid", "CPU"), "at most", 1.5),
    *(("format", kind, "wall of pgn-extract", ("pgn-extract", "wall"), ("Scoresheet", "wall"), "at least", 12) for kind in KINDS),
]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--runs", type=int, default=5)
    arguments.add_argument("--megabytes", type=int, default=100)
    arguments.add_argument("--generated", action="store_true", help="made-up games, even where real ones are at hand")
    arguments.add_argument("--cache", action="store_true", help="only the searches")
    arguments.add_argument("--program", type=pathlib.Path)
    arguments.add_argument("files", nargs="*", type=pathlib.Path)
    options = arguments.parse_args()
    if not options.program:
        subprocess.run(["cargo", "build", "--quiet", "--profile", "dist", "--package", "scoresheet"], cwd=ROOT, check=True)
    scoresheet = (options.program or SCORESHEET).resolve()
    build_peer = ["cargo", "build", "--quiet", "--release", "--target-dir", ROOT / "target/peer"]
    subprocess.run(build_peer, cwd=ROOT / "tests/benches/peer", check=True)
    pgn_extract = find_pgn_extract()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        python = None if options.cache else python_with_chess(folder / "python")
        inputs = [folder / f"{kind}.pgn" for kind in (KINDS[:1] if options.cache else KINDS)]
        files = [] if options.generated else options.files or corpus()
        for path in inputs:
            print(write_input(path.stem, options.megabytes * 1_000_000, path, files))
        print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {options.runs} rounds; {side_by_side(inputs[0], options.runs)}\n")
        print("| job | input | program | wall | CPU | peak memory | wall to Scoresheet's | CPU to one thread's |")
        print("|---|---|---|---|---|---|---|---|")
        results = {}
        for path in [] if options.cache else inputs:
            check = [scoresheet, "check", "--quiet", "--no-progress", "--exit-zero", path]
            commands = {
                "Scoresheet": Command(check),
                "one thread": Command(check, environment=ONE_THREAD),
                "pgn-extract": Command([pgn_extract, "-s", "-r", path]),
                "pgn-reader": Command([PEER, path]),
            }
            compare(results, "check", path, with_python_chess(commands, python, CHECK_BY_PYTHON_CHESS, path), options.runs)
            form = [scoresheet, "format", "--quiet", "--no-progress", "-"]
            commands = {
                "Scoresheet": Command(form, path),
                "one thread": Command(form, path, ONE_THREAD),
                "pgn-extract": Command([pgn_extract, "-s", "-w79"], path),
            }
            compare(results, "format", path, with_python_chess(commands, python, FORMAT_BY_PYTHON_CHESS, path), options.runs)
        criteria = folder / "criteria"
        for job, query, option, text in SEARCHES:
            criteria.write_text(text)
            commands = {
                "Scoresheet": Command([scoresheet, "search", "--no-progress", "--no-cache", "--count", "--where", query, inputs[0]]),
                "pgn-extract": Command([pgn_extract, "-s", f"{option}{criteria}", inputs[0]]),
            }
            compare(results, job, inputs[0], commands, options.runs)
        on_cache(results, scoresheet, inputs[0], folder, options.runs)
        print(f"\nAt the end {side_by_side(inputs[0], options.runs)}")
    print_goals(results)


def on_cache(results, scoresheet, path, folder, runs):
    """Makes caches and databases of Scid, and asks both."""
    caches, scid = folder / "caches", Scid(folder, POSITION)
    cached = ["--no-progress", "--cache-dir", caches, path]
    fill = [scoresheet, "search", "--count", "--where", "material KRPvKR", *cached]
    commands = {
        "Scoresheet": Command(fill, before=lambda: shutil.rmtree(caches, ignore_errors=True)),
        "Scid": Command(scid.command("import", path), before=scid.remove_base),
    }
    compare(results, "import", path, commands, runs)
    for name, size in (("Scoresheet", folder_size(caches)), ("Scid", scid.size())):
        for which in ((), ("fastest",)):
            results["import", path.stem, name, *which]["bytes"] = size
    scoutfish = SCOUTFISH_SECONDS_A_BYTE * path.stat().st_size
    for job, arguments, script in ON_CACHE:
        commands = {"Scoresheet": Command([scoresheet, *arguments, *cached])}
        if script:
            commands["Scid"] = Command(scid.command(script))
        compare(results, job, path, commands, runs)
        for which in ((), ("fastest",)):
            results[job, path.stem, "scoutfish", *which] = {"CPU": scoutfish}


def find_pgn_extract():
    for candidate in ("pgn-extract", "/usr/games/pgn-extract"):
        if shutil.which(candidate):
            return candidate
    subprocess.run(["apt-get", "install", "-y", "-qq", "pgn-extract"], check=True, stdout=subprocess.DEVNULL)
    return "/usr/games/pgn-extract"


def python_with_chess(folder):
    """A Python that has python-chess, or none where it cannot be installed."""
    venv.create(folder, with_pip=True)
    python = folder / "bin/python"
    installed = subprocess.run([python, "-m", "pip", "install", "--quiet", "chess==1.11.2"], stderr=subprocess.DEVNULL)
    if installed.returncode:
        print("python-chess could not be installed")
    return None if installed.returncode else python


def with_python_chess(commands, python, program, path):
    if not python:
        return commands
    part = path.with_suffix(".part")
    text = path.read_bytes()
    start = text.find(b"\n[Event ", len(text) // 2) + 1
    end = text.find(b"\n[Event ", start + SLICE) + 1 or len(text)
    part.write_bytes(text[start:end])
    scale = len(text) / (end - start)
    return {**commands, "python-chess": Command([python, "-c", program, part], scale=scale)}


class Command:
    """A command whose output nobody reads."""

    def __init__(self, parts, standard_input=None, environment=None, scale=1, before=lambda: None):
        self.parts = [str(part) for part in parts]
        self.standard_input = standard_input or os.devnull
        self.environment = environment
        self.scale = scale
        self.before = before

    def timed(self, path):
        """Seconds of wall and of CPU, with the file at `path` in memory: what nobody has read for some seconds, a system may drop.
        What is short runs again and again, and the mean counts: a clock with a few ticks in a run says little."""
        path.read_bytes()
        wall = cpu = runs = 0
        while wall < SHORT:
            self.before()
            start = time.monotonic()
            process = self.start()
            _, status, usage = os.wait4(process.pid, 0)
            wall += time.monotonic() - start
            cpu += usage.ru_utime + usage.ru_stime
            runs += 1
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode not in (0, 1):
                sys.exit(f"compare: {' '.join(self.parts[:3])} failed")
        return {"wall": wall * self.scale / runs, "CPU": cpu * self.scale / runs}

    def peak_memory(self):
        """Bytes. As the kernel says it while the program runs: what it says at the end counts this script's memory, too."""
        self.before()
        process = self.start()
        peak = 0
        while process.poll() is None:
            status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
            peak = max([peak] + [int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM:")])
            time.sleep(0.002)
        return peak * 1024

    def start(self):
        with open(self.standard_input, "rb") as stdin, open(os.devnull, "wb") as nowhere:
            return subprocess.Popen(self.parts, stdin=stdin, stdout=nowhere, stderr=nowhere, env=self.environment)


def side_by_side(path, runs):
    """How long two of the small programs take at once, beside one: medians, in turn."""
    def seconds(programs):
        path.read_bytes()
        start = time.monotonic()
        for process in [Command([PEER, path]).start() for _ in range(programs)]:
            if process.wait():
                sys.exit("compare: pgn-reader failed")
        return time.monotonic() - start

    alone, together = zip(*((seconds(1), seconds(2)) for _ in range(runs)))
    return f"two of pgn-reader at once take {statistics.median(together) / statistics.median(alone):.2f} times as long as one"


def compare(results, job, path, commands, runs):
    samples = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            samples[name].append(command.timed(path))
    for name, command in commands.items():
        of_runs = {what: [sample[what] for sample in samples[name]] for what in ("wall", "CPU")}
        medians = {what: statistics.median(values) for what, values in of_runs.items()}
        results[job, path.stem, name] = medians
        results[job, path.stem, name, "fastest"] = {what: min(values) for what, values in of_runs.items()}
        wall = medians["wall"] / results[job, path.stem, "Scoresheet"]["wall"]
        cpu = medians["CPU"] / results.get((job, path.stem, "one thread"), medians)["CPU"] if name != "Scoresheet" else None
        scaled = ", scaled" if command.scale != 1 else ""
        print(f"| {job} | {path.stem} | {name}{scaled} | {medians['wall']:.3f} s | {medians['CPU']:.3f} s "
              f"| {command.peak_memory() / 1e6:.0f} MB | {wall:.2f} | {f'{cpu:.2f}' if cpu else ''} |", flush=True)


def print_goals(results):
    print("\n| job | input | ratio | must be | is | of the fastest runs |\n|---|---|---|---|---|---|")
    measured = [goal for goal in GOALS if (goal[0], goal[1], goal[3][0]) in results]
    for job, kind, what, (over, over_what), (under, under_what), bound, wanted in measured:
        def ratio_of(*which):
            ratio = results[job, kind, over, *which][over_what] / results[job, kind, under, *which][under_what]
            holds = ratio >= wanted if bound == "at least" else ratio <= wanted
            return f"{ratio:.2f}{'' if holds else ' **no**'}"
        print(f"| {job} | {kind} | {what} | {bound} {wanted} | {ratio_of()} | {ratio_of('fastest')} |")


if __name__ == "__main__":
    main()

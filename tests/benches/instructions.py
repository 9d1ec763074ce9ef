#!/usr/bin/env python3
"""Counts the instructions of every job on made-up games, and holds them against the counts in instructions.toml.

Usage: tests/benches/instructions.py [--update]

Counted is by callgrind, which is installed where it is missing; where it cannot be had the script says so and succeeds. A count may
leave its band downwards, too: then the gain is to be written down with --update, so that it is not lost again unseen. The counts are
those of the compiler that wrote them; after an update of the compiler or of a library, write them anew.

The program is built with the profile `bench`: optimised as packages are, but with thin instead of fat link-time optimisation, and
without the server, which makes its build a matter of half a minute instead of minutes. Time is not measured, so a busy
machine changes nothing.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
COUNTS = pathlib.Path(__file__).with_suffix(".toml")
PROGRAM = ROOT / "target/release/instructions"
MEASURED = "instructions::measured"

# More than what an unrelated change does to the code around, less than what anybody would want to lose unseen.
BAND = 0.03
# Hash tables are seeded anew in each run, which is 1 % of a small edit. So every run gets the same seed from this library, put before the
# C library's; where it does not reach a program, the two runs differ by more than the noise, which is said.
SEED = """
#include <string.h>
long getrandom(void *bytes, unsigned long length, unsigned flags) { memset(bytes, 7, length); return (long)length; }
"""
NOISE = 0.001
# Without the lists of small free chunks: when the C library joins those depends on what ran before, and is 5 % of reading tiny games.
ALLOCATOR = {"GLIBC_TUNABLES": "glibc.malloc.mxfast=0"}
HEAD = """\
# Instructions for each job (tests/benches/src/jobs.rs) on 300 kB of made-up games of each shape.
# Written by `tests/benches/instructions.py --update`.
"""


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--update", action="store_true", help="write the counts instead of comparing them")
    options = arguments.parse_args()
    if not find_valgrind():
        print("instructions: valgrind could not be installed; nothing is counted")
        return
    build = ["cargo", "build", "--quiet", "--profile", "bench", "--package", "scoresheet-benches", "--bin", "instructions"]
    subprocess.run(build, cwd=ROOT, check=True)
    counts, again = count(), count()
    unsteady = [name for name in counts if abs(again[name] / counts[name] - 1) > NOISE]
    for job, shape in unsteady:
        print(f"instructions: {job} of {shape} differs from run to run: {counts[job, shape]}, {again[job, shape]}")
    if options.update:
        COUNTS.write_text(written(counts))
    if unsteady or not (options.update or within_band(counts)):
        sys.exit(1)


def find_valgrind():
    if not shutil.which("valgrind") and shutil.which("apt-get"):
        for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "valgrind"]):
            subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return shutil.which("valgrind")


def count():
    """Instructions by job and shape."""
    with tempfile.TemporaryDirectory() as folder:
        seed = pathlib.Path(folder, "seed.so")
        subprocess.run(["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", seed], input=SEED, text=True, check=True)
        command = ["valgrind", "--tool=callgrind", f"--toggle-collect={MEASURED}", f"--dump-after={MEASURED}",
                   f"--callgrind-out-file={folder}/out", PROGRAM]
        run = subprocess.run(command, cwd=ROOT, env=os.environ | ALLOCATOR | {"LD_PRELOAD": str(seed)}, capture_output=True, text=True)
        if run.returncode:
            sys.exit(f"instructions: callgrind failed: {run.stderr[-2000:]}")
        names = [tuple(line.split()[:2]) for line in run.stdout.splitlines()]
        totals = [total(pathlib.Path(folder, f"out.{number}")) for number in range(1, len(names) + 1)]
    return dict(zip(names, totals))


def total(dump):
    return int(re.search(r"^totals: (\d+)$", dump.read_text(), re.MULTILINE)[1])


def written(counts):
    lines = [HEAD]
    for of_shape in dict.fromkeys(shape for _, shape in counts):
        lines.append(f"\n[{of_shape}]\n")
        lines += [f"{job} = {total:_}\n" for (job, shape), total in counts.items() if shape == of_shape]
    return "".join(lines)


def within_band(counts):
    known = {(job, shape): total for shape, jobs in tomllib.loads(COUNTS.read_text()).items() for job, total in jobs.items()}
    outside = [name for name in counts.keys() | known.keys() if not is_near(counts.get(name, 0), known.get(name, 0))]
    for job, shape in sorted(outside):
        now, before = counts.get((job, shape), 0), known.get((job, shape), 0)
        change = f" ({now / before - 1:+.1%})" if before else ""
        print(f"instructions: {job} of {shape}: {now:,}, were {before:,}{change}")
    if outside:
        print(f"instructions: more than {BAND:.0%} off; where that is meant, run tests/benches/instructions.py --update")
    return not outside


def is_near(now, before):
    return abs(now - before) <= BAND * before


if __name__ == "__main__":
    main()

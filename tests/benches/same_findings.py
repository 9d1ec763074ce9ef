#!/usr/bin/env python3
"""Do two programs find the same in every file of a folder, and format it to the same bytes?

Usage: tests/benches/same_findings.py BEFORE AFTER FOLDER [--show N]

BEFORE and AFTER are two builds of scoresheet. Every .pgn, .epd and .fen file below FOLDER is checked with all rules at all levels, and
formatted. Compared are the place, rule and level of each finding, the places of related texts, all fixes with their edits, exit codes,
and what formatting writes; messages and titles are not. Prints the first N differences (20) and a summary; ends with 1 if there are any.
"""
import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

CHECK = ["check", "--no-progress", "--exit-zero", "--select", "all", "--level", "hint", "--output-format", "jsonl"]
FORMAT = ["format", "--no-progress", "--quiet", "-", "--stdin-filename"]
TIMEOUT = 600


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("before", type=pathlib.Path)
    arguments.add_argument("after", type=pathlib.Path)
    arguments.add_argument("folder", type=pathlib.Path)
    arguments.add_argument("--show", type=int, default=20)
    options = arguments.parse_args()
    files = sorted(path for path in options.folder.rglob("*") if path.suffix.lower() in (".pgn", ".epd", ".fen"))
    if not files:
        sys.exit(f"there are no games or records in {options.folder}")
    programs = options.before.resolve(), options.after.resolve()
    findings = formatted = 0
    differences = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, (count, size, found) in zip(files, pool.map(lambda path: compare(programs, path), files)):
            findings, formatted = findings + count, formatted + size
            differences += [f"{path}: {difference}" for difference in found]
    for difference in differences[: options.show]:
        print(difference)
    print(f"{len(files)} files, {findings} findings, {formatted} formatted bytes, {len(differences)} differences")
    sys.exit(bool(differences))


def compare(programs, path):
    """How many findings and formatted bytes there are, and what is different."""
    (before, status), (after, other_status) = (checked(program, path) for program in programs)
    differences = [f"check ends with {other_status} instead of {status}"] * (status != other_status)
    gone, new = before - after, after - before
    differences += [f"no longer found: {finding}" for finding in gone.elements()]
    differences += [f"newly found: {finding}" for finding in new.elements()]
    (text, status), (other, other_status) = (run(program, [*FORMAT, path.name], path) for program in programs)
    if status != other_status:
        differences.append(f"format ends with {other_status} instead of {status}")
    if text != other:
        place = next((at for at, (one, two) in enumerate(zip(text, other)) if one != two), min(len(text), len(other)))
        differences.append(f"formatted otherwise from byte {place}: {text[place:place + 40]} became {other[place:place + 40]}")
    return before.total(), len(text), differences


def checked(program, path):
    output, status = run(program, [*CHECK, path.resolve()])
    return collections.Counter(said(json.loads(line)) for line in output.splitlines() if line.strip()), status


def said(finding):
    """What a finding says, without words."""
    fixes = [[fix["applicability"], [[edit["start"], edit["end"], edit["text"]] for edit in fix["edits"]]] for fix in finding["fixes"]]
    related = [[place["start"], place["end"]] for place in finding["related"]]
    return json.dumps([finding[key] for key in ("rule", "level", "game", "start", "end")] + [related, fixes])


def run(program, arguments, stdin=None):
    with open(stdin or os.devnull, "rb") as file:
        done = subprocess.run([program, *arguments], stdin=file, capture_output=True, timeout=TIMEOUT)
    return done.stdout, done.returncode


if __name__ == "__main__":
    main()

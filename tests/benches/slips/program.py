"""Calls the program: many games in one call, a file each, so that a broken game cannot reach into the next one."""
import json
import pathlib
import subprocess
import sys
import tempfile

from slip import Offsets

MOST_FILES = 400


def check(program, texts):
    """The findings of each text, in order; ranges are in characters, edits are (start, end, new text)."""
    texts, found = list(texts), []
    for first in range(0, len(texts), MOST_FILES):
        found += _check_some(program, texts[first : first + MOST_FILES])
    return found


def _check_some(program, texts):
    with tempfile.TemporaryDirectory() as folder:
        for index, text in enumerate(texts):
            (pathlib.Path(folder) / f"{index}.pgn").write_bytes(text.encode())
        command = [program, "check", "--isolated", "--level", "hint", "--output-format", "json", "--exit-zero", folder]
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            findings = json.loads(run.stdout or b"[]")
        except ValueError:
            sys.exit(f"the program printed no JSON: {run.stdout[:200]!r} {run.stderr[:400]!r}")
    found = [[] for _ in texts]
    offsets = [None] * len(texts)
    for finding in findings:
        index = int(pathlib.PurePath(finding["file"]).stem)
        offsets[index] = offsets[index] or Offsets(texts[index])
        found[index].append(_Finding(finding, offsets[index]))
    return found


class _Finding:
    def __init__(self, finding, offsets):
        self.rule, self.level, self.message = finding["rule"], finding["level"], finding["message"]
        self.start, self.end = offsets.character(finding["start"]), offsets.character(finding["end"])
        self.fixes = [
            [(offsets.character(e["start"]), offsets.character(e["end"]), e["text"]) for e in fix["edits"]] for fix in finding["fixes"]
        ]

    def __repr__(self):
        return f"{self.level}[{self.rule}] {self.start}..{self.end} {self.message}"

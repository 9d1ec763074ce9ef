"""What both kinds of checks are made with: counting what does not hold, and running programs as a pipeline does."""

import os
import subprocess
import sys
from pathlib import Path

SAMPLE = Path(__file__).resolve().parent
_faults = 0


def check(condition, *message):
    global _faults
    if not condition:
        _faults += 1
        print("ci-sample: FAULT:", *message)


def skip(message):
    print("ci-sample: SKIPPED:", message)


def run(command, folder=SAMPLE, **environment):
    """Runs a program where nothing tells of a repository or a pipeline but `environment`."""
    cleared = {k: v for k, v in os.environ.items() if not k.startswith(("GIT_", "GITHUB_", "CI_"))}
    done = subprocess.run(command, cwd=folder, env={**cleared, **environment}, capture_output=True, encoding="utf-8")
    done.said = done.stdout + done.stderr
    return done


def finish(held):
    print("ci-sample:", f"{_faults} faults" if _faults else held)
    sys.exit(1 if _faults else 0)

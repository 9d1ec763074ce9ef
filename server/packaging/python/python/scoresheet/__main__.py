"""``python -m scoresheet``: the program."""

import subprocess
import sys

from scoresheet._program import program

sys.exit(subprocess.run([program(), *sys.argv[1:]], check=False).returncode)

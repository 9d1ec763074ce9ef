"""Scid from Debian's packages, for `compare.py`: its import, and what it answers from the database that the import makes."""
import os
import pathlib
import shutil
import subprocess

# Each script gets the database, without its suffix; the import gets the file of games, too. Scid reports progress to a procedure.
START = "proc ::progressCallBack {args} {}\n"
OPEN = START + "set base [sc_base open [lindex $argv 0]]\nsc_base switch $base\n"
NONE = " ".join(f"-{color}{piece} {{0 0}}" for color in "wb" for piece in "qbnm")
SCRIPTS = {
    "import": START + "set base [sc_base create [lindex $argv 0]]\nsc_base import $base [lindex $argv 1]\nsc_base close $base\n",
    "tree": OPEN + "sc_tree stats $base dbfilter\n",
    "position": OPEN + "sc_game startBoard \"{fen}\"\nputs [sc_search board RESET Exact false 0]\n",
    "material": OPEN + f"puts [sc_search material {NONE} -wr {{1 1}} -br {{1 1}} -wp {{1 1}} -bp {{0 0}} "
    "-flip 1 -filter RESET -range {1 999} -length 1]\n",
}


class Scid:
    """Its scripts in a folder, and the database of a file."""

    def __init__(self, folder, fen):
        self.program = find_scid()
        self.folder, self.base = folder, folder / "base"
        for name, text in SCRIPTS.items():
            (folder / f"{name}.tcl").write_text(text.replace("{fen}", fen))

    def command(self, name, *arguments):
        return [self.program, self.folder / f"{name}.tcl", self.base, *arguments]

    def remove_base(self):
        for path in self.files():
            path.unlink()

    def files(self):
        return list(self.folder.glob("base.s*"))

    def size(self):
        return sum(path.stat().st_size for path in self.files())


def find_scid():
    for candidate in ("tkscid", "/usr/games/tkscid"):
        if shutil.which(candidate):
            return candidate
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "install", "-y", "-qq", "scid"], check=True, stdout=subprocess.DEVNULL, env=environment)
    return "/usr/games/tkscid"


def folder_size(folder):
    """The bytes of the files in a folder."""
    return sum(path.stat().st_size for path in pathlib.Path(folder).rglob("*") if path.is_file())

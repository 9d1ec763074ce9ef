"""Where the program is that this package carries."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig


def program() -> str:
    """Returns the path of the program: that of ``SCORESHEET``, of this environment, of the user, or the one on the ``PATH``.

    :raises FileNotFoundError: if there is none.
    """
    chosen = os.environ.get("SCORESHEET")
    if chosen:
        return chosen
    name = "scoresheet.exe" if sys.platform == "win32" else "scoresheet"
    scheme = sysconfig.get_preferred_scheme("user") if sys.version_info >= (3, 10) else os.name + "_user"
    folders = [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", scheme)]
    # Of `pip install --target`, the scripts lie beside the package.
    folders.append(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "bin"))
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    found = shutil.which(name)
    if found:
        return found
    raise FileNotFoundError("the program scoresheet is not there: reinstall the package, or name it in SCORESHEET")

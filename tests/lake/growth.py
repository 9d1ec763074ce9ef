"""How exports grow: growth.py PROGRAM FILE [MEGABYTES...] takes the beginning of a file of games, and prints time, memory and size of its tables beside the time of `check`, and the time
of a look-up in the tree beside that of a full scan. To be run on a quiet machine."""

import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import look_up  # noqa: E402


def measured(command):
    """The wall time in seconds, the CPU time, and the peak of memory in MB."""
    started = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    assert os.waitstatus_to_exitcode(status) in (0, 1), errors.decode()
    return time.monotonic() - started, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1000


def fastest(command, runs=3):
    return min((measured(command) for _ in range(runs)), key=lambda took: took[0])


def main(program, path, *megabytes):
    print("MB     games    check s  export s  ratio  CPU s  peak MB  games B/game  tree B/game  look-up ms  scan ms")
    for size in [int(size) for size in megabytes] or [1, 10, 100]:
        with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR", "/tmp")) as folder:
            part, lake = pathlib.Path(folder) / "part.pgn", pathlib.Path(folder) / "lake"
            with open(path, "rb") as whole:
                text = whole.read(size * 1_000_000)
            while len(text) < size * 1_000_000:
                text += text[: size * 1_000_000 - len(text)]
            part.write_bytes(text[: text.rfind(b"\n\n[Event") + 2])
            del text
            check = fastest([program, "check", "--isolated", "--exit-zero", "--quiet", "--statistics", part])
            export = fastest([program, "export", "--isolated", "--quiet", "--force", "--to", "parquet", "-o", lake, part])
            import duckdb

            games = duckdb.sql(f"SELECT count(*) FROM '{lake}/games/*.parquet'").fetchall()[0][0]
            bytes_of = {table: sum(file.stat().st_size for file in (lake / table).iterdir()) / games for table in ("games", "tree")}
            found, scan = map(statistics.median, look_up.measured(lake))
            print(
                f"{size:<6} {games:<8} {check[0]:7.2f} {export[0]:9.2f} {export[0] / check[0]:6.2f} {export[1]:6.2f} {export[2]:8.0f} "
                f"{bytes_of['games']:13.0f} {bytes_of['tree']:12.0f} {1000 * found:11.2f} {1000 * scan:8.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Kills exports at random moments: nothing they leave reads as whole, and the next run is as if they had not been. killed.py PROGRAM FOLDER."""

import pathlib
import random
import signal
import subprocess
import sys
import time


def export(program, lake, files, *options):
    return [program, "export", "--isolated", "--quiet", "--no-progress", "--to", "parquet", "-o", lake, "--positions", *options, *files]


def visible(lake):
    """What engines would read, and lists of files that say that all is whole."""
    return sorted(path for path in lake.rglob("*.parquet") if not any(part.startswith("_") for part in path.relative_to(lake).parts)), sorted(lake.glob("_part-*.json"))


def sizes(lake):
    return {path.relative_to(lake): path.stat().st_size for path in visible(lake)[0]}


def main(program, folder):
    folder = pathlib.Path(folder)
    files = [folder / "many.pgn"]
    with open(files[0], "wb") as many:
        for _ in range(40):
            many.write((folder / "a.pgn").read_bytes())
    whole = folder / "whole"
    started = time.monotonic()
    subprocess.run(export(program, whole, files, "--force"), check=True)
    took = time.monotonic() - started
    killed, source = 0, random.Random(1)
    for number in range(12):
        lake = folder / f"killed-{number}"
        process = subprocess.Popen(export(program, lake, files))
        time.sleep(took * source.random())
        process.send_signal(signal.SIGKILL)
        if process.wait() == 0:
            continue
        parquet, manifests = visible(lake)
        if manifests:
            # It was done, but for ending.
            assert sizes(lake) == sizes(whole), f"{lake} reads as whole"
            continue
        killed += 1
        # Between the first name and the manifest there are some thousandths of a second.
        assert not parquet or sizes(lake).items() <= sizes(whole).items(), f"{lake} has half a file"
        subprocess.run(export(program, lake, files), check=True)
        assert sizes(lake) == sizes(whole) and len(visible(lake)[1]) == 1 and not list(lake.glob("_unfinished*"))
    assert killed >= 3, "nothing was killed in the middle"
    print(f"{killed} of 12 runs were killed, and none left what reads as whole")


if __name__ == "__main__":
    main(*sys.argv[1:])

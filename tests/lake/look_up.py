"""How long a look-up of a position in the tree takes beside a full scan of the same files in DuckDB, in the same run: look_up.py PROGRAM FOLDER [FILES]."""

import pathlib
import random
import statistics
import subprocess
import sys
import time

#: Look-ups of other positions, each beside a scan.
RUNS = 20
#: A look-up takes at most this part of a scan.
MOST = 0.1
#: The kings walk through the squares of three files, so no game has a position twice.
WHITE, BLACK = "Kf1 Kg1 Kh1 Kh2 Kg2 Kf2 Kf3 Kg3 Kh3".split(), "Kf8 Kg8 Kh8 Kh7 Kg7 Kf7 Kf6 Kg6 Kh6".split()


def write_games(path, count):
    """Games with many positions: the same moves of the kings beside pawns that are elsewhere in each game."""
    moves = " ".join(f"{number}. {white} {black}" for number, (white, black) in enumerate(zip(WHITE, BLACK), 1))
    chance = random.Random(1)
    with open(path, "w", encoding="utf-8") as file:
        for _ in range(count):
            ranks = ["".join(chance.choice("Pp1111") for _ in "abc") for _ in range(6)]
            board = "/".join(["4k3", *(rank + "5" for rank in ranks), "4K3"])
            result, day = chance.choice(["1-0", "0-1", "1/2-1/2"]), f"20{chance.randrange(10, 25)}.{chance.randrange(1, 13):02}.{chance.randrange(1, 29):02}"
            tags = {"Date": day, "Result": result, "WhiteElo": chance.randrange(1500, 2800), "BlackElo": chance.randrange(1500, 2800), "SetUp": 1, "FEN": f"{board} w - - 0 1"}
            file.write("".join(f'[{tag} "{value}"]\n' for tag, value in tags.items()) + f"\n{moves} {result}\n\n")


def seconds(connection, sql):
    started = time.perf_counter()
    assert connection.execute(sql).fetchall()
    return time.perf_counter() - started


def measured(lake):
    """The seconds of look-ups of positions, and of scans of all columns."""
    import duckdb

    connection = duckdb.connect()
    connection.execute("PRAGMA threads = 2")
    tree = f"'{lake}/tree/*.parquet'"
    hashes = [row[0] for row in connection.execute(f"SELECT DISTINCT hash FROM {tree} ORDER BY hash % 1013, hash LIMIT {RUNS}").fetchall()]
    columns = connection.execute(f"DESCRIBE SELECT * FROM {tree}").fetchall()
    # Least and largest values would be read from the metadata alone.
    everything = ", ".join(f"sum({name})" if "INT" in kind else f"sum(length({name}))" for name, kind, *_ in columns)
    scans, found = [], []
    for key in hashes:
        found.append(seconds(connection, f"SELECT uci, games, white, draws, black FROM {tree} WHERE hash = {key} ORDER BY games DESC"))
        scans.append(seconds(connection, f"SELECT {everything} FROM {tree}"))
    return found, scans


def rows_with_pages(lake):
    """How many rows there are. Each column must have the least and largest values of its pages, and the rows must be in order."""
    import pyarrow.parquet

    rows, last = 0, None
    for path in sorted((lake / "tree").iterdir()):
        file = pyarrow.parquet.ParquetFile(path).metadata
        rows += file.num_rows
        for group in (file.row_group(number) for number in range(file.num_row_groups)):
            columns = [group.column(number) for number in range(group.num_columns)]
            assert all(column.has_column_index and column.has_offset_index and column.is_stats_set for column in columns), path
            hashes = columns[0].statistics
            assert columns[0].path_in_schema == "hash" and (last is None or last <= hashes.min <= hashes.max), path
            last = hashes.max
    return rows


def main(program, folder, *files):
    lake = pathlib.Path(folder) / "look-up"
    options = []
    if not files:
        files, options = [str(pathlib.Path(folder) / "look-up.pgn")], ["--min-games", "1"]
        write_games(files[0], 150_000)
    subprocess.run([program, "export", "--isolated", "--quiet", "--force", "--to", "parquet", "-o", lake, *options, *files], check=True)
    rows = rows_with_pages(lake)
    found, scans = measured(lake)
    for name, of in [("median", statistics.median), ("fastest", min)]:
        found_in, scanned_in = of(found), of(scans)
        print(f"a position among {rows:,} rows: {1000 * found_in:.1f} ms, a scan of them: {1000 * scanned_in:.1f} ms, {scanned_in / found_in:.0f} times as long ({name} of {RUNS})")
    # Of a busy machine, the fastest say most.
    assert min(found) <= MOST * min(scans)


if __name__ == "__main__":
    main(*sys.argv[1:])

#!/usr/bin/env python3
"""Checks and exports many games with Spark: each task runs `scoresheet` on one file, or on one part of a file, and hands its rows on as Arrow.

    spark-submit collection.py --output lake/ games/*.pgn.zst
    spark-submit collection.py --output s3a://bucket/lake --shards 64 --fetch 'aws s3 cp {} -' s3://bucket/2024-03.pgn.zst
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import tempfile
from collections.abc import Iterable, Iterator

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as f
from pyspark.sql.types import StructType

#: What a task works on: a file, or one of several parts of it.
TASK = "path string, shard int, of int"

PLACE = "file string, byte_offset bigint"

#: The columns of the tables, as server/docs/sql.md has them.
SCHEMAS = {
    "games": f"{PLACE}, line bigint, game bigint, event string, site string, date string, round string, white string, black string, "
    "day date, year int, month int, result string, white_elo int, black_elo int, eco string, opening string, time_control string, variant string, "
    "fen string, plies int, moves binary, material string, is_broken boolean, errors int, warnings int, infos int, hints int, tags map<string,string>",
    "tree": "hash bigint, move int, uci string, games bigint, white bigint, draws bigint, black bigint, elo_sum bigint, elo_games bigint, "
    "last_date int, file string, game bigint",
    "findings": f"{PLACE}, game bigint, rule string, level string, line bigint, col bigint, message string, has_fix boolean",
}


def tasks(spark: SparkSession, paths: Iterable[str], shards: int) -> DataFrame:
    """A row a task, each in a partition of its own."""
    rows = [(path, shard, shards) for path in paths for shard in range(1, shards + 1)]
    return spark.createDataFrame(rows, TASK).repartitionByRange(len(rows), "path", "shard")


def rows_of(task: dict, table: str, program: str, fetch: str | None) -> Iterator:
    """Runs the program for a task, and yields the record batches of a table.

    :param fetch: a command that prints a file, with ``{}`` in place of its path; without one the path is that of a file that all workers have.
    :raises RuntimeError: with what the program says, if it cannot read the file. Then Spark tries the task again, and nothing of it counts twice.
    """
    import pyarrow

    command = [program, "export", "--quiet", "--no-progress", "--to", "arrow", "--output", "-", "--table", table]
    if table == "tree":
        # A position may be common although it is rare in each part.
        command += ["--min-games", "1"]
    if task["of"] > 1:
        command += ["--shard", f"{task['shard']}/{task['of']}"]
    source = None
    if fetch:
        source = subprocess.Popen(fetch.replace("{}", shlex.quote(task["path"])), shell=True, stdout=subprocess.PIPE)
        command += ["--stdin-filename", task["path"], "-"]
    else:
        command += ["--", task["path"]]
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(command, stdin=source.stdout if source else subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors)
        if source:
            source.stdout.close()
        try:
            yield from pyarrow.ipc.open_stream(process.stdout)
        except pyarrow.ArrowInvalid:
            # The program ended before it wrote anything; what it says is below.
            pass
        finally:
            process.stdout.close()
        codes = [process.wait(), source.wait() if source else 0]
        if codes[0] not in (0, 1) or codes[1]:
            errors.seek(0)
            raise RuntimeError(f"{task['path']}: {errors.read().decode(errors='replace').strip()} {codes}")


def table(todo: DataFrame, name: str, program: str, fetch: str | None) -> DataFrame:
    """A table of all tasks."""

    def run(batches: Iterable) -> Iterator:
        for batch in batches:
            for task in batch.to_pylist():
                yield from rows_of(task, name, program, fetch)

    return todo.mapInArrow(run, StructType.fromDDL(SCHEMAS[name]))


def merged_tree(tree: DataFrame, least: int) -> DataFrame:
    """The trees of all tasks as one: counts are added, and only then is asked in how many games a position was reached."""
    counts = ("games", "white", "draws", "black", "elo_sum", "elo_games")
    first = f.min(f.struct("file", "game")).alias("first")
    sums = [f.sum(name).alias(name) for name in counts]
    merged = tree.groupBy("hash", "move", "uci").agg(*sums, f.max("last_date").alias("last_date"), first)
    common = merged.groupBy("hash").agg(f.sum("games").alias("reached")).where(f.col("reached") >= least)
    return merged.join(common, "hash", "left_semi").select(
        "hash", "move", "uci", *counts, "last_date", f.col("first.file").alias("file"), f.col("first.game").alias("game")
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("paths", nargs="+", help="files, as all workers know them")
    parser.add_argument("--output", required=True, help="the folder of the tables: any that Spark writes to")
    parser.add_argument("--tables", default="games,tree,findings", help="the tables to make [default: %(default)s]")
    parser.add_argument("--shards", type=int, default=1, help="divide each file into so many tasks [default: %(default)s]")
    parser.add_argument("--min-games", type=int, default=2, help="leave positions out of the tree that fewer games reach [default: %(default)s]")
    parser.add_argument("--fetch", help="a command that prints a file, as in 'aws s3 cp {} -' [default: the workers open the paths]")
    parser.add_argument("--program", default=os.environ.get("SCORESHEET", "scoresheet"), help="the program on the workers [default: %(default)s]")
    arguments = parser.parse_args()

    spark = SparkSession.builder.appName("scoresheet").getOrCreate()
    todo = tasks(spark, arguments.paths, arguments.shards)
    for name in arguments.tables.split(","):
        rows = table(todo, name, arguments.program, arguments.fetch)
        if name == "tree":
            # Ordered by position, so that a look-up reads a small part.
            rows = merged_tree(rows, arguments.min_games)
            rows = rows.repartitionByRange(max(1, len(arguments.paths) * arguments.shards // 8), "hash").sortWithinPartitions("hash", "move")
        rows.write.mode("overwrite").option("compression", "zstd").parquet(f"{arguments.output.rstrip('/')}/{name}")
    spark.stop()


if __name__ == "__main__":
    main()

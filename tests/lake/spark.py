"""The job for Spark in local mode, and the queries of the page in Spark SQL: spark.py PROGRAM FOLDER, where `queries.py` has made games and tables."""

import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE))

import queries  # noqa: E402

JOB = HERE.parent.parent / "server" / "packaging" / "spark" / "collection.py"


class Spark:
    def __init__(self, lake):
        from pyspark.sql import SparkSession

        self.session = SparkSession.builder.master("local[2]").config("spark.ui.enabled", False).config("spark.sql.shuffle.partitions", 4).getOrCreate()
        self.session.sparkContext.setLogLevel("ERROR")
        for table in queries.TABLES:
            self.session.read.option("recursiveFileLookup", True).parquet(f"{lake}/{table}").createOrReplaceTempView(table)

    def query(self, sql):
        return queries.rows(tuple(row) for row in self.session.sql(sql).collect())


def main(program, folder):
    folder = pathlib.Path(folder)
    duckdb = queries.DuckDB(folder / "lake")
    spark = Spark(folder / "lake")
    for question, sql in queries.questions():
        answer, expected = spark.query(sql), duckdb.query(sql)
        assert answer == expected and answer, f"{question}\nDuckDB: {expected}\nSpark: {answer}"
    print(f"Spark answers the questions of the page as DuckDB does")
    spark.session.stop()

    files = [str(folder / name) for name in ("a.pgn", "b.pgn")]
    environment = os.environ | {"SCORESHEET": program, "PYSPARK_PYTHON": sys.executable}
    for name, options in [("plain", []), ("shards", ["--shards", "3"]), ("fetched", ["--fetch", "cat {}"])]:
        job = [sys.executable, "-c", START, str(JOB), "--output", str(folder / name), *options, *files]
        subprocess.run(job, check=True, env=environment, stderr=subprocess.DEVNULL)
        for table in ("games", "tree", "findings"):
            ordered = f"SELECT * EXCLUDE (tags) FROM '{{}}/{table}/**/*.parquet' ORDER BY ALL" if table == "games" else f"SELECT * FROM '{{}}/{table}/**/*.parquet' ORDER BY ALL"
            made, expected = (duckdb.query(ordered.format(lake)) for lake in (folder / name, folder / "lake"))
            assert made == expected and made, f"{table} of {name}"
        print(f"the job makes the tables of one run: {name}")


#: `spark-submit` in local mode, with the Spark of this environment.
START = """
import runpy, sys
from pyspark.sql import SparkSession
SparkSession.builder.master("local[2]").config("spark.ui.enabled", False).config("spark.sql.shuffle.partitions", 4).getOrCreate()
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


if __name__ == "__main__":
    main(*sys.argv[1:])

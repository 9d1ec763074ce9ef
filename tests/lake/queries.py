"""Runs the queries of server/docs/sql.md in several engines, and compares their answers: queries.py PROGRAM FOLDER [FILES]."""

import datetime
import json
import math
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
PAGE = HERE.parent.parent / "server" / "docs" / "sql.md"
TABLES = ["games", "tree", "positions", "moves", "findings"]
START = 5060803636482931868


def questions():
    """The questions of the page with their queries."""
    text = PAGE.read_text(encoding="utf-8")
    sections = re.split(r"^### ", text, flags=re.M)[1:]
    found = [(section.split("\n", 1)[0], *re.findall(r"```sql\n(.*?)```", section, flags=re.S)) for section in sections]
    return [section for section in found if len(section) == 2]


def plain(value):
    """A value without what engines write differently."""
    if value is None or isinstance(value, float) and math.isnan(value):
        return None
    if isinstance(value, (bool, str)):
        return value
    if isinstance(value, (bytes, bytearray, datetime.date)):
        return str(value)
    return round(float(value), 3)


def rows(found):
    return [tuple(plain(value) for value in row) for row in found]


class DuckDB:
    def __init__(self, lake):
        import duckdb

        self.connection = duckdb.connect()
        for table in TABLES:
            self.connection.execute(f"CREATE VIEW {table} AS SELECT * FROM '{lake}/{table}/**/*.parquet'")

    def query(self, sql):
        return rows(self.connection.execute(sql).fetchall())


class ChDB:
    def __init__(self, lake):
        from chdb.session import Session

        self.session = Session()
        self.session.query("CREATE DATABASE IF NOT EXISTS lake")
        self.session.query("USE lake")
        for table in TABLES:
            self.session.query(f"CREATE VIEW {table} AS SELECT * FROM file('{lake}/{table}/**/*.parquet', Parquet)")

    def query(self, sql):
        answer = self.session.query(sql + " SETTINGS output_format_json_quote_64bit_integers = 0, join_use_nulls = 1", "JSONCompact")
        return rows(json.loads(str(answer))["data"])


class Polars:
    # Its SQL has no maps.
    lacks = ["What is in other tags?"]

    def __init__(self, lake):
        import polars

        self.polars = polars
        scan = lambda table: polars.scan_parquet(f"{lake}/{table}/**/*.parquet")
        self.context = polars.SQLContext({table: scan(table) for table in TABLES})

    def query(self, sql):
        return rows(self.context.execute(sql, eager=True).rows())


def command(program, *arguments):
    ran = subprocess.run([program, *arguments], capture_output=True, check=False)
    assert ran.returncode in (0, 1), ran.stderr.decode()
    return ran.stdout.decode()


def same_as_the_program(program, files, engine):
    """The explorer, the games that reach a position, and counts of games, by the program itself."""
    tree = json.loads(command(program, "tree", "--no-cache", "--output-format", "json", "--depth", "3", *files))
    compared = 0
    for node in tree["nodes"]:
        expected = {move["uci"]: (move["games"], move["white"], move["draws"], move["black"]) for move in node["moves"]}
        found = engine.query(f"SELECT uci, games, white, draws, black FROM tree WHERE hash = {node['hash']}")
        # The table leaves out positions that only one game reaches.
        if sum(games for games, *_ in expected.values()) >= 2:
            assert {uci: tuple(counts) for uci, *counts in found} == expected, node["fen"]
            compared += 1
    assert compared > 3 and tree["nodes"][0]["hash"] == START
    for where, sql in [
        ('fen "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"', "SELECT count(DISTINCT file || ':' || CAST(game AS VARCHAR)) FROM positions WHERE hash = -9062197578030825066"),
        ('player = "Berg, Anna"', "SELECT count(*) FROM games WHERE white = 'Berg, Anna' OR black = 'Berg, Anna'"),
        ("result = draw and plies > 40", "SELECT count(*) FROM games WHERE result = '1/2-1/2' AND plies > 40"),
        ("date >= 2019", "SELECT count(*) FROM games WHERE year >= 2019"),
    ]:
        count = int(command(program, "search", "--no-cache", "--count", "--quiet", "--where", where, *files).split()[-1])
        assert rows([(count,)]) == engine.query(sql) and count > 0, where
    checked = json.loads(command(program, "check", "--isolated", "--output-format", "json", "--exit-zero", *files))
    listed = {(finding["rule"], finding["file"]) for finding in findings_of(checked)}
    of_table = {(rule, file) for rule, file in engine.query("SELECT DISTINCT rule, file FROM findings")}
    assert of_table <= listed and of_table, of_table - listed


def findings_of(checked):
    return checked["findings"] if isinstance(checked, dict) else checked


def main(program, folder, *files):
    lake = pathlib.Path(folder) / "lake"
    if not files:
        sys.path.insert(0, str(HERE))
        import games

        files = [str(pathlib.Path(folder) / name) for name in ("a.pgn", "b.pgn")]
        for seed, (path, count) in enumerate(zip(files, (160, 40))):
            games.write(path, count, seed)
    exported = subprocess.run([program, "export", "--isolated", "--to", "parquet", "-o", lake, "--force", "--positions", "--moves", "--findings", *files])
    assert exported.returncode == 0
    engines = [DuckDB(lake), ChDB(lake), Polars(lake)]
    asked = questions()
    assert len(asked) >= 12
    for question, sql in asked:
        answers = {}
        for engine in engines:
            if question not in getattr(engine, "lacks", []):
                answers[type(engine).__name__] = engine.query(sql)
        first, *others = answers.items()
        assert first[1] and None not in first[1][0][:1], f"{question}: {first}"
        for name, answer in others:
            assert answer == first[1], f"{question}\n{first[0]}: {first[1]}\n{name}: {answer}"
        print(f"{question} {len(first[1])} rows, the same in {', '.join(answers)}")
    same_as_the_program(program, files, engines[0])
    print("tree, search and check give the same")


if __name__ == "__main__":
    main(*sys.argv[1:])

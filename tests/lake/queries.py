"""Runs the queries of server/docs/sql.md in several engines, and compares their answers: queries.py PROGRAM FOLDER [FILES]."""

import collections
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
AFTER_E4 = 'fen "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"'
PLAYER = "Berg, Anna"
#: Rules that look at games and at files: the table has only what they find in games.
OF_GAMES_AND_FILES = {"byte-order-mark", "missing-blank-line"}


def questions():
    """The questions of the page with their queries."""
    text = PAGE.read_text(encoding="utf-8")
    sections = re.split(r"^### ", text, flags=re.M)[1:]
    found = [(section.split("\n", 1)[0], *re.findall(r"```sql\n(.*?)```", section, flags=re.S)) for section in sections]
    return [section for section in found if len(section) == 2]


def in_polars():
    """What is written for Polars in place of a query, by its question."""
    sections = re.split(r"^### ", PAGE.read_text(encoding="utf-8").split("\n## Keys")[0], flags=re.M)[1:]
    return {section.split("\n", 1)[0]: code for section in sections for code in re.findall(r"```python\n(.*?)```", section, flags=re.S)}


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

    def answer(self, _, sql):
        return self.query(sql)


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

    def answer(self, _, sql):
        return self.query(sql)


class Polars:
    def __init__(self, lake):
        import polars

        self.polars = polars
        self.tables = {table: polars.scan_parquet(f"{lake}/{table}/**/*.parquet") for table in TABLES}
        self.context = polars.SQLContext(self.tables)

    def query(self, sql):
        return rows(self.context.execute(sql, eager=True).rows())

    def answer(self, question, sql):
        code = in_polars().get(question)
        return rows(eval(code, {"pl": self.polars, **self.tables}).rows()) if code else self.query(sql)


def command(program, *arguments):
    ran = subprocess.run([program, *arguments], capture_output=True, check=False)
    assert ran.returncode in (0, 1), ran.stderr.decode()
    return ran.stdout.decode()


def count(program, files, where):
    return int(command(program, "search", "--no-cache", "--count", "--quiet", "--where", where, *files).split()[-1])


def tree_of(program, files, *options):
    return json.loads(command(program, "tree", "--no-cache", "--output-format", "json", *options, *files))["nodes"]


def counts_of(move):
    return move["games"], move["white"], move["draws"], move["black"]


def line_of(file, start):
    return pathlib.Path(file).read_bytes().count(b"\n", 0, start) + 1


def same_as_the_program(program, files, engine, answers):
    """The answers to the questions of the page are those of the program itself, where it has them."""
    # Trees: the first position with all its numbers, those of a player, and all positions of three plies.
    nodes = tree_of(program, files, "--depth", "3")
    first = {move["uci"]: move for move in nodes[0]["moves"]}
    assert nodes[0]["hash"] == START
    for uci, *counts, score, elo, last_date in answers["What was played in a position?"]:
        move = first[uci]
        assert tuple(counts) == counts_of(move) and abs(score - move["score"]) < 0.001, uci
        assert abs(elo - move["elo"]) <= 1 and last_date // 10_000 == move["last_year"], uci
    compared = 0
    for node in nodes:
        expected = {move["uci"]: counts_of(move) for move in node["moves"]}
        found = engine.query(f"SELECT uci, games, white, draws, black FROM tree WHERE hash = {node['hash']}")
        # The table leaves out positions that only one game reaches.
        if sum(games for games, *_ in expected.values()) >= 2:
            assert {uci: tuple(counts) for uci, *counts in found} == expected, node["fen"]
            compared += 1
    assert compared > 3
    replies = tree_of(program, files, "--depth", "1", "--line", "1. e4", "--where", f'black = "{PLAYER}"')[0]["moves"]
    expected = {move["uci"]: (move["games"], move["black"] + move["draws"] / 2) for move in replies}
    assert {uci: (games, points) for uci, games, points in answers["What does the same player meet with Black after 1. e4?"]} == expected
    # Searches: the games that reach a position with their addresses, and counts.
    listed = command(program, "search", "--no-cache", "--quiet", "--output-format", "jsonl", "--where", AFTER_E4, *files)
    hits = [hit for hit in map(json.loads, listed.splitlines()) if not hit["variation"]]
    expected = sorted((hit["file"], line_of(hit["file"], hit["start"]), hit["white"], hit["black"], hit["ply"]) for hit in hits)[:20]
    assert [(file, line, white, black, ply) for file, line, white, black, _, ply in answers["Which games reach a position?"]] == expected
    played = answers["What does a player play, and how does it go?"]
    won, drawn, lost = (count(program, files, f'white = "{PLAYER}" and result = {result}') for result in ("1-0", "draw", "0-1"))
    assert (sum(row[2] for row in played), sum(row[3] for row in played)) == (won + drawn + lost, won + drawn / 2)
    for player, games, *_ in answers["Who plays most, and against whom?"]:
        assert games == count(program, files, f'player = "{player}"') > 0, player
    by_year = collections.Counter()
    for year, _, games in answers["Which openings were played in which years?"]:
        by_year[int(year)] += games
    for year, games in by_year.items():
        assert games == count(program, files, f"date >= {year} and date < {year + 1}"), year
    for where, sql in [
        (AFTER_E4, "SELECT count(DISTINCT file || ':' || CAST(game AS VARCHAR)) FROM positions WHERE hash = -9062197578030825066"),
        (f'player = "{PLAYER}"', f"SELECT count(*) FROM games WHERE white = '{PLAYER}' OR black = '{PLAYER}'"),
        ("result = draw and plies > 40", "SELECT count(*) FROM games WHERE result = '1/2-1/2' AND plies > 40"),
        ("date >= 2019", "SELECT count(*) FROM games WHERE year >= 2019"),
    ]:
        assert rows([(count(program, files, where),)]) == engine.query(sql) != [(0.0,)], where
    # Findings: as many of each rule in each file.
    checked = json.loads(command(program, "check", "--isolated", "--output-format", "json", "--exit-zero", *files))
    expected = collections.Counter((finding["file"], finding["rule"], finding["level"]) for finding in checked)
    for file, rule, level, findings, _ in answers["Which rules find what in which files?"]:
        assert findings == expected[file, rule, level] or rule in OF_GAMES_AND_FILES, (file, rule)


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
    asked, answers_of_all = questions(), {}
    assert len(asked) >= 12
    for question, sql in asked:
        answers = {type(engine).__name__: engine.answer(question, sql) for engine in engines}
        first, *others = answers.items()
        assert first[1] and None not in first[1][0][:1], f"{question}: {first}"
        for name, answer in others:
            assert answer == first[1], f"{question}\n{first[0]}: {first[1]}\n{name}: {answer}"
        answers_of_all[question] = first[1]
        print(f"{question} {len(first[1])} rows, the same in {', '.join(answers)}")
    same_as_the_program(program, files, engines[0], answers_of_all)
    print("tree, search and check give the same")
    parts = pathlib.Path(folder) / "parts"
    for part in (1, 2, 3):
        command(program, "export", "--isolated", "--quiet", "--to", "parquet", "-o", parts, "--positions", "--moves", "--findings", "--shard", f"{part}/3", *files)
    in_parts = DuckDB(parts)
    for question, sql in asked:
        # The tree of parts has the positions of single games, too, and is added up by its own question.
        if question != "What was played in a position?":
            assert in_parts.query(sql) == answers_of_all[question], question
    print("the tables of three parts give the same")


if __name__ == "__main__":
    main(*sys.argv[1:])

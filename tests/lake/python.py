"""`scoresheet.games` with pandas, Polars and DuckDB: python.py PROGRAM FOLDER, where `queries.py` has made games and tables. In place of the program, `installed` tries
the wheel of this environment."""

import gc
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).parent


def assert_no_process(after):
    """No program runs on, and none waits to be waited for."""
    gc.collect()
    try:
        left = os.waitpid(-1, os.WNOHANG)
    except (ChildProcessError, AttributeError):
        return
    raise AssertionError((after, left))


def main(program, folder):
    if program != "installed":
        os.environ["SCORESHEET"] = program
        sys.path.insert(0, str(HERE.parent.parent / "server" / "packaging" / "python" / "python"))
    import duckdb
    import pandas  # noqa: F401
    import polars

    import scoresheet

    files = [os.path.join(folder, name) for name in ("a.pgn", "b.pgn")]
    whole = duckdb.connect().execute(f"SELECT * FROM '{folder}/lake/games/*.parquet' ORDER BY file, byte_offset").fetch_df()
    frame = scoresheet.games(files).read_pandas()
    for column in frame.columns.drop(["day", "tags"]):
        # pandas has several values for what is missing.
        made, expected = (series.astype(object).where(series.notna(), None).tolist() for series in (frame[column], whole[column]))
        assert made == expected, column
    assert len(frame) == 200

    berg = scoresheet.games(pathlib.Path(files[0]), where='white = "Berg, Anna" and plies > 30')
    of_polars = polars.from_arrow(berg)
    assert 0 < len(of_polars) < 160 and set(of_polars["white"]) == {"Berg, Anna"} and min(of_polars["plies"]) > 30

    games = scoresheet.games(os.path.join(folder, "?.pgn"))
    counted = duckdb.sql("SELECT result, count(*) FROM games GROUP BY result ORDER BY result").fetchall()
    assert dict(counted) == dict(frame["result"].value_counts()), counted

    for table in ("tree", "positions", "moves", "findings"):
        expected = duckdb.sql(f"SELECT count(*) FROM '{folder}/lake/{table}/*.parquet'").fetchall()[0][0]
        assert scoresheet.games(files, table=table).read_all().num_rows == expected > 0, table
    parts = [scoresheet.games(files, shard=f"{part}/2").read_all().num_rows for part in (1, 2)]
    assert sum(parts) == 200

    # A stream that is not read to its end leaves no process, and what is wrong is told.
    next(iter(scoresheet.games(files)))
    assert_no_process("a stream that is not read to its end")
    scoresheet.games(files)
    assert_no_process("a stream that is not read")
    noise = pathlib.Path(folder) / "noise.pgn"
    noise.write_bytes(bytes(range(256)) * 16)
    wrong = [
        ((files, "whit = x"), "whit is not a known search term"),
        ((files, "elo >="), "the value of elo is missing"),
        ((["missing.pgn"],), "missing.pgn"),
        (([files[0], "missing.pgn"],), "missing.pgn"),
        (([],), "no file"),
        ((noise,), "noise.pgn"),
    ]
    for arguments, expected in wrong:
        try:
            scoresheet.games(*arguments).read_all()
        except scoresheet.ScoresheetError as error:
            assert str(error).startswith(expected) or expected in str(error) and "error: " not in str(error)[:8], error
        else:
            raise AssertionError(arguments)
        assert_no_process(arguments)
    try:
        polars.from_arrow(scoresheet.games("missing.pgn"))
    except scoresheet.ScoresheetError as error:
        assert "missing.pgn" in str(error)
    else:
        raise AssertionError("missing.pgn")
    print("scoresheet.games: the same rows in pandas, Polars and DuckDB")


if __name__ == "__main__":
    main(*sys.argv[1:])

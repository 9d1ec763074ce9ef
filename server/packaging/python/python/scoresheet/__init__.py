"""Games of PGN files as tables, read by the program that this package carries.

    import scoresheet

    scoresheet.games("games.pgn", where="elo >= 2600").read_pandas()
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal, Optional, Union

from scoresheet._program import program

if TYPE_CHECKING:
    import pyarrow

__all__ = ["ScoresheetError", "Table", "games", "program"]

#: The tables that can be streamed; server/docs/sql.md has their columns.
Table = Literal["games", "tree", "positions", "moves", "findings"]

_Path = Union[str, "os.PathLike[str]"]


class ScoresheetError(Exception):
    """The program could not read a file, or a query. The text is what it says."""


def games(
    paths: Union[_Path, Iterable[_Path]],
    where: Optional[str] = None,
    *,
    table: Table = "games",
    shard: Optional[str] = None,
    encoding: Optional[str] = None,
) -> pyarrow.RecordBatchReader:
    """Returns the games of files and folders as a stream of Arrow, a row a game.

    pandas, Polars and DuckDB take it as it is: ``games(...).read_pandas()``, ``polars.from_arrow(games(...))``, and in DuckDB as a table. It is read while the
    program reads the files, so no more than a part of it is in memory. It can be read once.

    :param paths: a file, a folder (all PGN files below), a pattern, or several of these; compressed files, too.
    :param where: takes the games for which this query holds: ``'white = "Carlsen*" and date >= 2019'``; ``scoresheet search --help`` has all terms.
    :param table: another table than that of games.
    :param shard: part I of N, as ``"3/8"``.
    :param encoding: the encoding of the files; detected for each if it is not given.
    :raises ScoresheetError: if the query does not read, here, or a file, while the stream is read.
    :raises ModuleNotFoundError: if PyArrow is not installed.
    """
    import pyarrow

    several = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    if not several:
        raise ScoresheetError("no file was given")
    command = [program(), "export", "--quiet", "--no-progress", "--color", "never", "--to", "arrow", "--output", "-", "--table", table]
    for option, value in (("--where", where), ("--shard", shard), ("--encoding", encoding)):
        if value is not None:
            command += [option, value]
    # What a file is called is no option.
    command += ["--", *map(os.fspath, several)]
    errors = tempfile.TemporaryFile()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors)
    try:
        stream = pyarrow.ipc.open_stream(process.stdout)
    except (pyarrow.ArrowException, OSError) as error:
        raise _end(process, errors) or error from None
    return pyarrow.RecordBatchReader.from_batches(stream.schema, _batches(stream, process, errors))


def _batches(
    stream: pyarrow.RecordBatchReader, process: subprocess.Popen[bytes], errors: tempfile._TemporaryFileWrapper[bytes]
) -> Iterator[pyarrow.RecordBatch]:
    """The batches of a stream; fails if the program does."""
    is_over = False
    try:
        yield from stream
        is_over = True
    finally:
        if not is_over:
            process.kill()
        error = _end(process, errors)
        if is_over and error:
            raise error


def _end(
    process: subprocess.Popen[bytes], errors: tempfile._TemporaryFileWrapper[bytes]
) -> Optional[ScoresheetError]:
    """Waits for the program, and returns what it says is wrong."""
    if process.stdout:
        process.stdout.close()
    code = process.wait()
    errors.seek(0)
    text = errors.read().decode(errors="replace").strip()
    errors.close()
    # 1 is that there is no game.
    return None if code in (0, 1) else ScoresheetError(text or f"the program ended with {code}")

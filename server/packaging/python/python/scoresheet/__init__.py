"""Games of PGN files as tables, read by the program that this package carries.

    import scoresheet

    scoresheet.games("games.pgn", where="elo >= 2600").read_pandas()
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import weakref
from collections.abc import Iterable
from typing import IO, TYPE_CHECKING, Literal, Optional, Union

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
    command = [program(), "export", "--no-progress", "--color", "never", "--to", "arrow", "--output", "-", "--table", table]
    for option, value in (("--where", where), ("--shard", shard), ("--encoding", encoding)):
        if value is not None:
            command += [option, value]
    # What a file is called is no option.
    command += ["--", *(os.fspath(path) for path in several)]
    errors = tempfile.TemporaryFile()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors)
    run = _Run(process, errors)
    try:
        stream = pyarrow.ipc.open_stream(process.stdout)
    except (pyarrow.ArrowException, OSError) as error:
        raise run.end() or error from None
    except BaseException:
        run.stop()
        raise
    return pyarrow.RecordBatchReader.from_batches(stream.schema, _Batches(stream, run))


class _Run:
    """The program while it runs, and what it says is wrong."""

    def __init__(self, process: subprocess.Popen[bytes], errors: IO[bytes]) -> None:
        self._process = process
        self._errors = errors

    def stop(self) -> None:
        """Stops the program, if it still runs."""
        self._process.kill()
        self.end()

    def end(self) -> Optional[ScoresheetError]:
        """Waits for the program, and returns what it says is wrong."""
        if self._process.stdout:
            self._process.stdout.close()
        code = self._process.wait()
        if self._errors.closed:
            return None
        self._errors.seek(0)
        text = self._errors.read().decode(errors="replace").strip()
        self._errors.close()
        # 1 is that there is no game, because none is wanted or because the files are not PGN, of which the program warns.
        if code == 0 or code == 1 and not text.startswith("warning: "):
            return None
        for kind in ("error: ", "warning: "):
            text = text[len(kind) :] if text.startswith(kind) else text
        return ScoresheetError(text or f"the program ended with {code}")


class _Batches:
    """The batches of a stream; fails if the program does. Once nobody holds it, the program is stopped, also if no batch was taken."""

    def __init__(self, stream: pyarrow.RecordBatchReader, run: _Run) -> None:
        self._stream = stream
        self._run = run
        self._stop = weakref.finalize(self, run.stop)

    def __iter__(self) -> _Batches:
        return self

    def __next__(self) -> pyarrow.RecordBatch:
        import pyarrow

        error: Optional[Exception]
        try:
            return self._stream.read_next_batch()
        except StopIteration:
            error = self._end()
        except (pyarrow.ArrowException, OSError) as broken:
            # A stream that breaks off: the program says why.
            error = self._end() or broken
        if error:
            raise error
        raise StopIteration

    def _end(self) -> Optional[ScoresheetError]:
        error = self._run.end()
        self._stop.detach()
        return error

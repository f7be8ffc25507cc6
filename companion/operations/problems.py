"""Problems that keep the app from running: what is wrong, and what to do about it.

A fault of the machine is an ``OperationalProblem``; ``manage.py`` says it and ends, without a
traceback.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from companion.messages import say
from scoring.text.localised import Text

FULL = {errno.ENOSPC, errno.EDQUOT}
REFUSED = {errno.EACCES, errno.EPERM, errno.EROFS}
DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
PRIMARY = 0xFF
"""SQLite puts the kind of an error in the lowest byte of its code."""


class OperationalProblem(Exception):
    """A fault of the installation, not of the code. Its text says what to do."""

    def __init__(self, said: Text) -> None:
        super().__init__(said)
        self.said = said

    def __str__(self) -> str:
        return both(self.said)


def both(said: Text, indent: str = "") -> str:
    """A sentence for a terminal, whose reader's language nobody knows: one line each."""
    lines = dict.fromkeys((said.en, said.ja))
    return f"\n{indent}".join(lines)


def of_file(error: OSError, path: str | os.PathLike[str]) -> OperationalProblem:
    """The problem behind an error of a file or folder."""
    if error.errno in FULL:
        return OperationalProblem(say("trouble-full", path=str(path)))
    if error.errno in REFUSED:
        return OperationalProblem(say("trouble-refused", path=str(path)))
    return OperationalProblem(say("trouble-file", path=str(path), why=error.strerror or str(error)))


def of_database(error: BaseException, where: str) -> OperationalProblem:
    """The problem behind a database error, Django's or the driver's own."""
    cause = error if isinstance(error, sqlite3.Error) else error.__cause__
    why = (str(error).strip().splitlines() or [type(error).__name__])[0]
    if not isinstance(cause, sqlite3.Error):
        return OperationalProblem(say("trouble-database-away", why=why))
    kind = getattr(cause, "sqlite_errorcode", 0) & PRIMARY
    if kind in DAMAGED:
        return OperationalProblem(say("trouble-database-damaged", path=where))
    if kind == sqlite3.SQLITE_FULL:
        return OperationalProblem(say("trouble-full", path=where))
    if kind in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return OperationalProblem(say("trouble-refused", path=where))
    return OperationalProblem(say("trouble-database", path=where, why=why))


@contextmanager
def told(where: str | os.PathLike[str]) -> Iterator[None]:
    """Inside, what files and databases refuse is told as a ``OperationalProblem``."""
    from django.db import Error

    try:
        yield
    except OSError as error:
        raise of_file(error, error.filename or where) from error
    except (sqlite3.Error, Error) as error:
        raise of_database(error, str(where)) from error

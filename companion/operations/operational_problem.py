"""The error class for problems of the installation, such as a full disk, with remedies.

``manage.py`` prints an ``OperationalProblem`` without a traceback and exits.
"""

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
"""Mask of the primary result code in SQLite's extended codes."""


class OperationalProblem(Exception):
    """A problem of the installation, such as a full disk, with its remedy in the text."""

    def __init__(self, message: Text) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return both(self.message)


def both(message: Text, indent: str = "") -> str:
    """Returns a text in English and Japanese, a line each, the second one after ``indent``."""
    lines = dict.fromkeys((message.en, message.ja))
    return f"\n{indent}".join(lines)


def of_file(error: OSError, path: str | os.PathLike[str]) -> OperationalProblem:
    """Returns a problem to show the operator, with a remedy, for an error at the file ``path``."""
    if error.errno in FULL:
        return OperationalProblem(say("trouble-full", path=str(path)))
    if error.errno in REFUSED:
        return OperationalProblem(say("trouble-refused", path=str(path)))
    return OperationalProblem(say("trouble-file", path=str(path), why=error.strerror or str(error)))


def of_database(error: BaseException, where: str) -> OperationalProblem:
    """Returns a problem to show the operator, with a remedy, for an error of the database.

    ``where``: the database's file or address.
    """
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
def as_operational_problem(where: str | os.PathLike[str]) -> Iterator[None]:
    """Context manager that raises errors of files and databases as ``OperationalProblem``.

    ``where``: the file, folder or database, for errors that name none.
    """
    from django.db import Error

    try:
        yield
    except OSError as error:
        raise of_file(error, error.filename or where) from error
    except (sqlite3.Error, Error) as error:
        raise of_database(error, str(where)) from error

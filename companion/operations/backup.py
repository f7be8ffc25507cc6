"""Backs up the database while the app runs, and restores it.

A copy is verified before it replaces a file or the database. SQLite is copied page by page,
PostgreSQL by its own tools.
"""

import os
import re
import sqlite3
import subprocess
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import NamedTemporaryFile

from django.conf import settings
from django.core.management import call_command
from django.db import connection, connections

from companion.messages import say
from companion.operations import database_checks
from companion.operations.operational_problem import OperationalProblem, as_operational_problem

SQLITE = b"SQLite format 3\0"
POSTGRES = b"PGDMP"


class Later(OperationalProblem):
    """Raised if a backup to restore was made by a later version of the app."""


def save(target: Path, replace: bool = False) -> int:
    """Writes a verified copy of the database to ``target`` and returns its size in bytes.

    The app may run: the copy has all that was confirmed to phones before. An existing file is
    replaced only with ``replace``, and only once the copy is complete. Raises
    ``OperationalProblem``.
    """
    if target.exists() and not replace:
        raise OperationalProblem(say("backup-there", path=str(target)))
    draft = target.with_name(f"{target.name}.part")
    try:
        with as_operational_problem(target):
            draft.unlink(missing_ok=True)
            # It holds the keys of tables, so no other user of this machine may read it.
            os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            source = database_checks.file()
            if source is None:
                _postgres("pg_dump", "--format=custom", "--no-owner", f"--file={draft}")
                _postgres("pg_restore", "--list", str(draft))
            else:
                if not source.exists() or not source.stat().st_size:
                    raise OperationalProblem(say("backup-nothing", path=str(source)))
                _copy(source, draft, "PRAGMA journal_mode=DELETE")  # One file, not three.
                database_checks.examine(draft)
            with open(draft, "rb") as file:
                os.fsync(file.fileno())
            draft.replace(target)
            return target.stat().st_size
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def bring_back(source: Path, replace: bool = False) -> Path | None:
    """Replaces the database by the backup ``source``, which ``manage.py backup`` wrote.

    A database with data is replaced only with ``replace``. Returns the path where its file is kept;
    None if nothing is, as on PostgreSQL, where a backup should be made first. Raises
    ``OperationalProblem`` if it cannot, and then has changed nothing.
    """
    with as_operational_problem(source), open(source, "rb") as file:
        head = file.read(len(SQLITE))
    path = database_checks.file()
    wanted = SQLITE if path else POSTGRES
    if not head.startswith(wanted):
        other = head.startswith(POSTGRES if path else SQLITE)
        raise OperationalProblem(
            say("restore-other-kind" if other else "restore-no-copy", path=str(source))
        )
    if path is None:
        _check_dump(source)
        if not replace and _holds_something():
            raise OperationalProblem(say("restore-over"))
        _replace_tables(source)
        kept = None
    else:
        check_restorable(source)
        kept = _put_in_place(source, path, replace)
    with as_operational_problem(path or ""):
        call_command("migrate", interactive=False, verbosity=0)
    return kept


def check_restorable(source: Path) -> None:
    """Raises ``OperationalProblem`` if an SQLite file must not replace the database.

    That is one which is damaged, of a later version, or not this app's: it has triggers or views,
    or lacks a table or column of its version.
    """
    database_checks.examine(source)
    foreign = OperationalProblem(say("restore-no-copy", path=str(source)))
    with as_operational_problem(source), database_checks.open_sqlite(source) as found:
        there = database_checks.columns(found)
        if "django_migrations" not in there:
            raise foreign
        names = found.execute("SELECT name FROM django_migrations WHERE app = 'companion'")
        applied = {row[0] for row in names}
        if later := sorted(applied - database_checks.migration_names()):
            raise Later(say("trouble-database-later", name=", ".join(later)))
        wanted = database_checks.columns_after(applied)
        kinds = {row[0] for row in found.execute("SELECT type FROM sqlite_master")}
    if not wanted or not kinds <= {"table", "index"}:
        raise foreign
    if any(not columns <= there.get(table, set()) for table, columns in wanted.items()):
        raise foreign


def _put_in_place(source: Path, path: Path, replace: bool) -> Path | None:
    """Copies the SQLite file ``source`` over the database ``path``, while servers may run.

    Returns the file in which the old data is kept; None if there was none. Old data is replaced
    only with ``replace``; else ``OperationalProblem`` is raised.
    """
    connections.close_all()
    path.parent.mkdir(parents=True, exist_ok=True)
    kept = None
    if path.exists() and path.stat().st_size:
        try:
            database_checks.examine(path, "quick_check")
            damaged = False
        except OperationalProblem:
            damaged = True
        if not replace and (damaged or _holds_something()):
            raise OperationalProblem(say("restore-over"))
        connections.close_all()
        stamp = f"{datetime.now(UTC):%Y%m%d-%H%M%S}"
        kept = path.with_name(f"{path.name}.before-{stamp}")
        if damaged:
            for end in ("", "-wal", "-shm"):
                with suppress(FileNotFoundError):
                    path.with_name(path.name + end).replace(kept.with_name(kept.name + end))
        elif replace:
            save(kept)
        else:
            kept = None  # it was empty
    with as_operational_problem(path):
        _copy(source, path)
    return kept


def _check_dump(source: Path) -> None:
    """Raises ``OperationalProblem`` if a PostgreSQL dump is another app's or a later version's."""
    table = ("--data-only", "--table=django_migrations", "--file=-")
    names = re.findall(
        r"^\d+\tcompanion\t(\w+)\t", _postgres("pg_restore", *table, str(source)), re.M
    )
    if not names:
        raise OperationalProblem(say("restore-no-copy", path=str(source)))
    if later := sorted(set(names) - database_checks.migration_names()):
        raise Later(say("trouble-database-later", name=", ".join(later)))


def _replace_tables(source: Path) -> None:
    """Replaces all tables of the database by those of a PostgreSQL dump, in one transaction.

    Tables of a later version, which ``pg_restore --clean`` would leave, are dropped, too.
    """
    there = ", ".join(map(connection.ops.quote_name, connection.introspection.table_names()))
    connections.close_all()
    with NamedTemporaryFile(dir=settings.VAR, suffix=".sql") as script:
        _postgres("pg_restore", "--no-owner", f"--file={script.name}", str(source))
        _postgres(
            *("psql", "--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"),
            *([f"--command=DROP TABLE {there} CASCADE"] if there else []),
            *(f"--file={script.name}", str(connection.settings_dict["NAME"])),
        )


def _holds_something() -> bool:
    there = connection.introspection.table_names()
    with connection.cursor() as cursor:
        for name in set(database_checks.tables()) & set(there):
            cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(name)} LIMIT 1")
            if cursor.fetchone():
                return True
    return False


def _copy(source: Path, target: Path, then: str = "") -> None:
    with (
        database_checks.open_sqlite(source) as old,
        closing(sqlite3.connect(target, timeout=30)) as new,
    ):
        old.backup(new)
        new.execute(then)


def _postgres(tool: str, *arguments: str) -> str:
    """Runs ``tool``, a program of PostgreSQL such as ``pg_dump``, on the database.

    Returns its output. The password is in the environment: other users of the machine could read
    arguments.
    """
    told_by = connection.settings_dict
    names = {"NAME": "DATABASE", "USER": "USER", "PASSWORD": "PASSWORD", "HOST": "HOST"}
    names |= {"PORT": "PORT"}
    given = {f"PG{name}": str(told_by[key]) for key, name in names.items() if told_by.get(key)}
    if mode := told_by.get("OPTIONS", {}).get("sslmode"):
        given["PGSSLMODE"] = mode
    try:
        done = subprocess.run(
            [tool, *arguments], env={**os.environ, **given}, capture_output=True, text=True
        )
    except FileNotFoundError as error:
        raise OperationalProblem(say("backup-no-tool", tool=tool)) from error
    if done.returncode:
        why = (done.stderr.strip().splitlines() or [str(done.returncode)])[0]
        raise OperationalProblem(say("backup-tool-failed", tool=tool, why=why))
    return done.stdout

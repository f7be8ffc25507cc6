"""Checks of the database: damage, version, pending migrations.

SQLite is opened without Django, to distinguish a damaged file from an error of the app.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.apps import apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from companion.messages import say
from companion.operations.operational_problem import OperationalProblem, as_operational_problem

APP = "companion"


def file() -> Path | None:
    """Returns the path of the app's SQLite database; None if it uses PostgreSQL."""
    return Path(connection.settings_dict["NAME"]) if connection.vendor == "sqlite" else None


@contextmanager
def open_sqlite(path: Path, mode: str = "ro") -> Iterator[sqlite3.Connection]:
    """Context manager that opens an SQLite file without Django: a connection, closed at the end.

    ``mode``: ``ro`` to read only, ``rw`` to write.
    """
    address = f"{path.absolute().as_uri()}?mode={mode}"
    with closing(sqlite3.connect(address, uri=True, timeout=30, isolation_level=None)) as found:
        yield found


def check() -> None:
    """Raises ``OperationalProblem`` if the database is damaged, unreachable, or of a later version.

    A missing SQLite file is no problem. Indexes are not compared with their tables (``examine``
    does that).
    """
    path = file()
    if path is None:
        with as_operational_problem(""):
            connection.ensure_connection()
    elif has_data():
        examine(path, "quick_check")
    else:
        return
    if later := unknown_migrations():
        raise OperationalProblem(say("trouble-database-later", name=", ".join(later)))


def has_data() -> bool:
    """True if the app's database has any table; always true for PostgreSQL."""
    path = file()
    with as_operational_problem(path or ""):
        if path is None:
            return True
        if not path.exists() or not path.stat().st_size:
            return False
        with open_sqlite(path) as found:
            return bool(found.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone())


def examine(path: Path, how: str = "integrity_check") -> None:
    """Raises ``OperationalProblem`` if an SQLite file is damaged, or no database.

    ``how``: SQLite's pragma that examines it, ``integrity_check`` or the faster ``quick_check``.
    """
    with as_operational_problem(path), open_sqlite(path) as found:
        said = [row[0] for row in found.execute(f"PRAGMA {how}(1)")]
    if said != ["ok"]:
        raise OperationalProblem(say("trouble-database-damaged", path=str(path)))


def unknown_migrations() -> list[str]:
    """Returns names of migrations applied to the database that this version of the app lacks.

    If there are any, a later version wrote the database.
    """
    with as_operational_problem(file() or ""):
        applied = MigrationRecorder(connection).applied_migrations().keys()
    return sorted({name for app, name in applied if app == APP} - migration_names())


def migration_names() -> set[str]:
    """Returns the names of all the migrations that this version of the app has."""
    there = MigrationLoader(None).disk_migrations or {}
    return {name for app, name in there if app == APP}


def columns(found: sqlite3.Connection) -> dict[str, set[str]]:
    """Returns a mapping from each table of an open SQLite database to its columns' names."""
    rows = found.execute(
        "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c"
        " WHERE m.type = 'table'"
    )
    found_columns: dict[str, set[str]] = {}
    for table, column in rows:
        found_columns.setdefault(table, set()).add(column)
    return found_columns


def columns_after(migrations: set[str]) -> dict[str, set[str]]:
    """Returns a mapping from each table of the app to its columns' names, after some migrations.

    ``migrations``: their names.
    """
    state = MigrationLoader(None).project_state([(APP, name) for name in sorted(migrations)])
    return {
        model._meta.db_table: {f.column for f in model._meta.local_concrete_fields if f.column}
        for model in state.apps.get_models()
        if model._meta.app_label == APP
    }


def pending_migrations() -> list[str]:
    """Returns the names of migrations that are not yet applied to the app's database."""
    with as_operational_problem(file() or ""):
        executor = MigrationExecutor(connection)
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [migration.name for migration, _backwards in plan]


def tables() -> list[str]:
    """Returns the names of the app's database tables."""
    return [model._meta.db_table for model in apps.get_app_config(APP).get_models()]


def checkpoint() -> None:
    """Moves SQLite's write-ahead log into the database file, which can be copied alone then."""
    path = file()
    if path is not None and path.exists():
        with open_sqlite(path, "rw") as found:
            found.execute("PRAGMA wal_checkpoint(TRUNCATE)")

"""Django's database settings from a database URL.

Used by ``settings``, and by ``manage.py move`` for the target.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import dj_database_url
from django.core.management import call_command
from django.db import connections

SQLITE: dict[str, Any] = {
    # Deferred transactions, the default, fail under concurrent writers without waiting.
    "transaction_mode": "IMMEDIATE",
    "timeout": 10,
    # FULL: an event that was acknowledged survives a power cut. Django itself turns foreign keys
    # on. The size limit truncates a log that has grown, so it does not take up space for good.
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA journal_size_limit=4194304;"
    ),
}
STANDALONE_OPTIONS: dict[str, Any] = {
    # The browser stores the file after each request; a log beside it would be lost.
    "init_command": "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF;",
}


POSTGRES = "companion.operations.postgresql"
PREPARED: dict[str, Any] = {
    # PostgreSQL takes seven times longer to plan a poll than to run it. A repeated query is planned
    # once per connection, which halves the server's work (docs/benchmarks.md).
    "server_side_binding": True,
    "prepare_threshold": 3,
}


def from_url(url: str) -> dict[str, Any]:
    """Returns Django's settings for a database at ``postgres://user:password@host/name``.

    Raises ``ValueError`` for another kind of URL.
    """
    return _with_options({**dj_database_url.parse(url)})


def in_file(path: Path, standalone: bool = False) -> dict[str, Any]:
    """Returns Django's settings for a database in the SQLite file ``path``.

    ``standalone``: the file is in a browser's storage.
    """
    options = STANDALONE_OPTIONS if standalone else {}
    return _with_options({"ENGINE": "django.db.backends.sqlite3", "NAME": path, "OPTIONS": options})


@contextmanager
def temporary_alias(other: Path | dict[str, Any]) -> Iterator[str]:
    """Context manager that registers another database with Django; yields its alias.

    ``other``: its settings, or the path of an SQLite file that no other process uses.
    """
    here, there = "default", "other"
    described = in_file(other, standalone=True) if isinstance(other, Path) else other
    connections.settings[there] = {**connections.settings[here], "OPTIONS": {}, **described}
    try:
        yield there
    finally:
        connections[there].close()
        del connections.settings[there], connections[there]


def migrate(path: Path) -> None:
    """Applies all migrations to an SQLite file, creating it if needed.

    No other process may use it.
    """
    with temporary_alias(path) as name:
        call_command("migrate", database=name, interactive=False, verbosity=0)


def _with_options(database: dict[str, Any]) -> dict[str, Any]:
    if database["ENGINE"].endswith("sqlite3"):
        database["OPTIONS"] = {**SQLITE, **database.get("OPTIONS", {})}
    elif database["ENGINE"].endswith(".postgresql"):
        database["ENGINE"] = POSTGRES
        database["OPTIONS"] = {**PREPARED, **database.get("OPTIONS", {})}
    return {**database, "CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}

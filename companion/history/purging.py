"""Deletes old rows for good: games removed long ago and, if set so, what was not used for long.

Finished games are deleted only after somebody has removed them.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from companion.history import pending_imports
from companion.history.models import Play
from companion.soft_delete import RESTORABLE_FOR
from companion.tables import code_guesses
from companion.tables.models import Code, Table, WrongCode

type Rows = QuerySet[Any]


def due(now: datetime, idle: timedelta | None = None) -> Mapping[str, Rows]:
    """Returns the rows that a purge would delete at ``now``, by kind, such as ``tables``.

    ``idle``: if given, also unfinished games and unsaved sheets that have not changed for that
        long.
    """
    old = now - RESTORABLE_FOR
    rows: dict[str, Rows] = {
        "tables": Table.everywhere.filter(removed__lt=old),
        "plays": Play.everywhere.filter(removed__lt=old),
        "codes": Code._base_manager.filter(until__lt=now),
        "arrivals": pending_imports.expired(now),
        "tries": WrongCode.objects.filter(at__lt=now - code_guesses.WITHIN),
    }
    if idle is not None:
        idle_tables = Table.objects.filter(finished=None, changed__lt=now - idle)
        rows["open-tables"] = idle_tables.filter(pad=False)
        rows["pads"] = idle_tables.filter(pad=True)
    return rows


def keep_clean() -> None:
    """Purges all rows that are due now, with the idle time of the settings."""
    purge(due(timezone.now(), settings.IDLE))


def purge(rows: Mapping[str, Rows]) -> None:
    """Deletes the rows and all that depends on them, in one transaction."""
    with transaction.atomic():
        for each in rows.values():
            each.delete()

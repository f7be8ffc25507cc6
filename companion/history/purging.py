"""What is deleted for good: what was removed long enough ago and, if its operator says so, what
nobody went on with.

Histories are never touched: a finished game goes only when somebody removed it.
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
from companion.pads.models import Pad
from companion.soft_delete import KEPT
from companion.tables import limits
from companion.tables.models import Code, Table, WrongCode

type Rows = QuerySet[Any]


def due(now: datetime, idle: timedelta | None = None) -> Mapping[str, Rows]:
    """The rows that a purge would delete now, by kind.

    ``idle``: also games that never ended and sheets that nobody saved, where nothing was entered
    for so long.
    """
    old = now - KEPT
    rows: dict[str, Rows] = {
        "tables": Table.everywhere.filter(removed__lt=old),
        "plays": Play.everywhere.filter(removed__lt=old),
        "codes": Code._base_manager.filter(until__lt=now),
        "arrivals": pending_imports.due(now),
        "tries": WrongCode.objects.filter(at__lt=now - limits.WITHIN),
    }
    if idle is not None:
        rows["open-tables"] = Table.objects.filter(finished=None, changed__lt=now - idle)
        rows["pads"] = Pad.objects.filter(changed__lt=now - idle)
    return rows


def keep_clean() -> None:
    """Delete what is due by now, as its operator configured it."""
    purge(due(timezone.now(), settings.IDLE))


def purge(rows: Mapping[str, Rows]) -> None:
    """Delete them, with all that belongs to them: all or nothing."""
    with transaction.atomic():
        for each in rows.values():
            each.delete()

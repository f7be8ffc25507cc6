"""What was taken away but can come back for a while: queries pass over it by themselves.

The manager is the default one, so whoever asks for rows gets those that are there; the others
are found by asking for ``everywhere``.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TypeVar

from django.db import models

KEPT = timedelta(days=30)
"""So long can be brought back what was removed."""

M = TypeVar("M", bound=models.Model)


class There(models.Manager[M]):
    """Rows that were not removed."""

    def get_queryset(self) -> models.QuerySet[M]:
        return super().get_queryset().filter(removed=None)


class AtTable(models.Manager[M]):
    """Rows whose table was not removed."""

    def get_queryset(self) -> models.QuerySet[M]:
        return super().get_queryset().filter(table__removed=None)

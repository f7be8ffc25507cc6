"""Managers for soft deletion: removed rows stay in the database and are left out of queries.

These are the default managers; the second manager, ``everywhere``, also finds removed rows.
"""

from datetime import timedelta
from typing import TypeVar

from django.db import models

RESTORABLE_FOR = timedelta(days=30)
"""Time for which a removed row can be restored."""

M = TypeVar("M", bound=models.Model)


class NotRemoved(models.Manager[M]):
    """Manager of a model: leaves out rows that somebody removed, whose ``removed`` is set."""

    def get_queryset(self) -> models.QuerySet[M]:
        return super().get_queryset().filter(removed=None)


class TableNotRemoved(models.Manager[M]):
    """Manager of what belongs to a table of players: leaves out rows of removed tables."""

    def get_queryset(self) -> models.QuerySet[M]:
        return super().get_queryset().filter(table__removed=None)

"""Optional writes of a page: if nothing can be stored, the page is still shown."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from django.db import InternalError, OperationalError, transaction


def best_effort_write(what: Callable[[], object]) -> None:
    """Runs ``what`` in a transaction; does nothing if the disk is full or read-only.

    Silent: views that store what a user entered report the error, and log it.
    """
    with suppress(OperationalError, InternalError), transaction.atomic():
        what()

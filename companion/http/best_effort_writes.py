"""Optional database writes of a page: if nothing can be stored, the page is still shown."""

from collections.abc import Callable
from contextlib import suppress

from django.db import InternalError, OperationalError, transaction


def best_effort_write(what: Callable[[], object]) -> None:
    """Calls ``what``, a function that writes to the database, in a transaction.

    Ignores the error, without a log entry, if nothing can be stored: the disk is full or read-only,
    the database locked or away.
    """
    with suppress(OperationalError, InternalError), transaction.atomic():
        what()

"""Optional database writes of a page: if nothing can be stored, the page is still shown."""

from collections.abc import Callable
from contextlib import suppress

from django.db import InternalError, OperationalError, transaction


def best_effort_write(what: Callable[[], object]) -> None:
    """Runs ``what`` in a transaction; ignores the error if the database cannot store anything.

    It cannot if its disk is full or read-only, if it is locked, or if it cannot be reached. Nothing
    is logged.
    """
    with suppress(OperationalError, InternalError), transaction.atomic():
        what()

"""Optional database writes of a page: if nothing can be stored, the page is still shown."""

from collections.abc import Callable
from contextlib import suppress

from django.db import InternalError, OperationalError, transaction


def best_effort_write(what: Callable[[], object]) -> None:
    """Runs ``what`` in a transaction; ignores an error if the database cannot store anything.

    Its disk may be full or read-only, it may be locked or away. Nothing is logged.
    """
    with suppress(OperationalError, InternalError), transaction.atomic():
        what()

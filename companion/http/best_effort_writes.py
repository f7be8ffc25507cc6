"""Optional database writes of a page: if nothing can be stored, the page is still shown."""

from collections.abc import Callable
from contextlib import suppress

from django.db import InternalError, OperationalError, transaction


def best_effort_write(what: Callable[[], object]) -> None:
    """Runs a function that writes to the database; ignores an error if nothing can be stored.

    ``what``: the function, run in a transaction. The disk may be full or read-only, the database
    locked or away. Nothing is logged.
    """
    with suppress(OperationalError, InternalError), transaction.atomic():
        what()

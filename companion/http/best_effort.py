"""What a page writes beside showing something, and can do without: while nothing can be stored,
what is there is still shown.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from django.db import InternalError, OperationalError, transaction


def best_effort_write(what: Callable[[], object]) -> None:
    """Does all of it or, where the disk is full or may only be read, nothing.

    Says nothing either: whoever enters something is told, and then so is the log.
    """
    with suppress(OperationalError, InternalError), transaction.atomic():
        what()

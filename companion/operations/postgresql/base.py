"""A connection that was kept is looked at, not asked: a server that went has closed it.

Django asks `SELECT 1` at the start of every request. A poll is one query, so that doubled what
polls cost; each wait for the network also hands the interpreter to a busy neighbour.
"""

from __future__ import annotations

import select

from django.db.backends.postgresql import base
from psycopg import Error
from psycopg.pq import TransactionStatus


class DatabaseWrapper(base.DatabaseWrapper):
    """Asks in the middle of a transaction, which may have failed, or where something came that
    nobody asked for: the end of the connection, mostly.
    """

    def is_usable(self) -> bool:
        if self.connection is None:
            return False
        if not hasattr(select, "poll"):  # Windows
            return bool(super().is_usable())
        looked = select.poll()
        try:
            looked.register(self.connection.fileno(), select.POLLIN)
            quiet = not looked.poll(0)
            between = self.connection.info.transaction_status == TransactionStatus.IDLE
        except (OSError, ValueError, Error):
            return False
        return (quiet and between) or bool(super().is_usable())

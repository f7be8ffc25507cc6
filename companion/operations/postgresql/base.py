"""PostgreSQL backend that checks a persistent connection by its socket, without a query.

Django sends ``SELECT 1`` at the start of every request. A poll is one query, so that doubled its
cost; each wait for the network also lets a busy thread take the interpreter.
"""

import select

from django.db.backends.postgresql import base
from psycopg import Error
from psycopg.pq import TransactionStatus


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's PostgreSQL connection, but it sends no test query before each request.

    It sends one only inside a transaction, or if unexpected data has arrived, which mostly means
    that the server has closed the connection.
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

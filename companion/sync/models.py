"""Database model of the stored replica of a table."""

import uuid
from functools import cached_property

from django.db import models
from django.utils.crypto import salted_hmac

from companion.tables.models import Table


class Copy(models.Model):
    """A replica of a score: one table on this server, with the versions of its cells.

    - ``uid``: the same in all replicas of this score.
    - ``content``: versions of all cells, brought up to date each time the replica is read.
    """

    uid = models.UUIDField(default=uuid.uuid4, db_index=True, editable=False)
    table = models.OneToOneField(Table, models.CASCADE, related_name="copy")
    content = models.JSONField(default=dict, db_column="said")

    def __str__(self) -> str:
        return f"copy of {self.uid}"

    @cached_property
    def id_here(self) -> int:
        """The id of this replica, derived with the server's secret key: others give other ids."""
        name = f"{self.table_id} {self.uid}"
        digest = salted_hmac("companion.sync", name, algorithm="sha256")
        return int.from_bytes(digest.digest()[:4])

"""Database models of the stored replica of a table, and of the codes that it took in."""

import uuid

from django.db import models
from django.utils.crypto import salted_hmac

from companion.tables.models import Event, Table


class Copy(models.Model):
    """A table's own copy of a score that other phones may have, too: its cells and their versions.

    - ``uid``: the same in all copies of this score
    - ``content``: versions of all cells, as of the last time the copy was read
    - ``renamed``: number of times that the copy took another id, since its counter of writes was
      used up
    """

    uid = models.UUIDField(default=uuid.uuid4, db_index=True, editable=False)
    table = models.OneToOneField(Table, models.CASCADE, related_name="copy")
    content = models.JSONField(default=dict, db_column="said")
    renamed = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return f"copy of {self.uid}"

    @property
    def id_here(self) -> int:
        """Id that marks values as written by this copy; made with this server's secret key."""
        name = f"{self.table_id} {self.uid}" + f" {self.renamed}" * bool(self.renamed)
        digest = salted_hmac("companion.sync", name, algorithm="sha256")
        return int.from_bytes(digest.digest()[:4])


class TakenCode(models.Model):
    """A code with another phone's cells that was merged into a table, kept for its undo.

    ``event``: its event in the table's log. ``before``: the table's own cells from before, as a
    code, which an undo of the event brings back.
    """

    event = models.OneToOneField(Event, models.CASCADE, primary_key=True, related_name="+")
    before = models.TextField()

    def __str__(self) -> str:
        return f"code of event {self.event_id}"

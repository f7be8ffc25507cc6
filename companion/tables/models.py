"""Database models of a table: links, codes, phones, notices, events, and results.

They only store. What a state means and how it scores is computed in ``scoring``.
"""

import uuid

from django.db import models

from companion.http.random_keys import new_key
from companion.soft_delete import NotRemoved, TableNotRemoved


class Table(models.Model):
    """A game played with several phones, or a pad. Its state is what its ``Event`` rows add up to.

    - ``uid``: identifies the table in exports; grants no access.
    - ``pad``: sheets on one phone, without host, phones, links, codes or end. Anybody with its
      address may edit them.
    - ``revision``: number of the last event; ``state``: the cells after all events up to it, stored
      so that a poll reads one row.
    - ``side_revision``: number of changes that are no event: timers, turns, notices, the end.
    - ``screens``: each seat's sheet is hidden from the other phones until the end of the game,
      except those of the seats in ``revealed``.
    - ``last_event_by_seat``: for each seat, the number of the last event on its sheet; for "", that
      of the last event on cells that all may see.
    - ``end_votes``: seats that vote to end the game.
    - ``asking``: the game is about to end, and phones ask for the values of empty cells first.
    - ``hurried``: moment from which the phones' common counting of the scores, after the end of the
      game, runs faster.
    - ``shown``: id of the entry (card, rule...) that all phones show, until somebody closes it.
    - ``closed``: join codes admit nobody.
    - ``timers``, ``turns``: countdowns, and turn clock as JSON (``TurnClock.stored``).
    - ``settled``: the state at a revision with each seat's best plan, so that it is solved only
      once.
    - ``result_cache``: each seat's result at a revision, for the phones' histories of games.
    - ``played_on``, ``place``, ``note``: day, place and remarks, entered after the game.
    - ``merge_conflicts``: cells that differed when a copy of this table from another phone was
      merged, with all their values, the one that counted here first.
    - ``removed``: moment at which the host deleted the table.
    - ``next``: the table of the re-match.
    """

    key = models.CharField(max_length=26, primary_key=True, default=new_key)
    uid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    group = models.ForeignKey(
        "companion.Group", models.SET_NULL, null=True, blank=True, related_name="tables"
    )
    next = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="before"
    )
    settled = models.JSONField(default=dict)
    result_cache = models.JSONField(default=dict, db_column="fared")
    timers = models.JSONField(default=list)
    turns = models.JSONField(default=dict)
    side_revision = models.PositiveIntegerField(default=0, db_column="beat")
    game = models.CharField(max_length=40)
    pad = models.BooleanField(default=False)
    state = models.JSONField()
    revision = models.PositiveIntegerField(default=0)
    last_event_by_seat = models.JSONField(default=dict, db_column="tops")
    end_votes = models.JSONField(default=list, db_column="ending")
    shown = models.CharField(max_length=64, blank=True, default="")
    closed = models.BooleanField(default=False)
    screens = models.BooleanField(default=False)
    revealed = models.JSONField(default=list)
    finished = models.DateTimeField(null=True, blank=True)
    asking = models.BooleanField(default=False)
    hurried = models.DateTimeField(null=True, blank=True)
    played_on = models.DateTimeField(null=True, blank=True, db_column="held")
    place = models.CharField(max_length=60, blank=True)
    note = models.CharField(max_length=500, blank=True)
    merge_conflicts = models.JSONField(default=dict, db_column="differing")
    made = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)
    removed = models.DateTimeField(null=True, blank=True, db_index=True)

    objects = NotRemoved["Table"]()
    everywhere = models.Manager["Table"]()

    def __str__(self) -> str:
        return f"{self.game} {self.key[:6]}…"


class Link(models.Model):
    """An invitation link to a table with a role (host, player, spectator).

    Only the hash of its secret is stored.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="links")
    role = models.CharField(max_length=10)
    digest = models.CharField(max_length=64, unique=True)
    revoked = models.BooleanField(default=False)

    objects = TableNotRemoved["Link"]()

    def __str__(self) -> str:
        return f"{self.role} of {self.table_id[:6]}…"


class Code(models.Model):
    """A short join code of a table, valid until ``until``. It admits players."""

    code = models.CharField(max_length=8, primary_key=True)
    table = models.ForeignKey(Table, models.CASCADE, related_name="codes")
    until = models.DateTimeField(db_index=True)

    objects = TableNotRemoved["Code"]()

    def __str__(self) -> str:
        return f"code of {self.table_id[:6]}…"


class Device(models.Model):
    """A phone at a table. The phone's cookie holds a secret, this row only hashes of it.

    - ``digest``: hash of the cookie's secret and the table's key.
    - ``phone``: hash of the secret alone, the same at every table; finds the phone's history.
    - ``role``: host, player, spectator or *removed*. A phone that a host removed keeps its row, so
      that links that it used before do not admit it again.
    - ``seen``: time of the phone's last poll, exact to some seconds.
    - ``hidden``: moment at which the phone removed the table from its history.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="devices")
    digest = models.CharField(max_length=64, unique=True)
    phone = models.CharField(max_length=64, blank=True, db_index=True)
    role = models.CharField(max_length=10)
    seat = models.CharField(max_length=4, blank=True)
    seen = models.DateTimeField(auto_now_add=True)
    hidden = models.DateTimeField(null=True, blank=True)

    objects = TableNotRemoved["Device"]()
    everywhere = models.Manager["Device"]()

    def __str__(self) -> str:
        return f"{self.role} {self.seat or '-'} of {self.table_id[:6]}…"

    @property
    def revision(self) -> int:
        """Number of the last event (change) of the table that this phone may know of.

        Without events on sheets that screens hide from it.
        """
        table = self.table
        if not table.screens:
            return table.revision
        return last_seen(self.seat, table.revealed, table.last_event_by_seat)


def last_seen(seat: str, revealed: list[str], last_numbers: dict[str, int]) -> int:
    """Returns the number of the last event (change) that a seat's phone may know of.

    For a table with screens, which hide a seat's sheet. ``revealed``: seats whose screens were
    removed. ``last_numbers``: seat to number of the last event on its sheet; "" to that of the last
    event on cells that all may see.
    """
    return max((n for at, n in last_numbers.items() if at in ("", seat, *revealed)), default=0)


class SeatRequest(models.Model):
    """A phone's request for a seat that another phone holds; deleted when it is answered."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="wishes")
    device = models.OneToOneField(Device, models.CASCADE, related_name="wish")
    seat = models.CharField(max_length=4)

    class Meta:
        db_table = "companion_wish"

    def __str__(self) -> str:
        return f"{self.seat} of {self.table_id[:6]}…"


class Notice(models.Model):
    """A message to all phones of a table on something that changes no cells, such as a seat taken.

    ``what``: suffix of the message's id, ``note-<what>``. ``seat`` did it, ``about`` is the seat it
    concerns; both may be empty. It cannot be undone.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="notes")
    at = models.DateTimeField(auto_now_add=True)
    what = models.CharField(max_length=12)
    seat = models.CharField(max_length=4, blank=True)
    about = models.CharField(max_length=4, blank=True)

    class Meta:
        db_table = "companion_note"
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.what} at {self.table_id[:6]}…"


class WrongCode(models.Model):
    """A wrong join code and the address it came from, as keyed hashes, stored for ten minutes."""

    address = models.CharField(max_length=64)
    code = models.CharField(max_length=64, db_index=True)
    at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("address", "code"), name="one_wrong_code_per_address"),
        )

    def __str__(self) -> str:
        return f"{self.at:%H:%M}"


class Event(models.Model):
    """One change to a table, never altered. ``cells`` maps paths to new values, not differences.

    - ``base``: number of the last event that the author had seen.
    - ``idempotency_key``: the same for a change that arrives twice, which counts once.
    - ``refused``: cells that another phone had changed since ``base``; stored and shown, but not
      counted until somebody enters the value again.
    - ``undoes``: number of the event that this one undoes.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="events")
    number = models.PositiveIntegerField()
    idempotency_key = models.CharField(max_length=40)
    device = models.ForeignKey(Device, models.SET_NULL, null=True)
    seat = models.CharField(max_length=4, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    base = models.PositiveIntegerField(default=0)
    cells = models.JSONField(default=dict)
    refused = models.JSONField(default=dict)
    undoes = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("table", "number"), name="one_event_per_number"),
            models.UniqueConstraint(fields=("table", "idempotency_key"), name="one_event_per_key"),
        )

    def __str__(self) -> str:
        return f"{self.number} of {self.table_id[:6]}…"


class Result(models.Model):
    """A finished sheet of all seats under a permanent link; its key is a hash of game and state."""

    key = models.CharField(max_length=16, primary_key=True)
    game = models.CharField(max_length=40)
    state = models.JSONField()
    made = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.game} {self.key}"

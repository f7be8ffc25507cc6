"""Models of a table: links, codes, phones, notes and events.

Storage only. The meaning and the score of a state are computed in ``scoring``.
"""

import uuid

from django.db import models

from companion.http.keys import new_key
from companion.soft_delete import NotRemoved, TableNotRemoved


class Table(models.Model):
    """A game played with several phones. Its state follows from its events.

    ``revision`` is the number of the last event; ``state`` is the fold of all events up to it, kept
    so that a poll reads one row. ``side_revision`` counts changes outside the ledger: timers,
    turns, screens, the end. ``uid`` identifies the table in exports and grants no access.
    ``last_event_by_seat`` maps each seat to the number of the last event that touched it, and "" to
    that of the last event on cells that all may see. ``end_votes`` lists the seats that call the
    game over; ``closed``: no join code admits anybody. ``asking``: the game is about to end, and
    open questions are asked first. ``hurried`` is the time from which its reveal runs faster.
    ``next`` is its re-match. ``settled`` is the state at a revision with every seat's best plan in
    it, so that no other process solves it again; ``result_cache`` is each seat's result at a
    revision, kept for histories. ``played_on``, ``place`` and ``note`` are entered afterwards: day,
    place, remarks. ``merge_conflicts`` maps cells that differed in copies on other phones to all
    their values, the one that counted here first. ``removed`` is when its host deleted it.
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
    state = models.JSONField()
    revision = models.PositiveIntegerField(default=0)
    last_event_by_seat = models.JSONField(default=dict, db_column="tops")
    end_votes = models.JSONField(default=list, db_column="ending")
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
    """A link that admits with a role (host, player, spectator).

    Only its secret's hash is stored.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="links")
    role = models.CharField(max_length=10)
    digest = models.CharField(max_length=64, unique=True)
    revoked = models.BooleanField(default=False)

    objects = TableNotRemoved["Link"]()

    def __str__(self) -> str:
        return f"{self.role} of {self.table_id[:6]}…"


class Code(models.Model):
    """A short join code of a table, valid until ``until``; it admits players."""

    code = models.CharField(max_length=8, primary_key=True)
    table = models.ForeignKey(Table, models.CASCADE, related_name="codes")
    until = models.DateTimeField(db_index=True)

    objects = TableNotRemoved["Code"]()

    def __str__(self) -> str:
        return f"code of {self.table_id[:6]}…"


class Device(models.Model):
    """A phone at a table. Its cookie holds the secret, this row only hashes.

    ``digest`` is of the secret and the table; ``phone`` of the secret alone, the same at every
    table, so that a phone finds its own history. ``hidden`` is when it took the table out of its
    history. A phone removed by a host keeps its row with the role ``removed``, so that links it
    used before do not admit it.
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


class SeatRequest(models.Model):
    """A phone's request for a seat that another phone holds; deleted once answered."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="wishes")
    device = models.OneToOneField(Device, models.CASCADE, related_name="wish")
    seat = models.CharField(max_length=4)

    class Meta:
        db_table = "companion_wish"

    def __str__(self) -> str:
        return f"{self.seat} of {self.table_id[:6]}…"


class Notice(models.Model):
    """An event outside the cells, shown to all: a seat taken, a screen removed, the end.

    ``seat`` did it, ``about`` is the seat it concerns; both may be empty. It cannot be undone.
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
    """A wrong join code and the address it came from, as keyed hashes, for ten minutes."""

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
    """One change to a table, never altered. Cells hold values, not differences.

    ``base`` is the revision its author saw; a change that arrives twice has the same
    ``idempotency_key`` and counts once. ``refused`` cells conflict with a write that the author had
    not seen: they are kept and shown, but do not count until somebody decides.
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

"""A table and what belongs to it: ways in, phones, and every event.

Storage only. What a state means, and what it is worth, is known to ``scoring``.
"""

import uuid

from django.db import models

from companion.http.keys import new_key
from companion.soft_delete import AtTable, There


class Table(models.Model):
    """A game that several phones follow. Its state is what its events say.

    ``revision`` is the number of the last event; ``state`` is the fold of all events up to it,
    kept so that a poll costs one look at one row. ``beat`` counts what changes beside the
    ledger: timers, turns, screens, the end. ``uid`` names the table in exports and opens nothing.
    ``tops`` are the numbers of the last events that touched a seat, by seat, and under "" of the
    last that touched what all may see. ``ending`` are the seats that call the game over, ``closed``
    says that no code lets anybody in. ``asking``: the game is to end, and what is open is asked
    first. ``hurried`` is from when on its reveal goes quicker. ``next``
    is its re-match, ``settled`` the state at a revision with every seat's best plan in it, so that
    no other process solves it again;
    ``fared`` how everybody did at a revision, kept for histories. ``held``, ``place`` and ``note``
    are what people wrote about the game afterwards: its day, where it was, anything else.
    ``differing`` are the cells of which copies on other phones said something else, each with all
    that was said, first what counted here. ``removed`` is when its host deleted it.
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
    fared = models.JSONField(default=dict)
    timers = models.JSONField(default=list)
    turns = models.JSONField(default=dict)
    beat = models.PositiveIntegerField(default=0)
    game = models.CharField(max_length=40)
    state = models.JSONField()
    revision = models.PositiveIntegerField(default=0)
    tops = models.JSONField(default=dict)
    ending = models.JSONField(default=list)
    closed = models.BooleanField(default=False)
    screens = models.BooleanField(default=False)
    revealed = models.JSONField(default=list)
    finished = models.DateTimeField(null=True, blank=True)
    asking = models.BooleanField(default=False)
    hurried = models.DateTimeField(null=True, blank=True)
    held = models.DateTimeField(null=True, blank=True)
    place = models.CharField(max_length=60, blank=True)
    note = models.CharField(max_length=500, blank=True)
    differing = models.JSONField(default=dict)
    made = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)
    removed = models.DateTimeField(null=True, blank=True, db_index=True)

    objects = There["Table"]()
    everywhere = models.Manager["Table"]()

    def __str__(self) -> str:
        return f"{self.game} {self.key[:6]}…"


class Link(models.Model):
    """A way into a table: host, player or spectator. Only the hash of its secret is kept."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="links")
    role = models.CharField(max_length=10)
    digest = models.CharField(max_length=64, unique=True)
    revoked = models.BooleanField(default=False)

    objects = AtTable["Link"]()

    def __str__(self) -> str:
        return f"{self.role} of {self.table_id[:6]}…"


class Code(models.Model):
    """A short code to join a table: good for players, for a while."""

    code = models.CharField(max_length=8, primary_key=True)
    table = models.ForeignKey(Table, models.CASCADE, related_name="codes")
    until = models.DateTimeField(db_index=True)

    objects = AtTable["Code"]()

    def __str__(self) -> str:
        return f"code of {self.table_id[:6]}…"


class Device(models.Model):
    """A phone at a table. Its cookie holds the secret, this row hashes.

    ``digest`` is of the secret and the table; ``phone`` of the secret alone, the same at every
    table, so that a phone finds its own history; ``hidden`` is when it took the table out of that.
    One that a host has removed stays as ``removed``, so that it does not come back by a door that
    it went through before.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="devices")
    digest = models.CharField(max_length=64, unique=True)
    phone = models.CharField(max_length=64, blank=True, db_index=True)
    role = models.CharField(max_length=10)
    seat = models.CharField(max_length=4, blank=True)
    seen = models.DateTimeField(auto_now_add=True)
    hidden = models.DateTimeField(null=True, blank=True)

    objects = AtTable["Device"]()
    everywhere = models.Manager["Device"]()

    def __str__(self) -> str:
        return f"{self.role} {self.seat or '-'} of {self.table_id[:6]}…"


class Wish(models.Model):
    """A phone that asks for a seat where another one sits; gone once it is answered."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="wishes")
    device = models.OneToOneField(Device, models.CASCADE, related_name="wish")
    seat = models.CharField(max_length=4)

    def __str__(self) -> str:
        return f"{self.seat} of {self.table_id[:6]}…"


class Note(models.Model):
    """What happened beside the cells and concerns all: who sat down, which screen went, the end.

    ``seat`` did it, ``about`` is whom it concerns; both may be empty. It cannot be undone.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="notes")
    at = models.DateTimeField(auto_now_add=True)
    what = models.CharField(max_length=12)
    seat = models.CharField(max_length=4, blank=True)
    about = models.CharField(max_length=4, blank=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.what} at {self.table_id[:6]}…"


class WrongCode(models.Model):
    """A code that was no table's, and where it came from: both as keyed hashes, for ten minutes."""

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
    ``idempotency_key`` and counts once. ``refused`` cells ran into a write that the author
    had not seen: they are kept and shown, but do not count until somebody decides.
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

"""Database models for groups of players, and for games played without a table.

Games with a table are the finished ``Table`` rows; they are not copied here.
"""

import uuid

from django.db import models

from companion.http.random_keys import new_key
from companion.soft_delete import NotRemoved


class Group(models.Model):
    """A group of people with a history of its own, open to everybody who has its secret link.

    ``digest``: hash of the secret in the link; the secret itself is not stored.
    """

    digest = models.CharField(max_length=64, unique=True)
    uid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=40, blank=True)
    made = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name or f"group {self.pk}"


class Play(models.Model):
    """A finished game without a table: imported, or scored on one phone for all players.

    - ``seats``: names, places and totals of the seats, as JSON
    - ``rows``: for each section of the score its name and each seat's points, as JSON
    - ``minutes``: duration, if known
    - ``sheet``: the saved result (finished sheet), if the game was scored here
    - ``place``, ``note``: location and remark that people typed
    - ``owner``: hash of the secret of the phone or group whose history it belongs to
    """

    uid = models.UUIDField()
    game = models.CharField(max_length=40)
    played = models.DateTimeField()
    minutes = models.PositiveIntegerField(null=True, blank=True)
    seats = models.JSONField()
    owner = models.CharField(max_length=64, db_index=True)
    sheet = models.ForeignKey("companion.Result", models.SET_NULL, null=True, blank=True)
    rows = models.JSONField(default=list)
    place = models.CharField(max_length=60, blank=True)
    note = models.CharField(max_length=500, blank=True)
    removed = models.DateTimeField(null=True, blank=True, db_index=True)

    objects = NotRemoved["Play"]()
    everywhere = models.Manager["Play"]()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("uid", "owner"), name="one_play_per_history"),
        )

    def __str__(self) -> str:
        return f"{self.game} {self.played:%Y-%m-%d}"


class Alias(models.Model):
    """A spelling of a person's name that counts as another name in one history.

    ``spelling`` is normalised (case, width, kana). Stored games are not changed, so an alias can be
    deleted again.
    """

    owner = models.CharField(max_length=64, db_index=True)
    spelling = models.TextField()
    name = models.CharField(max_length=60)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("owner", "spelling"), name="one_name_per_spelling"),
        )

    def __str__(self) -> str:
        return f"{self.spelling} = {self.name}"


class PendingImport(models.Model):
    """An uploaded file that waits for its import to be confirmed.

    It is deleted once imported, or after an hour. ``packed``: the file's content, compressed with
    zlib.
    """

    key = models.CharField(max_length=26, primary_key=True, default=new_key)
    owner = models.CharField(max_length=64)
    name = models.CharField(max_length=200)
    packed = models.BinaryField()
    made = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        db_table = "companion_arrival"

    def __str__(self) -> str:
        return f"{self.name} {self.made:%H:%M}"

"""Groups of players, and games that were played elsewhere.

The games of this app are the finished ones among its tables; they are not kept twice.
"""

import uuid

from django.db import models

from companion.http.keys import new_key
from companion.soft_delete import There


class Group(models.Model):
    """People who play together. Whoever knows its link sees its history; only a hash is kept."""

    digest = models.CharField(max_length=64, unique=True)
    uid = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=40, blank=True)
    made = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name or f"group {self.pk}"


class Play(models.Model):
    """A game without a table: brought in from a file, or scored on one phone for all.

    Names and totals; ``sheet`` is the result that was saved, ``rows`` the sections of its score.
    ``place`` and ``note`` are people's own words. ``owner`` is whose history it belongs to: the
    hash of a phone's secret or of a group's link.
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

    objects = There["Play"]()
    everywhere = models.Manager["Play"]()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("uid", "owner"), name="one_play_per_history"),
        )

    def __str__(self) -> str:
        return f"{self.game} {self.played:%Y-%m-%d}"


class Alias(models.Model):
    """Two spellings of one person, in one history: ``spelling``, as compared, counts as ``name``.

    Nothing that was played is changed by it, so that it can be taken apart again.
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


class Arrival(models.Model):
    """A file that somebody looks at before taking it in: gone when taken, or within the hour."""

    key = models.CharField(max_length=26, primary_key=True, default=new_key)
    owner = models.CharField(max_length=64)
    name = models.CharField(max_length=200)
    packed = models.BinaryField()
    made = models.DateTimeField(auto_now_add=True, db_index=True)

    def __str__(self) -> str:
        return f"{self.name} {self.made:%H:%M}"

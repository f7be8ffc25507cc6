"""Who plays together, and what was played elsewhere.

The games of this app are the finished ones among its tables; they are not kept twice.
"""

import uuid

from django.db import models

from companion.web.removal import There


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

    Names and totals; ``sheet`` is the result that was saved. ``owner`` is whose history it
    belongs to: the hash of a phone's secret or of a group's link.
    """

    uid = models.UUIDField()
    game = models.CharField(max_length=40)
    played = models.DateTimeField()
    minutes = models.PositiveIntegerField(null=True, blank=True)
    seats = models.JSONField()
    owner = models.CharField(max_length=64, db_index=True)
    sheet = models.ForeignKey("companion.Result", models.SET_NULL, null=True, blank=True)
    removed = models.DateTimeField(null=True, blank=True, db_index=True)

    objects = There["Play"]()
    everywhere = models.Manager["Play"]()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("uid", "owner"), name="one_play_per_history"),
        )

    def __str__(self) -> str:
        return f"{self.game} {self.played:%Y-%m-%d}"

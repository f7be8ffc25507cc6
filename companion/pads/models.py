"""Database models of sheets without a table: pads, being filled in, and unchangeable results.

They only store; ``scoring`` interprets and scores the states.
"""

import hashlib
import json
from typing import Any

from django.db import models

from companion.http.keys import ALPHABET, new_key


class Pad(models.Model):
    """A sheet that is being filled in. Anybody with its link may edit it.

    - ``forms``: keys of the last posted forms, so that a change that arrives twice is applied once.
    - ``merge_conflicts``: cells that differed when a copy of this pad from another phone was
      merged, by path, each with all its values, the one stored here first.
    """

    key = models.CharField(max_length=26, primary_key=True, default=new_key)
    game = models.CharField(max_length=40)
    state = models.JSONField()
    before = models.JSONField(default=list)
    """For undo: for each of the last changes, a mapping of cell path to the value it replaced.

    The latest change is last.
    """
    forms = models.JSONField(default=list)
    merge_conflicts = models.JSONField(default=dict, db_column="differing")
    made = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.game} {self.key[:6]}…"

    @property
    def version(self) -> str:
        """A token that differs after each change: the time of the last one, in microseconds."""
        return f"{self.changed:%Y%m%d%H%M%S%f}"


class Result(models.Model):
    """A finished sheet under a permanent link; its key is a hash of game and state."""

    key = models.CharField(max_length=16, primary_key=True)
    game = models.CharField(max_length=40)
    state = models.JSONField()
    made = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.game} {self.key}"

    @staticmethod
    def key_of(game: str, state: dict[str, Any]) -> str:
        """Returns the key in the link of this sheet's result: 16 characters of a SHA-256."""
        plain = json.dumps(state, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        digest = int.from_bytes(hashlib.sha256(f"{game}\n{plain}".encode()).digest())
        key = ""
        for _ in range(16):
            digest, place = divmod(digest, len(ALPHABET))
            key += ALPHABET[place]
        return key

    @classmethod
    def keep(cls, game: str, state: dict[str, Any]) -> "Result":
        """Gets or creates the result of this sheet; the same sheet always has the same link."""
        key = cls.key_of(game, state)
        return cls.objects.get_or_create(key=key, defaults={"game": game, "state": state})[0]

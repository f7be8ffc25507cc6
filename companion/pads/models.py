"""Sheets without a table: pads that are being filled in, and results that never change.

Storage only. What a state means, and what it is worth, is known to ``scoring``.
"""

import hashlib
import json
from typing import Any

from django.db import models

from companion.http.keys import ALPHABET, new_key


class Pad(models.Model):
    """A sheet somebody is filling in. Whoever knows its link may write on it.

    ``forms`` are the keys of the last changes, so that one which arrives twice counts once.
    ``differing`` are the cells of which copies on other phones said something else, each with all
    that was said, first what counted here.
    """

    key = models.CharField(max_length=26, primary_key=True, default=new_key)
    game = models.CharField(max_length=40)
    state = models.JSONField()
    before = models.JSONField(default=list)
    """What the last changes replaced, as cells and their values, the latest last."""
    forms = models.JSONField(default=list)
    differing = models.JSONField(default=dict)
    made = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.game} {self.key[:6]}…"


class Result(models.Model):
    """A finished sheet under a permanent link. The link is made from what it holds."""

    key = models.CharField(max_length=16, primary_key=True)
    game = models.CharField(max_length=40)
    state = models.JSONField()
    made = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.game} {self.key}"

    @staticmethod
    def key_of(game: str, state: dict[str, Any]) -> str:
        """What the link of this sheet's result says."""
        plain = json.dumps(state, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        digest = int.from_bytes(hashlib.sha256(f"{game}\n{plain}".encode()).digest())
        key = ""
        for _ in range(16):
            digest, place = divmod(digest, len(ALPHABET))
            key += ALPHABET[place]
        return key

    @classmethod
    def keep(cls, game: str, state: dict[str, Any]) -> "Result":
        """The result of this sheet; the same sheet has the same link, however often kept."""
        key = cls.key_of(game, state)
        return cls.objects.get_or_create(key=key, defaults={"game": game, "state": state})[0]

"""Checks every game's folder: that it loads, its worked games, and what its code says."""

from __future__ import annotations

from scoring import registry
from scoring.registry import BrokenGame
from scoring.tools import message_usage


def check() -> dict[str, BrokenGame]:
    """The games with something wrong, after loading each with its worked games and messages."""
    for slug in registry.games():
        try:
            registry.game(slug)
            for error in message_usage.faults(registry.folder(slug)):
                raise registry.flaw(slug, error)
            registry.examples(slug)
        except BrokenGame:
            continue
    return registry.broken()

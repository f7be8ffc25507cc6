"""Checks every game's folder: loading, worked games, and messages used by its code."""

from __future__ import annotations

from scoring import registry
from scoring.registry import BrokenGame
from scoring.tools import message_usage


def check() -> dict[str, BrokenGame]:
    """Returns the broken games, after loading each with its worked games and messages."""
    for slug in registry.games():
        try:
            registry.game(slug)
            for error in message_usage.faults(registry.folder(slug)):
                raise registry.flaw(slug, error)
            registry.examples(slug)
        except BrokenGame:
            continue
    return registry.broken()

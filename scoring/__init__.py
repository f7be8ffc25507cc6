"""Rules, scores and proven best plans of board games. Works without Django, as in a shell.

>>> from scoring import game
>>> game("keyflower").name.ja
'キーフラワー'
"""

from .registry import BrokenGame, NoSuchGame, broken, examples, game, games, games_by_slug

__all__ = ["BrokenGame", "NoSuchGame", "broken", "examples", "game", "games", "games_by_slug"]

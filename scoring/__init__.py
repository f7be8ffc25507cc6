"""Rules, scores and proofs of board games, without a web framework.

>>> from scoring import game
>>> game("keyflower").name.ja
'キーフラワー'
"""

from .registry import BrokenGame, NoSuchGame, broken, examples, game, games

__all__ = ["BrokenGame", "NoSuchGame", "broken", "examples", "game", "games"]

"""What a player still needs to win."""

from functools import partial

from .needed import around as around
from .needed import need

plan = partial(need, 1)

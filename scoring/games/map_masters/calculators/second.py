"""What a player still needs for second place."""

from functools import partial

from .needed import around as around
from .needed import need

plan = partial(need, 2)

"""Planner for the least that a player still needs for third place."""

from functools import partial

from .needed import alternatives as alternatives
from .needed import need

plan = partial(need, 3)

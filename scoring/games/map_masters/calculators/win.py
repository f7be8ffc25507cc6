"""Planner for the least that a player still needs to win."""

from functools import partial

from .needed import alternatives as alternatives
from .needed import need

plan = partial(need, 1)

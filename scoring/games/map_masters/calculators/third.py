"""Calculator for the fewest further points that give third place or better, whatever rivals do."""

from functools import partial

from .needed import alternatives as alternatives
from .needed import need

plan = partial(need, 3)

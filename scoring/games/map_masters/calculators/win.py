"""Calculator for the fewest further points that give first place, whatever rivals do.

The place may be shared.
"""

from functools import partial

from .needed import alternatives as alternatives
from .needed import need

plan = partial(need, 1)

"""Which coin to raise by 5."""

from __future__ import annotations

from functools import partial

from ..score import known
from .raising import raise_by

measure = known
plan = partial(raise_by, 5)

"""Planner for the best coin to raise by 5."""

from __future__ import annotations

from functools import partial

from .raising import raise_by

plan = partial(raise_by, 5)

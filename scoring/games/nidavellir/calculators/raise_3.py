"""Planner for the best coin to raise by 3."""

from __future__ import annotations

from functools import partial

from .raising import raise_by

plan = partial(raise_by, 3)

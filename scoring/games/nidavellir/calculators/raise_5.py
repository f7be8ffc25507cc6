"""Planner for the best coin to raise by 5."""

from __future__ import annotations

from .options_by_gain import best_of, raises

plan = best_of(lambda request: (option for _, option in raises(request, 5)))

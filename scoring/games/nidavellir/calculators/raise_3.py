"""Planner for the best coin to raise by 3."""

from .options import best_of, raises

plan = best_of(lambda request: raises(request, 3))

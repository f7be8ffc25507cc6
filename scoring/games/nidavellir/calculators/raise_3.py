"""Planner for the best coin to raise by 3."""

from .plan_of_placements import best_of, raises

plan = best_of(lambda request: (option for _, option in raises(request, 3)))

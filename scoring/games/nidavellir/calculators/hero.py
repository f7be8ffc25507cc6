"""Planner that finds the hero on display who adds most to a seat's final score.

Other seats count as entered now; later rounds are not predicted.
"""

from .options import best_of, offered

plan = best_of(offered)

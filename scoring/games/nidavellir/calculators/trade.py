"""Planner for the best two coins to leave in the pouch for a trade."""

from .options import best_of, trades

plan = best_of(trades)

"""Planner for the power of the god Odin, if unused: the best exchange of two neutral heroes."""

from .options import best_of, odins

plan = best_of(odins)

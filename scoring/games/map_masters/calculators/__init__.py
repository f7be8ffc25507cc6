"""Calculators of Map Masters: one module each, found by the data file beside it."""

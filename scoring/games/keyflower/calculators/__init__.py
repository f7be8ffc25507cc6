"""Calculators of Keyflower: one module each, with a data file of the same name beside it."""

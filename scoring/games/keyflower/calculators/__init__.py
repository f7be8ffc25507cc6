"""Calculators of Keyflower: one module each, found through their data files."""

"""Calculators for orchard keepers: one file each, found by their data files."""

"""Searches and models for armies, last placements, gems, coins and lines; no texts."""

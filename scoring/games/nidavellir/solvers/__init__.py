"""Searches and models: armies, last placements, gems, coins and lines. They say nothing."""

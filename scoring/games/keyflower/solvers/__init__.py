"""Solvers of Keyflower: they work on villages and numbers, without texts for players."""

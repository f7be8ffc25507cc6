"""Solvers of Keyflower: they compute with villages and numbers, and write no texts for players."""

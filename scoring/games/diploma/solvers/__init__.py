"""Solvers of Diploma: they work on students and numbers, without texts for players."""

"""Solvers of Diploma: they compute with numbers and sheets, and write no texts for players."""

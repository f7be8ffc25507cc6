"""Solvers of Map Masters: pure searches and models that write no texts for players."""

"""Solvers of Map Masters: pure searches and models that produce no texts."""

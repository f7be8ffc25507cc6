"""Searches: they know students and numbers, and say nothing."""

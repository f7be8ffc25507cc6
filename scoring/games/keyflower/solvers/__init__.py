"""Searches and models: they know villages and numbers, and say nothing."""

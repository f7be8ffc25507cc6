"""Reads a game's data files into values; every error names its file, line and id."""

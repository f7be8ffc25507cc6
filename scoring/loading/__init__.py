"""Reads a game's data files into values; every mistake names its file, line and id."""

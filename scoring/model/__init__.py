"""Data types of a game: entries, sheets, states, breakdowns, plans. Reads no files."""

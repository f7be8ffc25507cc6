"""Copies of one count on several phones: shown to each other as codes, and merged."""

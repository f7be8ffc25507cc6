"""Histories of played games, for a phone or a group: statistics, exports and imports."""

"""Histories of played games, of a phone or a group: pages, statistics, exports and imports."""

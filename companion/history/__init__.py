"""Histories of played games, by phone or group: statistics, exports and imports."""

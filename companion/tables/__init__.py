"""Sheets that are filled in: tables of several phones with a log and timers, pads, results."""

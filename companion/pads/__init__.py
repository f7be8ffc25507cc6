"""Sheets without a table: pads, which change, and results, which never do."""

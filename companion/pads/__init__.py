"""Sheets without a table: pads that change, results that do not."""

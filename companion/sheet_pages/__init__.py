"""Contexts of the pages of a sheet (pad, table, result): fields, warnings, maps, scores."""

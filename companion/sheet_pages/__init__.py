"""Pages of a sheet (pad, table, result): sections, points, warnings, maps, outcomes."""

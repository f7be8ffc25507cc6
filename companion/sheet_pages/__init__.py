"""Pages of a sheet, on a pad, at a table or as a result: fields, warnings, maps, scores."""

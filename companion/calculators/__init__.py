"""Pages of the games' calculators and planners: alone, at a table, on a pad."""

"""What a game can work out: alone, at a table, for a sheet."""

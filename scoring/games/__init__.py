"""One folder per game. Nothing is listed here: the registry reads the folders."""

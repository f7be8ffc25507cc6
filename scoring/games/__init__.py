"""One folder per game. The registry reads these folders, so no list of games is needed."""

"""The rules of a game: page of the game, a page per entry, the tutorial, a page to print."""

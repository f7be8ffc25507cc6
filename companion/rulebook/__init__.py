"""The rules of a game: its box, a page per entry, the tutorial, a page to print."""

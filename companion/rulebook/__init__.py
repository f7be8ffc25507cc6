"""Looking up: the search, a page per entry, everything in a box, a page to print."""

"""Integer programmes, time limits and caches, for code that plans the best score."""

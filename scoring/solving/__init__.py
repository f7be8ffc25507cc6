"""Integer programmes, deadlines and caches for planners."""

"""Pages that belong to no part: errors, and what a device prefers."""

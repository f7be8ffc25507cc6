"""Pages of no room: errors, preferences, installing, no network."""

"""Views that belong to no game: errors, preferences, installation, offline page."""

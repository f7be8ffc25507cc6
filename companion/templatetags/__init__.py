"""The app's template tags and filters."""

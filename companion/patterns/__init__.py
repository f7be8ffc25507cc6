"""Every component once, on one page."""

"""Views of pads and results."""

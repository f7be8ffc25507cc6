"""Views of calculators: with a form to fill in, and planners for a seat's sheet."""

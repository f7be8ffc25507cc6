"""Views of calculators: those with a form, and plans for a seat's sheet."""

"""Views of a table, one module per activity."""

"""Django views of a table, one module per activity."""

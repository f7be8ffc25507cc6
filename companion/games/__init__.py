"""The games that can be loaded, and the templates, symbols and drawings in their folders."""

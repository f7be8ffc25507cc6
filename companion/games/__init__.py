"""The games available, and the templates, symbols and drawings in their folders."""

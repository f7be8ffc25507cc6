"""The templates, symbols and drawings in the folders of games."""

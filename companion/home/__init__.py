"""The start page, where every part shows something."""

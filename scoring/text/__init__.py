"""Texts in every language, and the messages that code produces."""

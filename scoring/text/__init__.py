"""Text in every language, and the messages that code says."""

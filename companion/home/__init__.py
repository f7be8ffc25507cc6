"""The start page, which combines search, games and recent tables, and the page about the app."""

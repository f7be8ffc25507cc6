"""The start page with search, games and recent tables, and the page about the app."""

"""Names of a seat's pages, and of the shared parts of a sheet, whose cells belong to no seat."""

TABLE = "table"
PLAY = "play"
RULINGS = "rulings"
SHEET, SETTINGS, MAP = "sheet", "settings", "map"
"""The pages of a seat: its entries, its settings, its map of tiles (see ``Section.page``)."""

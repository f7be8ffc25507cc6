"""Names of the pages of a seat, and of the holders of cells that belong to no seat."""

TABLE = "table"
PLAY = "play"
RULINGS = "rulings"
SHEET, SETTINGS, MAP = "sheet", "settings", "map"
"""The pages of a seat: its entries, its settings, its map of tiles (see ``Section.page``)."""

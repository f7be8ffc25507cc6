"""Pages of a seat's sheet, and the sections that each of them shows."""

from __future__ import annotations

from scoring.model.cells import CellPath
from scoring.model.fields import Section
from scoring.model.sheet import Sheet
from scoring.model.sheet_fields import COLOUR

TABLE = "table"
PLAY = "play"
RULINGS = "rulings"
SHEET, SETTINGS, MAP = "sheet", "settings", "map"
"""The pages of a seat: the entries, the settings, the map of tiles."""


def visible_sections(sheet: Sheet, holder: str, tracked: bool, page: str = "") -> list[Section]:
    """Returns the sections asked of a seat or the table, on one ``page`` or on all."""
    return [
        section
        for section in (sheet.table if holder == TABLE else sheet.sections)
        if (tracked or not section.tracked)
        and (not page or page_of(section) == page)
        and any(not each.decided for each in section.fields)
    ]


def page_of(section: Section) -> str:
    """Returns the page of a seat that shows the section."""
    return SETTINGS if section.settings else MAP if section.map else SHEET


def has_own_panel(sheet: Sheet, holder: str, section: Section) -> bool:
    """True unless all fields of a table section are heads of another section's columns."""
    return holder != TABLE or any(each.id not in sheet.heads for each in section.fields)


def redraws(cell: str) -> bool:
    """True if writing this cell (a ruling, a colour) may change the whole settings page."""
    path = CellPath(cell)
    return path.holder == RULINGS or path.field == COLOUR.id

"""Pages of a seat's sheet at a table, without what this phone may not see of other seats.

At a table with screens, each seat's sheet is hidden from the other phones.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

from django.urls import reverse

from companion.sheet_pages import map, posted_cells
from companion.sheet_pages import page as sheets
from companion.sheet_pages.scores import Scored, sketched
from companion.sheet_pages.shared_sections import boards
from companion.sheet_pages.sheet_sections import SETTINGS, SHEET
from companion.sheet_pages.value_names import cell_name, value_name
from companion.tables import access
from companion.tables.log_lines import last_change
from companion.tables.models import Table
from scoring.game import Game
from scoring.model.cells import CellPath
from scoring.model.plan import State
from scoring.model.sheet_fields import SEATS, SHARED
from scoring.model.validation import CellError
from scoring.text.localised import Text

CORRECT = "?correct=1"
"""Query string that opens the sheet of a finished table for corrections."""


def visible(table: Table, seen: Set[str]) -> State:
    """Returns the table's state without other seats' hidden cells; names and colours remain.

    ``seen`` are the seats whose sheets the phone may see.
    """
    seats = {
        seat: cells if seat in seen else {k: cells[k] for k in ("name", "colour") if k in cells}
        for seat, cells in table.state["seats"].items()
    }
    state: State = table.state | {"seats": seats}
    return state


def lying_open(game: Game, table: Table, seat: str, seen: Set[str]) -> State:
    """Returns the table's state limited to what calculators may use for a seat.

    Of other seats it has only what is public by the game's rules: a screen hides what a player
    writes down, not what lies visibly on the real table. After the end of the game it is the same
    as ``visible``. ``seen`` are the seats whose sheets the phone may see.
    """
    shown_seats = visible(table, seen)
    if table.finished:
        return shown_seats
    open_ = game.sheet.lying_open(table.state, seat)["seats"]
    less = game.sheet.lying_open(table.state, seat, with_decisions=False)["seats"]
    seats = {s: open_[s] if s in seen else less[s] for s in open_}
    if seat not in seen:
        seats[seat] = shown_seats["seats"][seat]
    return shown_seats | {"seats": seats}


def open_by_the_rules(
    game: Game, table: Table, seat: str
) -> list[tuple[Text, list[tuple[Text, Text]]]]:
    """Returns what is public by the game's rules about a seat whose sheet a phone may not see.

    For each section of the sheet: its label, and name and value of each public cell. Neither the
    seat's decisions (how it would use its pieces best) nor anything that the rules hide are
    included.
    """
    state = game.sheet.lying_open(game.sheet.known_part(table.state), "", with_decisions=False)
    cells = game.sheet.cells(state)
    listed = []
    for section in game.sheet.sections:
        paths = [CellPath.to(seat, *path) for field in section.fields for path in field.paths()]
        told = [
            (cell_name(game, state, path, seat), value_name(game, path, cells[path], cells))
            for path in paths
            if path in cells
        ]
        listed += [(section.label, told)] if told else []
    return listed


def addresses(look: access.SheetRequest) -> dict[str, str]:
    """Returns the addresses of a seat's pages (sheet, settings, map), by the page's name."""
    return sheets.addresses(look.game, "table", look.who.table_id, look.seat)


def _on_page(look: access.SheetRequest) -> frozenset[str]:
    """Returns the seats whose cells the page of the requested sheet contains.

    Others than its own are there in games with sections for all seats together.
    """
    together = look.together if boards(look.game.sheet, tracked=True) else ()
    return frozenset((look.seat, *together))


def last_event(look: access.SheetRequest) -> int:
    """Returns the number of the last event that changed the page of the requested sheet."""
    last = look.who.table.last_event_by_seat
    return max((last.get(at, 0) for at in ("", *_on_page(look))), default=0)


def behind(look: access.SheetRequest, seen: int, until: int) -> bool:
    """True if something on the sheet's page was changed elsewhere between two events.

    ``seen`` is the number of the last event that the page shows, ``until`` that of the last event
    to look at. Elsewhere means on another phone, or on another page of this one, such as an undo in
    the log.
    """
    if not seen or seen >= until:
        return False
    events = look.who.table.events.filter(number__gt=seen, number__lte=until)
    here = {*_on_page(look), *SHARED, SEATS}
    return any(e.undoes or here & {CellPath(p).holder for p in e.cells} for e in events)


def sheet(
    look: access.SheetRequest,
    typed: Mapping[str, str],
    faults: list[CellError],
    cell: str = "",
    scores: Scored | None = None,
    page: str = SHEET,
    fresh: bool = False,
    asked: map.OpenItem = sheets.NOTHING_OPEN,
) -> dict[str, Any]:
    """Returns the template context of the requested sheet.

    - ``cell``: the only changed cell; the context then has only what it affects.
    - ``page``: the page to render: sheet, settings or map.
    - ``typed``, ``faults``: what the person typed into cells that were refused, and the errors.
    - ``scores``: those of the whole table, if computed already.
    - ``fresh``: the phone has just made a change, so there is something to undo.
    - ``asked``: the place or tile of the map that the person opened, by the query string.
    """
    game, found = look.game, look.who.table
    state = visible(found, look.visible_seats)
    scores = scores or sketched(game, state)
    context = sheets.sheet(
        game,
        state,
        scores,
        look.seat,
        typed,
        faults,
        True,
        cell,
        page,
        look.together,
        asked,
        found.merge_conflicts,
    )
    context["players"] = [each for each in context["players"] if each["seat"] in look.visible_seats]
    pages = addresses(look)
    correct = CORRECT if found.finished and look.writable else ""
    return context | {
        "table": found,
        "base": access.revision(look.who, found),
        "who": look.who,
        "tab": "sheet",
        "room": False,
        "at_table": True,
        "pages": {name: address + correct for name, address in pages.items()},
        "action": pages[page],
        "other_page": pages[SETTINGS if page == SHEET else SHEET] + correct,
        "back": reverse("table", args=[found.key]),
        "undoable": look.writable and (fresh or last_change(look) is not None),
        "writable": look.writable,
        "writes": look.writable,
        "may_correct": bool(found.finished) and look.may_write,
        "correcting": bool(found.finished) and look.writable,
        "form_key": posted_cells.fresh_key(),
    }

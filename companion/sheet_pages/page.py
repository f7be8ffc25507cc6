"""Template contexts for the pages of a seat's sheet, on a pad or at a table."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse

from companion.sheet_pages import map
from companion.sheet_pages.field_views import SectionView, faces
from companion.sheet_pages.merge_conflicts import Differing, conflict_messages
from companion.sheet_pages.players import Owner, players
from companion.sheet_pages.ruling_answers import rulings
from companion.sheet_pages.section_views import panels
from companion.sheet_pages.shared_sections import boards, figures
from companion.sheet_pages.sheet_sections import MAP, SETTINGS, SHEET, TABLE
from companion.sheet_pages.steps import Step, columns, steps
from companion.sheet_pages.warnings import SheetWarning, at_cells, sheet_warnings
from companion.templatetags.words import say
from scoring.evaluation import Scored, doubts, known_part
from scoring.game import Game
from scoring.model.breakdown import Breakdown
from scoring.model.cells import CellPath
from scoring.model.plan import State
from scoring.model.sheet_fields import COLOUR, SHARED
from scoring.model.validation import CellError
from scoring.text.localised import EMPTY, Text

TEMPLATES = {SHEET: "pad/page.html", SETTINGS: "pad/settings.html", MAP: "pad/map.html"}
"""The template of each of a seat's pages."""

NOTHING_OPEN = map.OpenItem()
ALIKE: Differing = {}
"""Default for ``merge_conflicts``: no copy on another phone has another value."""

SHOW_WORTH = ("rack", "chips", "palette", "cycle")
"""Controls that show the points of each piece beside it."""


def sheet(
    game: Game,
    state: State,
    found: Scored,
    seat: str,
    typed: Mapping[str, str],
    faults: list[CellError],
    tracked: bool = False,
    cell: str = "",
    page: str = SHEET,
    together: Sequence[str] = (),
    asked: map.OpenItem = NOTHING_OPEN,
    merge_conflicts: Differing = ALIKE,
) -> dict[str, Any]:
    """Builds the context of a seat's sheet; ``found`` are the scores of ``state``.

    With ``cell``, the one cell just written: only the parts it may change, and its error. Stored
    cells that the sheet does not understand are listed under ``unknown``. ``together``: the seats
    entered here too, in sections that show all players. ``asked``: the place or tile that is open
    on the map. Cells with ``merge_conflicts`` are marked.
    """
    apart = conflict_messages(game, state, merge_conflicts, {seat, TABLE, *together})
    said = [*apart, *faults]
    shown = [] if cell else panels(game, state, seat, typed, said, tracked, page, together)
    breakdown = found.breakdowns[seat]
    laid = boards(game.sheet, tracked, cell)
    here = tuple(together) if boards(game.sheet, tracked) else ()
    walked = steps(game, state, seat, found.breakdowns, tracked, here)
    strange = unknown_cells(game, state, found, seat)
    listed = sheet_warnings(game, state, found, seat, here) + at_cells(game.sheet, apart)
    state = known_part(game, state)
    context: dict[str, Any] = {
        "game": game,
        "seat": seat,
        "page": page,
        "owner": Owner.of(game.sheet, state, seat),
        "name": game.sheet.name(state, seat),
        "players": _players(game, state, found, typed),
        "room": len(state["seats"]) < game.sheet.most_seats,
        "steps": walked,
        "whole": all(each.done for each in walked if each.asks),
        "panels": shown,
        "writes": True,
        "columns": {},
        "faces": faces(shown),
        "figures": {},
        "here": here if len(here) > 1 else (),
        "worth": {},
        "faults": faults,
        "entered": seat in found.entered,
        "blank": seat not in found.entered,
        "arranged": bool((plan := found.plans.get(seat)) and plan.steps),
        "unknown": strange,
        "missing": [each for each in listed if each.short is not EMPTY],
        "doubtful": [each for each in listed if each.short is EMPTY],
        "beside": decided_warnings(game, state, seat, bool(faults)),
        "breakdown": breakdown,
    }
    context |= _calculators(game) | _written_cell(game, cell, faults)
    if page == SHEET:
        context |= {
            "columns": columns(game, state, found, seat),
            "figures": figures(game, state, found.breakdowns, laid, together),
            "worth": piece_points(game, state, seat, breakdown, cell),
        }
    if page == MAP:
        context |= _map(game, state, seat, asked, shown)
        context["doubtful"] = [each for each in listed if each.page == MAP or each.offer]
        context |= {"missing": [], "whole": False}
    if page == SETTINGS:
        # at a table each player is named on their own page, on a pad all here
        names = [each for each in context["players"] if not tracked or each["seat"] == seat]
        context |= _settings(game, state, seat) | {"named": names}
    return context | _fragment_keys([*context["missing"], *context["doubtful"]], context["steps"])


def _players(
    game: Game, state: State, found: Scored, typed: Mapping[str, str]
) -> list[dict[str, Any]]:
    return [
        {
            "seat": each,
            "name": game.sheet.name(state, each),
            "owner": Owner.of(game.sheet, state, each),
            "typed": typed.get(f"{each}/name", state["seats"][each].get("name", "")),
            "breakdown": found.breakdowns[each],
            "blank": each not in found.entered,
        }
        for each in game.sheet.seats(state)
    ]


def _written_cell(game: Game, cell: str, faults: list[CellError]) -> dict[str, Any]:
    """Returns the HTML id of the one cell written, its error, and whether it has an input."""
    at = game.sheet.cell(cell)
    return {
        "cell_id": cell.replace("/", "-"),
        "fault": next((fault.message for fault in faults if cell and fault.path == cell), None),
        "known_cell": at is not None and at.kind != "spot",
    }


def _calculators(game: Game) -> dict[str, Any]:
    """Returns the planners, the calculators with a form, and those that read the table."""
    calculators = game.calculators.values()
    return {
        "planners": list(game.planners.values()),
        "forms": [each for each in calculators if each.by_itself],
        "reading": [each for each in calculators if each.at_table],
    }


def _map(
    game: Game, state: State, seat: str, asked: map.OpenItem, shown: Sequence[SectionView]
) -> dict[str, Any]:
    """Returns the map, and the sections of its page reduced to the tiles on it."""
    drawn = map.build_map(game, state, seat, next(map.map_fields(game)), asked)
    up = map.faces_up(game, state)
    return {"map": drawn, "panels": [map.reduced_to_own_tiles(each, drawn, up) for each in shown]}


def addresses(game: Game, under: str, key: str, seat: str) -> dict[str, str]:
    """Returns the URLs of a seat's pages by page name; the map only in a game that has one."""
    names = {SHEET: "pad" if under == "pad" else "table_sheet", SETTINGS: f"{under}_settings"}
    if any(map.map_fields(game)):
        names[MAP] = f"{under}_map"
    return {page: reverse(name, args=[key, seat]) for page, name in names.items()}


def _fragment_keys(warnings: Sequence[SheetWarning], steps: Sequence[Step]) -> dict[str, Any]:
    """Returns cache keys for the foot and the row of steps: all values that they show."""
    return {
        "warnings_keys": tuple(
            (o.id, o.page, say(o.message), say(o.offer), say(o.short), say(o.who)) for o in warnings
        ),
        "steps_keys": tuple((s.id, say(s.label), s.points, s.done, s.open, s.rest) for s in steps),
    }


def _settings(game: Game, state: State, seat: str) -> dict[str, Any]:
    """Returns the rulings, and each colour with the other seat that has it, if any."""
    everybody = players(game.sheet, state)
    others = {owner.colour: owner for each, owner in everybody.items() if each != seat}
    return rulings(game, state) | {
        "colours": [(option, others.get(option.id)) for option in COLOUR.cell.options],
        "alike": others.get(everybody[seat].colour),
    }


def piece_points(
    game: Game, state: State, seat: str, breakdown: Breakdown, cell: str
) -> Mapping[str, str]:
    """Returns the points of each of the seat's pieces in its best plan, by the HTML id of its cell.

    The ``cell`` just written is included even if its piece is gone: its text is then empty.
    """
    lines = {line.entry: line for line in breakdown.lines if line.entry}
    found: dict[str, str] = {}
    for path in (*game.sheet.cells(state), cell):
        at = CellPath(path)
        field = game.sheet.declared.get(at.field)
        if at.holder != seat or not field or len(at.rows) != 1:
            continue
        if field.entered_by not in SHOW_WORTH:
            continue
        if field.cell.kind == "choice" and field.entered_by != "cycle":
            continue
        if field.entered_by == "rack" and field.kind == "tally":
            # its own number is shown there, unless the breakdown has another
            found[path.replace("/", "-")] = breakdown.beside.get(at.rows[0], "")
            continue
        line = lines.get(at.rows[0])
        if line is not None and line.id == line.entry:
            found[path.replace("/", "-")] = "?" if line.points is None else str(line.points)
        elif path == cell:
            found[path.replace("/", "-")] = ""
    return found


def unknown_cells(game: Game, state: State, found: Scored, seat: str) -> list[tuple[CellPath, str]]:
    """Returns path and text of the stored cells of seat or table that the sheet does not know."""
    said = game.sheet.cells(state)
    return [
        (path, str(said.get(path, "…"))[:60])
        for path in found.unknown
        if path.holder in (seat, *SHARED)
    ]


def decided_warnings(
    game: Game, state: State, seat: str, refused: bool
) -> list[tuple[str, Text | None]]:
    """Returns the warning at each decided cell by HTML id, ``None`` if it has none now.

    All are sent because any cell may change them. Empty while a cell is ``refused``, so the page
    keeps its messages.
    """
    if refused:
        return []
    said = {each.path: each.message for each in doubts(game, state)}
    return [(p.replace("/", "-"), said.get(p)) for p in game.decided(state, seat)]


def as_json(state: State) -> str:
    """Returns a sheet as indented JSON, for users to save."""
    return json.dumps(state, ensure_ascii=False, indent=1)

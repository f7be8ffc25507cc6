"""Reads the POST of a sheet: cells as typed, the revision their author had seen, and a key.

A view reads it once. The form fields stay named ``base`` and ``form``: pages that are open on
phones send these.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import HttpRequest

from companion.http import random_keys
from companion.http.whole_numbers import whole_number
from companion.sheet_pages.page_names import RULINGS, SHEET, TABLE
from scoring.game import Game
from scoring.model.cells import CellPath
from scoring.model.plan import State
from scoring.model.rulings import PRESET
from scoring.model.sheet_fields import COLOUR, NAME, NONE


class Changed(Exception):
    """Raised if the state that a change depends on has changed meanwhile; nothing was written."""


@dataclass(frozen=True, slots=True)
class Posted:
    """A form as posted.

    ``values``: name of each form field to its values. ``cell``: path of the one cell that htmx
    sends; ``typed``: the text typed there; both are empty if a whole form is sent. ``base``: the
    revision that the author had seen, 0 if none can be read. ``seen``: the page's token when it was
    sent, later than ``base`` for a change that had to wait. ``was``: the text that was typed over,
    None if the page does not tell. ``key`` identifies a change that arrives twice; a form without
    one gets a fresh key, so each copy of it counts.
    """

    values: Mapping[str, list[str]]
    cell: str
    typed: str
    base: int
    seen: str
    was: str | None
    key: str

    @property
    def redraws(self) -> bool:
        """True if its cell is a ruling or a colour, which may change the whole settings page."""
        path = CellPath(self.cell)
        return path.holder == RULINGS or path.field == COLOUR.id


def read(request: HttpRequest) -> Posted:
    """Reads the form that this request posts. Never raises on malformed input."""
    post = request.POST
    htmx = getattr(request, "htmx", None)
    cell = (htmx.trigger_name or "") if htmx else ""
    return Posted(
        values={name: post.getlist(name) for name in post},
        cell=cell,
        # a checkbox may be posted with a blank of the same name: the last value counts
        typed=(post.getlist(cell) or [""])[-1],
        base=whole_number(post.get("base", "")) or 0,
        seen=post.get("seen", post.get("base", "")),
        was=post.get("was"),
        key=post.get("form", "")[:40] or random_keys.new_form_key(),
    )


def typed_cells(
    game: Game,
    state: State,
    seat: str,
    data: Mapping[str, list[str]],
    tracked: bool = False,
    together: Sequence[str] = (),
) -> dict[str, str]:
    """Returns cell path to typed text for a posted form, ``data``; an unticked checkbox is blank.

    A form's ``page`` limits this to the cells of that page; without it, all pages count. Cells of a
    map are included only if they were sent, since each button sends one tile.

    Rulings are radio buttons and always sent: only answers that differ from those in force are
    included, and a new preset replaces all of them. ``tracked``: with sections that are useful only
    during play. ``together``: seats that may be entered here too, in sections that show all
    players.
    """
    page = (data.get("page") or [""])[-1]
    own = [f"{each}/{NAME.id}" for each in (seat, *together)] + [f"{seat}/{COLOUR.id}"]
    paths = [path for path in own if path in data]
    if page != SHEET:
        paths += [
            "/".join((seat, *path))
            for each in game.sheet.declared.values()
            if each.decided
            for path in each.paths()
        ]
    for holder in (seat, TABLE):
        for section in game.sheet.visible_sections(holder, tracked, page):
            holders = together if section.control and holder == seat and together else (holder,)
            paths += [
                "/".join((each, *path))
                for each in holders
                for field in section.fields
                if not field.decided
                for path in field.paths()
                if field.kind != "map" or "/".join((each, *path)) in data
            ]
            paths += [f"{each}/{NONE}/{section.id}" for each in holders if section.rest]
    return {path: data.get(path, [""])[-1] for path in paths} | _answered(game, state, data)


def _answered(game: Game, state: State, data: Mapping[str, list[str]]) -> dict[str, str]:
    given = {
        id_: data[f"{RULINGS}/{id_}"][-1]
        for id_ in game.sheet.ruling_fields
        if data.get(f"{RULINGS}/{id_}", [""])[-1]
    }
    if given.get(PRESET, game.sheet.preset(state)) != game.sheet.preset(state):
        return {f"{RULINGS}/{PRESET}": given[PRESET]}
    now = game.sheet.rulings(state)
    return {
        f"{RULINGS}/{id_}": option
        for id_, option in given.items()
        if id_ != PRESET and option != now[id_]
    }

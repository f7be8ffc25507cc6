"""Builds one page of a seat's sheet, on a pad or at a table: all that its templates show.

``build`` walks the sheet once and returns a ``SheetPage``, which templates read as ``sheet``. What
a pad or a table adds around it (addresses, form keys, the way back) is its view's.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.sheet_pages import (
    cell_messages,
    displayed_points,
    map_building,
    map_view,
    section_views,
)
from companion.sheet_pages.cell_messages import Differing, SheetWarnings
from companion.sheet_pages.displayed_points import SheetPoints
from companion.sheet_pages.field_views import ChoicePalette, SectionView
from companion.sheet_pages.owner_dots import Owner, PlayerView, player_views
from companion.sheet_pages.page_names import MAP, SETTINGS, SHEET, TABLE
from companion.templatetags.words import say
from scoring.evaluation import Scored
from scoring.game import Game
from scoring.model.calculator import Calculator
from scoring.model.cells import Option
from scoring.model.plan import Plan, State
from scoring.model.sheet_fields import COLOUR
from scoring.model.validation import CellError
from scoring.text.localised import Text


def rulings(game: Game, state: State) -> dict[str, Any]:
    """Returns template context: the presets, the rulings with the answers in force, their changes.

    ``changed_rulings``: number of rulings that are answered unlike the preset. A ruling answers a
    question that the rules leave open; a preset is a named set of answers.
    """
    now = game.sheet.rulings(state)
    return {
        "presets": list(game.catalogue.presets.values()),
        "preset": game.sheet.preset(state),
        "changed_rulings": len(changed_rulings(game, state)),
        "rulings": [(each, now[each.id], each.presets) for each in game.catalogue.rulings()],
    }


def changed_rulings(game: Game, state: State) -> list[dict[str, Any]]:
    """Returns the rulings answered unlike the preset: ``entry`` and the ``option`` in force.

    A ruling answers a question that the rules leave open; a preset is a named set of answers.
    """
    preset, now = game.sheet.preset(state), game.sheet.rulings(state)
    return [
        {"entry": each, "option": each.option(now[each.id])}
        for each in game.catalogue.rulings()
        if now[each.id] != each.presets[preset]
    ]


TEMPLATES = {SHEET: "sheet/page.html", SETTINGS: "sheet/settings.html", MAP: "sheet/map.html"}
"""Name of each of a seat's pages to its template."""

NOTHING_OPEN = map_view.OpenItem()


@dataclass(frozen=True, slots=True)
class Access:
    """The ``seat`` whose sheet is shown, and what the phone that asks may see and write.

    ``together``: the seats that it may write on, for sections that show all players in one place.
    ``visible``: the seats whose scores it may see. ``tracked``: sections for use during play are
    shown, too.
    """

    seat: str
    together: Sequence[str]
    visible: Collection[str]
    writes: bool = True
    tracked: bool = False


@dataclass(frozen=True, slots=True)
class SheetPage:
    """One page of a seat's sheet.

    ``sections`` and ``faces`` (the panels to choose from) are empty where one ``cell`` was written:
    only what that cell may change is sent then. ``cell`` is its path, "" for the whole page;
    ``known_cell``: the page has an input for it. ``everybody``: each player by seat. ``faults``:
    errors of texts that could not be read. ``rulings``: presets and answers, on the page of
    settings only.
    """

    page: str
    seat: str
    everybody: Mapping[str, PlayerView]
    access: Access
    room: bool
    """True if a player can be added here."""
    plan: Plan | None
    here: Sequence[str]
    """The seats whose cells this page shows; empty for a single seat."""
    points: SheetPoints | None
    """The points on it; none on other pages than the sheet."""
    warnings: SheetWarnings
    sections: Sequence[SectionView]
    faces: Sequence[ChoicePalette]
    faults: Sequence[CellError]
    cell: str
    known_cell: bool
    calculators: Collection[Calculator]
    map: map_view.Map | None
    rulings: Mapping[str, Any]

    @property
    def player(self) -> PlayerView:
        return self.everybody[self.seat]

    @property
    def owner(self) -> Owner:
        return self.player.owner

    @property
    def players(self) -> list[PlayerView]:
        """The players whose scores the phone may see, in the order of the seats."""
        return [each for seat, each in self.everybody.items() if seat in self.access.visible]

    @property
    def named(self) -> list[PlayerView]:
        """The players named on this page: at a table only its own, on a pad all."""
        return [self.player] if self.access.tracked else self.players

    @property
    def arranged(self) -> bool:
        """True if the points shown include decisions that the best plan takes for the player."""
        return bool(self.plan and self.plan.steps)

    @property
    def whole(self) -> bool:
        """True if nothing is missing on the sheet; never on another page than that."""
        return bool(self.points and self.points.whole)

    @property
    def cell_id(self) -> str:
        """The HTML id of the one cell written."""
        return self.cell.replace("/", "-")

    @property
    def fault(self) -> Text | None:
        """The error of the one cell written, if it was refused."""
        return next((f.message for f in self.faults if self.cell and f.path == self.cell), None)

    @property
    def colours(self) -> list[tuple[Option, Owner | None, str]]:
        """For each colour: its option, the other player who has it, the letters on its dot."""
        found = []
        for option in COLOUR.cell.options:
            other = self._others.get(option.id)
            shown = self.owner if option.id == self.owner.colour else other
            found.append((option, other, shown.initial if shown else ""))
        return found

    @property
    def alike(self) -> Owner | None:
        """The other player who has this seat's colour, if any."""
        return self._others.get(self.owner.colour)

    @property
    def _others(self) -> dict[str, Owner]:
        others = (each.owner for each in self.everybody.values() if each is not self.player)
        return {owner.colour: owner for owner in others}

    @property
    def planners(self) -> list[Calculator]:
        """The calculators that need no form, as they plan over the sheet itself."""
        return [each for each in self.calculators if each.planner]

    @property
    def forms(self) -> list[Calculator]:
        """The calculators with a form that can be used without a table."""
        return [each for each in self.calculators if each.by_itself]

    @property
    def reading(self) -> list[Calculator]:
        """The calculators whose form can be used only at a table, since its sheets fill it in."""
        return [each for each in self.calculators if each.at_table]

    @property
    def warnings_keys(self) -> tuple[Any, ...]:
        """The key under which the rendered list of warnings is cached: all values that it shows."""
        listed = (
            (o.id, o.page, say(o.message), say(o.offer), say(o.short), say(o.who))
            for o in (*self.warnings.missing, *self.warnings.doubtful)
        )
        return (self.page, self.whole, self.access.writes, *listed)

    @property
    def steps_keys(self) -> tuple[Any, ...]:
        """The key under which the rendered section tabs are cached: all values that they show."""
        steps = self.points.steps if self.points else ()
        return tuple((s.id, say(s.label), s.points, s.done, s.open, s.rest) for s in steps)


def build(
    game: Game,
    state: State,
    scores: Scored,
    access: Access,
    page: str = SHEET,
    *,
    typed: Mapping[str, str],
    faults: Sequence[CellError],
    cell: str = "",
    open_item: map_view.OpenItem = NOTHING_OPEN,
    merge_conflicts: Differing,
) -> SheetPage:
    """Builds a page of a seat's sheet; ``scores`` are those of ``state``.

    ``typed`` are texts that could not be read, by path, which are shown again; ``faults`` their
    errors. With ``cell``, the path of the one cell just written, only the parts are built that it
    may change. ``page``: one of the names in ``TEMPLATES``. ``open_item``: the place or tile that
    is open on the map. Cells with ``merge_conflicts`` are marked.
    """
    known, seat, tracked = scores.known, access.seat, access.tracked
    here = access.together if game.sheet.shared_sections(tracked) else ()
    apart: list[CellError] = []
    if merge_conflicts:
        holders = {seat, TABLE, *access.together}
        apart = cell_messages.conflict_messages(game, state, merge_conflicts, holders)
    answers = rulings(game, known) if page == SETTINGS else {}
    everybody = player_views(game.sheet, known, scores, typed)
    counted = None
    if page == SHEET:
        counted = displayed_points.sheet_points(game, state, scores, seat, tracked, here, cell)
    warned = cell_messages.page_warnings(game, state, scores, seat, here, page, apart, bool(faults))
    sections: list[SectionView] = []
    if not cell:
        errors = [*apart, *faults]
        sections = section_views.panels(
            game, state, seat, typed, errors, tracked, page, access.together, scores.doubts
        )
    drawn = None
    if page == MAP and game.sheet.map_field:
        drawn = map_building.build_map(game, known, seat, game.sheet.map_field, open_item)
        if sections:
            sections = map_building.reduced_to_own_tiles(sections, drawn, game, known)
    return SheetPage(
        page=page,
        seat=seat,
        everybody=everybody,
        access=access,
        room=not tracked and len(everybody) < game.sheet.most_seats,
        plan=scores.plans.get(seat),
        here=here if len(here) > 1 else (),
        points=counted,
        warnings=warned,
        sections=sections,
        faces=section_views.faces(sections) if sections else (),
        faults=faults,
        cell=cell,
        known_cell=(at := game.sheet.cell(cell)) is not None and at.kind != "spot",
        calculators=game.calculators.values(),
        map=drawn,
        rulings=answers,
    )

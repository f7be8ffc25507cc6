"""Values that the templates of a page of a seat's sheet show: its players, points and warnings.

Templates read a ``SheetPage`` as ``sheet``.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games.localised_text_tags import say
from companion.sheet_pages.field_views import ChoicePalette, SectionView
from companion.sheet_pages.map_view import Map, OpenItem
from companion.sheet_pages.page_names import MAP, SETTINGS, SHEET
from scoring.model.breakdown import Breakdown, Line
from scoring.model.calculator import Calculator
from scoring.model.cells import CellPath, Option
from scoring.model.errors_and_warnings import CellError, Doubt, Missing
from scoring.model.fields import Field
from scoring.model.plan import Plan
from scoring.model.player_names_and_colours import Owner
from scoring.model.sheet import Sheet
from scoring.model.sheet_fields import COLOUR
from scoring.text.localised import EMPTY, Text, Verbatim

TEMPLATES = {SHEET: "sheet/page.html", SETTINGS: "sheet/settings.html", MAP: "sheet/map.html"}
"""Name of each of a seat's pages to its template."""

NOTHING_OPEN = OpenItem()


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
class PlayerView:
    """One player (name, colour, score) in the sheet's menus and its bottom bar.

    ``typed``: the text in the input for the name, also one that could not be stored. ``breakdown``:
    the seat's score.
    """

    seat: str
    name: Text
    owner: Owner
    typed: str
    breakdown: Breakdown
    blank: bool
    """True if nothing has been entered for the seat."""


@dataclass(frozen=True, slots=True)
class Step:
    """The tab of one section of the sheet; ``points``: text shown on it, or "".

    ``asks``: the section has cells that a finished sheet must have. ``open``: some of them are
    blank. ``done``: something is asked or entered, and nothing is missing. ``rest``: one tap can
    declare all its blank cells to be none.
    """

    id: str
    label: Text
    points: str
    done: bool
    open: bool
    asks: bool = False
    rest: bool = False

    @property
    def least(self) -> bool:
        """True if the tab's points are a least number (*≥ 12*): the section is not finished."""
        return self.points.startswith("≥")


@dataclass(frozen=True, slots=True)
class Column:
    """A field shown as a column, with the line of the score that counts it.

    ``line`` and ``joined`` (pieces of other fields that the line counts) are as entered.
    ``ghosts``: pieces that the best plan would add, with the points that each gains. ``blank``:
    nothing is entered, and nobody has confirmed that it is none.
    """

    field: Field
    line: Line
    joined: Mapping[str, int]
    ghosts: Mapping[str, int]
    points: str
    blank: bool


@dataclass(frozen=True, slots=True)
class SheetPoints:
    """All points that a seat's sheet shows.

    ``columns``, ``figures`` (texts in sections shared by all seats) and ``pieces`` (points beside
    pieces) are by HTML id. ``steps``: the section tabs.
    """

    steps: Sequence[Step]
    columns: Mapping[str, Column]
    figures: Mapping[str, str]
    pieces: Mapping[str, str]

    @property
    def whole(self) -> bool:
        """True if some section needs entries, and no section of the sheet lacks any."""
        asked = [each.done for each in self.steps if each.asks]
        return bool(asked) and all(asked)


@dataclass(frozen=True, slots=True)
class SheetWarning:
    """A missing cell, or doubtful ones of one kind at one seat, to look at before the result.

    ``about``: what is missing or doubtful; of several the first. ``count``: number of these cells.
    ``who``: name of its seat if several seats are entered together, else empty.
    """

    sheet: Sheet
    about: Missing | Doubt | CellError
    count: int = 1
    who: Text = EMPTY

    @property
    def cell(self) -> str:
        """Path of the input to go to: the warning's cell, or the first one below its path."""
        path, at = self.about.path, CellPath(self.about.path)
        field = None if self.sheet.cell(path) else self.sheet.fields_of(at.holder).get(at.field)
        below = (CellPath.to(at.holder, *ids) for ids in (field.paths() if field else ()))
        return next((cell for cell in below if cell.startswith(f"{path}/")), path)

    @property
    def id(self) -> str:
        """HTML id of the missing or doubtful cell on the sheet's page."""
        return self.cell.replace("/", "-")

    @property
    def page(self) -> str:
        """Name of the seat's page that has the missing or doubtful cell: sheet, settings or map."""
        at = CellPath(self.about.path)
        if (section := self.sheet.section_of(at)) is None:
            return SHEET
        field = self.sheet.fields_of(at.holder).get(at.field)
        return SETTINGS if field and field.decided else section.page

    @property
    def message(self) -> Text:
        more = Verbatim(f" ×{self.count}") if self.count > 1 else None
        return self.about.message + more if more else self.about.message

    @property
    def short(self) -> Text:
        """Name of a missing cell's row, or of its field without one; empty for a doubtful cell."""
        if not isinstance(self.about, Missing):
            return EMPTY
        at = CellPath(self.about.path)
        field = self.sheet.fields_of(at.holder)[at.field]
        return next((row.name for row in field.rows if row.id in at.rows), field.label)

    @property
    def offer(self) -> Text:
        """Label of a button that enters the warning's suggested value; empty if there is none."""
        return (isinstance(self.about, Doubt) and self.about.offer) or EMPTY

    @property
    def instead(self) -> str:
        value = self.about.instead if isinstance(self.about, Doubt) else None
        return "" if value is None else str(value)


@dataclass(frozen=True, slots=True)
class SheetWarnings:
    """All warnings of a page of a seat's sheet.

    ``missing`` and ``doubtful`` name the cell to go to. ``decisions``: for each cell that a planner
    decides, its HTML id and its warning or ``None``. ``unknown``: path and value as text of stored
    cells that the sheet does not understand.
    """

    missing: Sequence[SheetWarning]
    doubtful: Sequence[SheetWarning]
    decisions: Sequence[tuple[str, Text | None]]
    unknown: Sequence[tuple[CellPath, str]]


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
    map: Map | None
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
    def blank_player(self) -> PlayerView | None:
        """On a pad that shows a player at a time: another player without any entries, or None."""
        others = () if self.access.tracked or self.here else self.players
        return next((each for each in others if each.blank and each is not self.player), None)

    @property
    def arranged(self) -> bool:
        """True if the points shown include decisions that the best plan takes for the player."""
        return bool(self.plan and self.plan.steps)

    @property
    def whole(self) -> bool:
        """True on the sheet's main page if nothing is missing there; false on other pages."""
        return bool(self.points and self.points.whole)

    @property
    def cell_id(self) -> str:
        """HTML id of the one cell that was just written."""
        return self.cell.replace("/", "-")

    @property
    def fault(self) -> Text | None:
        """Error of the one cell just written, if its text was refused."""
        return next((f.message for f in self.faults if self.cell and f.path == self.cell), None)

    @property
    def colours(self) -> list[tuple[Option, Owner | None, str]]:
        """For each colour: its option, the other player who has it or None, its dot's letters."""
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
        """The game's planners: calculators without a form, which plan over the sheet itself."""
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
        """Cache key of the rendered list of warnings: all values that the list shows."""
        listed = (
            (o.id, o.page, say(o.message), say(o.offer), say(o.short), say(o.who))
            for o in (*self.warnings.missing, *self.warnings.doubtful)
        )
        return (self.page, self.whole, self.access.writes, *listed)

    @property
    def steps_keys(self) -> tuple[Any, ...]:
        """Cache key of the rendered section tabs: all values that the tabs show."""
        steps = self.points.steps if self.points else ()
        return tuple((s.id, say(s.label), s.points, s.done, s.open, s.rest) for s in steps)

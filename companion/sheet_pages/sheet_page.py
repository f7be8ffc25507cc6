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
    """The ``seat`` whose sheet is shown, and what the phone that asks may see and edit.

    ``together``: the seats that it may edit, for sections that show all players in one place.
    ``visible``: the seats whose scores it may see. ``writes``: it may edit the sheet. ``tracked``:
    sections for use during play are shown, too.
    """

    seat: str
    together: Sequence[str]
    visible: Collection[str]
    writes: bool = True
    tracked: bool = False


@dataclass(frozen=True, slots=True)
class PlayerView:
    """One player (name, colour, score) in the menus and the bottom bar of a sheet's page.

    ``typed``: text in the input for the name, also one that could not be stored. ``breakdown``: the
    seat's score.
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
    """The tab of one section of a sheet; ``points``: text shown on it, or "".

    ``asks``: the section has cells that a finished sheet must have. ``open``: some of them are
    blank. ``done``: something is asked or entered, and nothing is missing. ``rest``: one tap can
    declare all its blank cells to be zero.
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
        """True if the tab shows a least number of points (*≥ 12*), as of an unfinished section."""
        return self.points.startswith("≥")


@dataclass(frozen=True, slots=True)
class Column:
    """A field shown as a column of a sheet, with the score ``line`` that counts it as entered.

    ``joined``: pieces of other fields that the line counts, to their number. ``ghosts``: pieces
    that the best plan would add, to the points that each gains. ``points``: the line's, as text.
    ``blank``: nothing is entered, and nobody has confirmed that it is none.
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

    By HTML id: ``columns`` (fields with their score line), ``figures`` (texts in sections that show
    all players) and ``pieces`` (points beside pieces). ``steps``: the tabs of the sections.
    """

    steps: Sequence[Step]
    columns: Mapping[str, Column]
    figures: Mapping[str, str]
    pieces: Mapping[str, str]

    @property
    def whole(self) -> bool:
        """True if some section of the sheet needs entries, and none lacks any."""
        asked = [each.done for each in self.steps if each.asks]
        return bool(asked) and all(asked)


@dataclass(frozen=True, slots=True)
class SheetWarning:
    """A missing cell, or one or several doubtful ones, to look at before the result.

    ``about``: what is missing or doubtful; of several the first. ``count``: number of these cells.
    ``who``: name of the cells' seat if several seats are entered together, else empty.
    """

    sheet: Sheet
    about: Missing | Doubt | CellError
    count: int = 1
    who: Text = EMPTY

    @property
    def cell(self) -> str:
        """Path of the cell to which the warning leads; of a field with rows, its first cell."""
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
        """Name of the page that has the missing or doubtful cell: *sheet*, *settings* or *map*."""
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
        """Short name of a missing cell: its row's or else its field's; empty for a doubtful one."""
        if not isinstance(self.about, Missing):
            return EMPTY
        at = CellPath(self.about.path)
        field = self.sheet.fields_of(at.holder)[at.field]
        return next((row.name for row in field.rows if row.id in at.rows), field.label)

    @property
    def offer(self) -> Text:
        """Label of a button that enters the value that a warning suggests; empty if none."""
        return (isinstance(self.about, Doubt) and self.about.offer) or EMPTY

    @property
    def instead(self) -> str:
        value = self.about.instead if isinstance(self.about, Doubt) else None
        return "" if value is None else str(value)


@dataclass(frozen=True, slots=True)
class SheetWarnings:
    """All warnings of a page of a seat's sheet.

    ``missing``, ``doubtful``: warnings, each with its cell. ``decisions``: HTML id of each cell
    that the best plan decides, with its warning or None. ``unknown``: path and value, as text, of
    stored cells that the sheet does not understand.
    """

    missing: Sequence[SheetWarning]
    doubtful: Sequence[SheetWarning]
    decisions: Sequence[tuple[str, Text | None]]
    unknown: Sequence[tuple[CellPath, str]]

    @property
    def next_missing(self) -> list[SheetWarning]:
        """The first two missing cells that are told apart by their short names."""
        named = {(each.who, each.short): each for each in reversed(self.missing)}
        return list(reversed(named.values()))[:2]


@dataclass(frozen=True, slots=True)
class SheetPage:
    """All that a page of a seat's sheet shows, or the parts that one changed cell may affect.

    ``cell``: path of the changed cell, "" for the whole page; ``known_cell``: the page has an input
    for it. ``sections``, and ``faces`` (panels to choose from), are empty if ``cell`` is set.
    ``everybody``: each player by seat. ``faults``: errors of texts that could not be read.
    ``rulings``: presets and answers, on the page of settings only.
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
        """The players named on a sheet's page: at a table only its own, on a pad (no table) all."""
        return [self.player] if self.access.tracked else self.players

    @property
    def blank_player(self) -> PlayerView | None:
        """Another player with nothing entered, whom the page offers next; None at a table."""
        others = () if self.access.tracked or self.here else self.players
        return next((each for each in others if each.blank and each is not self.player), None)

    @property
    def arranged(self) -> bool:
        """True if the points shown include decisions that the best plan takes for the player."""
        return bool(self.plan and self.plan.steps)

    @property
    def whole(self) -> bool:
        """True on the page of a sheet that lacks no entry; False on pages of settings and map."""
        return bool(self.points and self.points.whole)

    @property
    def cell_id(self) -> str:
        """HTML id of the cell that was just written."""
        return self.cell.replace("/", "-")

    @property
    def fault(self) -> Text | None:
        """Error message if the text of the cell just written was refused; else None."""
        return next((f.message for f in self.faults if self.cell and f.path == self.cell), None)

    @property
    def colours(self) -> list[tuple[Option, Owner | None, str]]:
        """For each colour of players: its option, the other player who has it, and its letters.

        The player is None if nobody else has it; the letters are initials on the colour's dot.
        """
        found = []
        for option in COLOUR.cell.options:
            other = self._others.get(option.id)
            shown = self.owner if option.id == self.owner.colour else other
            found.append((option, other, shown.initial if shown else ""))
        return found

    @property
    def alike(self) -> Owner | None:
        """The other player who has the same colour as this sheet's player, or None."""
        return self._others.get(self.owner.colour)

    @property
    def _others(self) -> dict[str, Owner]:
        others = (each.owner for each in self.everybody.values() if each is not self.player)
        return {owner.colour: owner for owner in others}

    @property
    def planners(self) -> list[Calculator]:
        """The calculators of use here without a form, which plan with what the sheet holds."""
        return [each for each in self.calculators if each.planner]

    @property
    def forms(self) -> list[Calculator]:
        """The game's calculators with a form that can be used without a table."""
        return [each for each in self.calculators if each.by_itself]

    @property
    def reading(self) -> list[Calculator]:
        """The game's calculators with a form that only a table's sheets can fill in."""
        return [each for each in self.calculators if each.at_table]

    @property
    def warnings_keys(self) -> tuple[Any, ...]:
        """Key for caching the HTML of the list of warnings: all values that the list shows."""
        listed = (
            (o.id, o.page, say(o.message), say(o.offer), say(o.short), say(o.who))
            for o in (*self.warnings.missing, *self.warnings.doubtful)
        )
        return (self.page, self.whole, self.access.writes, *listed)

    @property
    def steps_keys(self) -> tuple[Any, ...]:
        """Key for caching the HTML of the tabs of the sections: all values that the tabs show."""
        steps = self.points.steps if self.points else ()
        return tuple((s.id, say(s.label), s.points, s.done, s.open, s.rest) for s in steps)

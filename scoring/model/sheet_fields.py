"""The fields of a game's score sheet: every cell that a table can fill in, with its label.

A state is all entered cells of a table as plain JSON; an absent cell is blank. Its keys are
``game`` (slug), ``seats`` (each player's cells: ``{"p1": {...}}``), ``table`` (cells that all seats
share), ``play`` (present phase, start player, steps done) and ``rulings`` (the table's answers to
open rules questions). It has the same form in the database, in exports and on the command line. A
cell's path, such as ``p1/resources/wood``, identifies it in forms, errors and histories.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from scoring.text.localised import Text, Verbatim
from scoring.text.messages import SHARED as say
from scoring.text.messages import player

from . import rulings as rulings_
from .catalogue import Catalogue
from .cells import SEAT, Cell, CellPath, Option
from .drawing_by_lot import LOTS, MOST_LETTERS, SEALS, WORDS
from .errors_and_warnings import Unreadable, Value
from .fields import Field, Section, one_group
from .phases import Phases
from .plan import Rulings, State

SHARED = ("table", "play", "rulings")
"""Holders of cells that belong to the whole table."""

SEATS = "seats"
"""Holder of cells that add seats: ``seats/p3`` is true if seat p3 was added."""

COLOURS = ("red", "blue", "yellow", "green", "purple", "orange", "white", "black")

NAME = Field("name", say("name"), "script", Cell("text", length=24))
COLOUR = Field(
    "colour",
    say("colour"),
    "choice",
    Cell("choice", options=tuple(Option(id_, say(f"colour-{id_}")) for id_ in COLOURS)),
)

OWN = (NAME, COLOUR)
"""Fields that every seat has in every game: name and colour."""

NONE = "none"
"""Id of the field with a tick box *the rest: none* for each section. Ticking it confirms that all
blanks of the section are none."""


RACE = "race"
"""Id of the field under ``play`` with the moment at which each seat finished, for each race."""


def sheet_of(path: str) -> str:
    """Returns the seat on whose sheet the cell at ``path`` is; "" if it belongs to everybody.

    Everybody's are the cells of the table, and the names and colours of the seats.
    """
    cell = CellPath(path)
    everybody = cell.holder in (*SHARED, SEATS) or cell.field in (NAME.id, COLOUR.id)
    return "" if everybody else cell.holder


class SheetFields:
    """The cells of a game's sheet: for as many seats as the box allows, and for the whole table.

    ``sections``: those that each seat fills in. ``table``: those for the table as a whole.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        sections: Sequence[Section],
        table: Sequence[Section] = (),
        phases: Phases | None = None,
    ) -> None:
        self.catalogue = catalogue
        self.phases = phases or Phases()
        self.sections = tuple(sections)
        self.table = tuple(table)
        self.most_seats = catalogue.box.players[1]
        self.named_lines = frozenset(id_ for each in (*sections, *table) for id_ in each.lines)
        asked = [f for s in self.sections for f in s.fields]
        self.fields = {f.id: f for f in (*OWN, *asked, *_none(self.sections))}
        self.declared = {f.id: f for f in asked}
        shared = [f for s in self.table for f in s.fields]
        self.table_fields = {f.id: f for f in (*shared, *_none(self.table))}
        self.heads = frozenset(f.head for f in asked if f.head)
        """Ids of the table's fields that are displayed above a field of the seats, and nowhere
        else."""
        self.races = {f.id: s for s in self.sections for f in s.fields if f.race}
        """Section by the id of its field that the first to finish gets, as phones tell."""
        self.play_fields = {f.id: f for f in _play(self.phases, self.most_seats, self.races)}
        self.ruling_fields = {f.id: f for f in rulings_.fields(catalogue)}
        self._shared_fields = {
            "table": self.table_fields,
            "play": self.play_fields,
            "rulings": self.ruling_fields,
        }
        self._cells = {
            holder: {"/".join(path): f.cell for f in fields.values() for path in f.paths()}
            for holder, fields in {"": self.fields, **self._shared_fields}.items()
        }

    def blank(self, players: int) -> State:
        """Returns the state of a table with this number of players and nothing entered.

        Raises ``ValueError`` for 0 players, and for more than the box allows.
        """
        if not 1 <= players <= self.most_seats:
            raise ValueError(f"1 to {self.most_seats} players")
        state: State = {"game": self.catalogue.box.slug}
        if self.catalogue.presets:
            state["rulings"] = {rulings_.PRESET: rulings_.default_preset(self.catalogue)}
        return state | {"seats": {f"p{n}": {} for n in range(1, players + 1)}}

    def rulings(self, state: State) -> Rulings:
        """Returns the table's answers to all open rules questions: ruling id to option id."""
        return rulings_.resolve(self.catalogue, state.get("rulings", {}))

    def preset(self, state: State) -> str:
        """Returns the id of the table's preset, by default the game's first; empty without presets.

        A preset is a set of answers to all rulings (open rules questions).
        """
        return rulings_.preset_of(self.catalogue, state.get("rulings", {}))

    def seats(self, state: State) -> tuple[str, ...]:
        """Returns the ids of the seats in the seating order that the table has recorded.

        Seats that it does not list follow by number.
        """
        order = str(state.get("play", {}).get("order", "")).split()
        there = sorted(filter(self.is_seat, state["seats"]))
        return tuple(sorted(there, key=lambda s: order.index(s) if s in order else len(order)))

    def name(self, state: State, seat: str) -> Text:
        """Returns the name entered for a seat, or *Player 2* and the like without one."""
        entered = state["seats"][seat].get("name")
        return Verbatim(str(entered)) if entered else player(int(seat[1:]))

    def is_seat(self, seat: object) -> bool:
        """True if this is the id of a seat, such as ``p1``, within the maximum number of seats."""
        known = isinstance(seat, str) and SEAT.match(seat)
        return bool(known) and int(str(seat)[1:]) <= self.most_seats

    def fields_of(self, holder: str) -> Mapping[str, Field]:
        """Returns the fields by id of ``holder``: a seat, ``table``, ``play`` or ``rulings``."""
        return self._shared_fields.get(holder, self.fields)

    def section_of(self, path: CellPath) -> Section | None:
        """Returns the section that a cell, field or tick box is in; ``None`` if it is in none.

        ``path``: of the cell or field, or of a section's tick box *the rest: none*.
        """
        for section in self.table if path.holder == "table" else self.sections:
            if path.field == NONE and section.id in path.rows:
                return section
            if any(field.id == path.field for field in section.fields):
                return section
        return None

    def cell(self, path: str) -> Cell | None:
        """Returns type and limits of the cell at ``path``; ``None`` if the sheet has no such cell.

        The seat in it need not be at the table.
        """
        holder, _, rest = path.partition("/")
        if holder in SHARED:
            return self._cells[holder].get(rest)
        return self._cells[""].get(rest) if self.is_seat(holder) else None

    def records(self, path: str, value: object) -> bool:
        """True if writing this value to the cell at this path would store exactly this value.

        A blank always would be, if the cell exists. A flag does not store 1 for true, and a 0 that
        means blank is stored as a blank.
        """
        cell = self.cell(path)
        if cell is None:
            return False
        try:
            read = cell.read(value)
        except Unreadable:
            return False
        return type(read) is type(value) and read == value

    def visible_sections(self, holder: str, tracked: bool, page: str = "") -> list[Section]:
        """Returns the sections of the sheet displayed for ``holder``: a seat, or ``table``.

        ``tracked``: true to include sections that are useful only during play.
        ``page``: *sheet*, *map* or *settings*; empty for all of them.

        Sections that contain only end-of-game decisions are never included.
        """
        return [
            section
            for section in (self.table if holder == "table" else self.sections)
            if (tracked or not section.tracked)
            and (not page or section.page == page)
            and any(not each.decided for each in section.fields)
        ]

    def shared_sections(self, tracked: bool) -> list[Section]:
        """Returns the sections in which all players are entered side by side.

        ``tracked``: true to include sections that are useful only during play.
        """
        return [each for each in self.visible_sections("", tracked, "sheet") if each.control]

    def has_own_panel(self, holder: str, section: Section) -> bool:
        """True if a section is displayed as a panel of its own.

        False only for a section of the table whose fields are all displayed above the columns of
        another section. ``holder``: id of a seat, or ``table``.
        """
        return holder != "table" or any(each.id not in self.heads for each in section.fields)

    @property
    def map_field(self) -> Field | None:
        """The field that places a seat's tiles on its map; ``None`` in a game without a map."""
        return next((section.map for section in self.sections if section.map), None)

    def cells(self, state: State) -> dict[str, Value]:
        """Returns all filled-in cells of a table's state, path to value."""
        shared = ((holder, state.get(holder, {})) for holder in SHARED)
        return {
            CellPath(path): value
            for holder, held in chain(state["seats"].items(), shared)
            for path, value in leaves(holder, held)
        }

    def decided(self, state: State, seat: str) -> dict[str, Value]:
        """Returns the end-of-game decisions that this seat has entered: cell path to value."""
        fields = {field.id for field in self.declared.values() if field.decided}
        return {
            path: value
            for path, value in self.cells(state).items()
            if CellPath(path).holder == seat and CellPath(path).field in fields
        }


def _none(sections: Sequence[Section]) -> Iterator[Field]:
    """Yields one field with a tick box *the rest: none* for each section that needs it, if any."""
    if rows := [Option(section.id, section.label) for section in sections if section.rest]:
        yield Field(NONE, say("rest-none"), "pick", Cell("flag"), one_group(rows))


def seats(most: int) -> tuple[Option, ...]:
    """Returns the seats ``p1``, ``p2`` and so on, ``most`` of them, as options of a field."""
    return tuple(Option(f"p{n}", player(n)) for n in range(1, most + 1))


def _play(course: Phases, most_seats: int, races: Mapping[str, Section]) -> Iterator[Field]:
    """Yields the fields for a table's progress: present phase, steps done, lots drawn, races.

    ``course``: the game's phases. ``races``: by field id, the sections in which it matters who
    finishes first. ``most_seats``: the greatest number of players.
    """

    def choice(id_: str, label: Text, options: tuple[Option, ...]) -> Field:
        return Field(id_, label, "choice", Cell("choice", options=options))

    if course.phases:
        phases = tuple(Option(p.id, p.name) for p in course.phases)
        yield choice("stage", say("phase"), phases)
    yield choice("first", course.first, seats(most_seats))
    yield Field("order", say("seat-order"), "script", Cell("text"))
    yield Field("corrected", say("corrected"), "flag", Cell("flag"))
    if steps := {step.id: step for phase in course.phases for step in phase.steps}:
        columns = tuple(Option(step.id, step.text) for step in steps.values())
        yield Field("done", say("done"), "grid", Cell("flag"), one_group(phases), columns)
    if races:
        rows = [Option(id_, section.title or section.label) for id_, section in races.items()]
        told = Cell("text", length=40)
        yield Field(RACE, say("race"), "grid", told, one_group(rows), seats(most_seats))
    if drawn := [Option(each.id, each.name) for each in course.draws if not each.fixed]:
        text = Cell("text", length=MOST_LETTERS)
        yield Field(LOTS, say("lots"), "pick", text, one_group(drawn))
        yield Field(SEALS, say("seals"), "pick", text, one_group(drawn))
        yield Field(WORDS, say("words"), "pick", text, one_group(seats(most_seats)))


def leaves(path: str, value: Any) -> Iterator[tuple[str, Value]]:
    if isinstance(value, dict):  # plain dict as in JSON: fast, runs for every cell
        for key, inner in value.items():
            yield from leaves(f"{path}/{key}", inner)
    else:
        yield path, value

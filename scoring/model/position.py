"""A whole table in the form that scorers read: seats, the table's own cells, rulings in force.

A ruling is the table's answer to an open question of the rules.
"""

from collections.abc import Callable, Iterator

from scoring.text.localised import Text

from .catalogue import Catalogue
from .chart import Chart
from .plan import Rulings, State
from .seat import Seat
from .sheet_fields import SheetFields


class Position:
    """The entered cells of a table, with the rulings in force. Never changed after creation.

    ``rulings``: the table's answers to open rules questions, or others to try out.
    ``seats``: the seats by id, in the order of their ids. ``table``: the table's own cells.
    ``play``: those on its progress: present phase, start player, steps ticked off.
    ``table_position``: for the form of a calculator, the position of the table at which it was
        opened, if any.
    """

    def __init__(
        self,
        sheet: SheetFields,
        state: State,
        rulings: Rulings | None = None,
        table_position: "Position | None" = None,
    ) -> None:
        self.sheet, self.state, self.table_position = sheet, state, table_position
        self.rulings: Rulings = sheet.rulings(state) if rulings is None else rulings
        held = state["seats"]
        self.seats: dict[str, Seat] = {
            seat: Seat(seat, held[seat], sheet.fields) for seat in sorted(held)
        }
        self.table = Seat("table", state.get("table", {}), sheet.table_fields)
        self.play = Seat("play", state.get("play", {}), sheet.play_fields)

    @property
    def catalogue(self) -> Catalogue:
        return self.sheet.catalogue

    def name(self, seat: str) -> Text:
        """Returns the name entered for a seat, or *Player 2* and the like without one."""
        return self.sheet.name(self.state, seat)

    def clockwise(self, first: str | None) -> list[str]:
        """Returns the seat ids clockwise from ``first``; in their own order if that is no seat."""
        seats = list(self.seats)
        begin = seats.index(first) if first in self.seats else 0
        return seats[begin:] + seats[:begin]

    def numbers(self, field: str, row: str = "") -> dict[Seat, int]:
        """Returns each seat's number in a field, without seats where that is blank or 0.

        ``row``: id of a row, for a field with rows (a tally).
        """
        every = {s: s.tally(field).get(row, 0) if row else s.count(field) for s in self}
        return {seat: n for seat, n in every.items() if n}

    def having(self, *seats: Seat) -> "Position":
        """Returns a copy of the position in which these seats replace those of the same id."""
        held = self.state["seats"] | {seat.id: dict(seat.cells) for seat in seats}
        return Position(self.sheet, self.state | {"seats": held}, self.rulings, self.table_position)

    def with_state(self, state: State) -> "Position":
        """Returns a position of the same sheet and rulings, but with the cells of ``state``."""
        return Position(self.sheet, state, self.rulings, self.table_position)

    def __iter__(self) -> Iterator[Seat]:
        return iter(self.seats.values())


type Charting = Callable[[Position, Seat], Chart]
"""Function that describes one seat's tiles as they lie on a map."""

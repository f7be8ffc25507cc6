"""A whole table as its scorer sees it: seats, the table's own cells, the rulings in force."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from scoring.text.localised import Text

from .catalogue import Catalogue
from .chart import Chart
from .plan import Rulings, State
from .seat import Seat
from .sheet_fields import SheetFields


class Position:
    """A table as it stands: what is entered, under the rulings in force.

    ``seats`` in order of their ids. A position is never changed; ``having`` gives another.
    ``table_position``: of a calculator's form, the game's own table that it is asked at, if it is.
    """

    def __init__(
        self,
        sheet: SheetFields,
        state: State,
        rulings: Rulings | None = None,
        table_position: Position | None = None,
    ) -> None:
        self.sheet, self.state, self.table_position = sheet, state, table_position
        self.rulings: Rulings = sheet.rulings(state) if rulings is None else rulings

    @property
    def catalogue(self) -> Catalogue:
        return self.sheet.catalogue

    @cached_property
    def seats(self) -> dict[str, Seat]:
        fields, held = self.sheet.fields, self.state["seats"]
        return {seat: Seat(seat, held[seat], fields) for seat in sorted(held)}

    @cached_property
    def table(self) -> Seat:
        return Seat("table", self.state.get("table", {}), self.sheet.table_fields)

    @cached_property
    def play(self) -> Seat:
        """Where the table stands: see ``course``."""
        return Seat("play", self.state.get("play", {}), self.sheet.play_fields)

    def name(self, seat: str) -> Text:
        """What to call a seat: the name entered, or its number."""
        return self.sheet.name(self.state, seat)

    def having(self, *seats: Seat) -> Position:
        """The same table with these seats in place of their old selves."""
        held = self.state["seats"] | {seat.id: dict(seat.cells) for seat in seats}
        return Position(self.sheet, self.state | {"seats": held}, self.rulings, self.table_position)

    def with_state(self, state: State) -> Position:
        """The same sheet under the same rulings in another state."""
        return Position(self.sheet, state, self.rulings, self.table_position)

    def under(self, rulings: Rulings) -> Position:
        """The same table with other rulings in force."""
        return Position(self.sheet, self.state, rulings, self.table_position)

    def __iter__(self) -> Iterator[Seat]:
        return iter(self.seats.values())


type Charting = Callable[[Position, Seat], Chart]
"""Says what one seat's tiles come to as they lie on a map."""

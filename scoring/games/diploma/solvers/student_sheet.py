"""Reads a seat's sheet: stones, titles, and the points of each thing as far as they are known.

Scorer and solver both use it. ``None`` stands for a value that is neither public nor entered.
"""

from collections.abc import Mapping

from scoring.model.catalogue import Entry, UnknownRule
from scoring.model.position import Position
from scoring.model.seat import Seat

from .. import points

STONES = ("stone_a", "stone_b", "stone_c", "stone_d")
"""IDs of the four stones; the real names of their colours are not public."""

MOST = {"sets": 40, "circles": 20, "circle_bonus": 99, "power_points": 99}
"""Highest value that each of these cells accepts; the upper bound of the row while it is blank."""

OWN_ROWS = (1, 2, 3, 4)
"""Numbers of the score pad's rows that players may name themselves, from their rulebook."""


class Student:
    """One seat's stones, titles and points, read from its sheet under the table's rulings."""

    def __init__(self, position: Position, seat: Seat) -> None:
        self.seat, self.table = seat, position.table
        self.catalogue, self.rulings = position.catalogue, position.rulings

    @property
    def stones(self) -> list[int]:
        """Number of stones that the player has of each colour, in the order of ``STONES``."""
        numbers = self.seat.tally("stones")
        return [numbers.get(stone, 0) for stone in STONES]

    @property
    def sets_left(self) -> int:
        """Full sets left over at the end: the number entered, or else counted from the stones."""
        said = self.seat.number("left_sets")
        return points.sets(self.stones) if said is None else said

    @property
    def hand(self) -> Mapping[str, int]:
        """Titles in hand, not placed: title id to number."""
        return self.seat.tally("hand_titles")

    @property
    def unplaced(self) -> int:
        return sum(self.hand.values())

    @property
    def stray_points(self) -> int | None:
        """Points entered for a title that matches no title of the seat.

        Some titles have no public value, so their points are entered. ``None`` if such a title is
        placed or in hand, or if no points are entered.
        """
        title = self.seat.choice("title")
        if title is not None and self.catalogue[title].scoring("entered"):
            return None
        expected = any(self.catalogue[other].scoring("entered") for other in self.hand)
        return None if expected else self.seat.number("title_points")

    @property
    def penalty(self) -> int | None:
        """Points lost for each title that is not placed; ``None`` until a player enters them."""
        return self.table.number("penalty")

    @property
    def leftover(self) -> int | None:
        """Points of the sets left over; ``None`` while the ruling ``final_count`` is unknown.

        The ruling is the table's answer to whether they score. Raises ``LookupError`` for an answer
        that this code does not know.
        """
        match self.rulings["final_count"]:
            case "yes":
                return self.sets_left * self.each("leftover_sets")
            case "no":
                return 0
            case "unknown":
                return None
        raise LookupError(f"final_count: {self.rulings['final_count']}")

    def scored_at_once(self, sets: int) -> int:
        """Returns how many of these full sets one scoring phase may score.

        That is one or all of them, as the table has chosen by the ruling ``sets_per_phase``.
        """
        return min(sets, 1) if self.rulings["sets_per_phase"] == "one" else sets

    @property
    def room_for_sets(self) -> int:
        """Number of sets that the cell for scored sets can still take, up to its highest value."""
        return max(MOST["sets"] - (self.seat.number("sets") or 0), 0)

    def each(self, entry: str) -> int:
        """Returns the points for one set, circle or leftover set; ``entry``: id of what is counted.

        Raises ``UnknownRule`` if the catalogue entry does not score by number.
        """
        return int(self.catalogue[entry].scores_by("each")["points"])

    def counted(self, title: Entry, stone: str | None) -> int | None:
        """Returns the number of mana spots or tiles that a title pays for.

        ``stone``: id of the stone on the title. ``None`` if the tiles of its colour count and no
        stone is given. Raises ``UnknownRule`` if the title scores by something else.
        """
        match title.scores[0].rule:
            case "mana_spots":
                spots = self.seat.tally("spots")
                return sum(spots.get(spot, 0) for spot in title.scores[0]["of"])
            case "stone_colour_tiles":
                if stone is None:
                    return None
                tiles = (self.seat.tally(field) for field in ("tiles_board", "tiles_up"))
                return sum(there.get(stone, 0) for there in tiles)
        raise UnknownRule(title)

    def title_points(self, title: str, stone: str | None) -> int | None:
        """Returns the points of a title with this stone on it (ids); ``None`` if unknown."""
        entry = self.catalogue[title]
        if not entry.scores:
            return 0
        if entry.scoring("entered"):
            return self.seat.number("title_points")
        number = self.counted(entry, stone)
        return None if number is None else number * int(entry.scores[0]["points"])

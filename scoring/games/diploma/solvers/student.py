"""What one seat has, and what each thing is worth as far as anybody knows. Numbers only.

Scorer and engine both ask here. ``None`` is a value that is not public and not entered.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from scoring.games.diploma import points
from scoring.model.catalogue import Entry
from scoring.model.position import Position
from scoring.model.seat import Seat

STONES = ("stone_a", "stone_b", "stone_c", "stone_d")

MOST = {"sets": 40, "circles": 20, "circle_bonus": 99, "power_points": 99}
"""What the cells of the score pad take; for what a blank one may still be."""

OWN_ROWS = (1, 2, 3, 4)
"""Rows that players who hold the rulebook may add in their own words."""


class UnknownRule(LookupError):
    """An entry scores by a rule word that nothing here can count."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(f"{entry.id}: {', '.join(s.rule for s in entry.scores)}")


class Student:
    """One seat under the rulings of its table."""

    def __init__(self, position: Position, seat: Seat) -> None:
        self.seat, self.table = seat, position.table
        self.catalogue, self.rulings = position.catalogue, position.rulings

    @cached_property
    def stones(self) -> list[int]:
        """Stones in front of the player, colour by colour."""
        held = self.seat.tally("stones")
        return [held.get(stone, 0) for stone in STONES]

    @cached_property
    def sets_left(self) -> int:
        """Sets left over, as counted by the players or by their stones."""
        said = self.seat.number("left_sets")
        return points.sets(self.stones) if said is None else said

    @cached_property
    def hand(self) -> Mapping[str, int]:
        """Titles in hand."""
        return self.seat.tally("hand_titles")

    @cached_property
    def unplaced(self) -> int:
        return sum(self.hand.values())

    @cached_property
    def stray_points(self) -> int | None:
        """Points entered for a title that is not named, where none is placed or in hand."""
        title = self.seat.choice("title")
        if title is not None and self.catalogue[title].scoring("entered"):
            return None
        expected = any(self.catalogue[held].scoring("entered") for held in self.hand)
        return None if expected else self.seat.number("title_points")

    @cached_property
    def penalty(self) -> int | None:
        """Points lost for each unplaced title; unknown until the table has said."""
        return self.table.number("penalty")

    @cached_property
    def leftover(self) -> int | None:
        """Points of sets that are left; unknown until the table has ruled."""
        match self.rulings["final_count"]:
            case "yes":
                return self.sets_left * self.each("leftover_sets")
            case "no":
                return 0
            case "unknown":
                return None
        raise LookupError(f"final_count: {self.rulings['final_count']}")

    def scored_at_once(self, sets: int) -> int:
        """How many of so many sets one scoring phase takes."""
        return min(sets, 1) if self.rulings["sets_per_phase"] == "one" else sets

    @property
    def room_for_sets(self) -> int:
        """How many more sets the score pad's cell takes."""
        return max(MOST["sets"] - (self.seat.number("sets") or 0), 0)

    def each(self, entry: str) -> int:
        """Points of one set, circle or set left over."""
        scores = self.catalogue[entry].scoring("each")
        if scores is None:
            raise UnknownRule(self.catalogue[entry])
        return int(scores["points"])

    def counted(self, title: Entry, stone: str | None) -> int | None:
        """How many spots or tiles a title pays for; unknown while the stone on it is."""
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
        """What a title scores with that stone on it; unknown for one that is not named."""
        entry = self.catalogue[title]
        if not entry.scores:
            return 0
        if entry.scoring("entered"):
            return self.seat.number("title_points")
        number = self.counted(entry, stone)
        return None if number is None else number * int(entry.scores[0]["points"])

"""What the calculators' forms share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ....core.catalogue import Catalogue, Option
from ....core.sheet import Field, choice
from ....core.text import Text

MOST_MANA, MOST_SETS, MOST_CIRCLES = 99, 40, 20
"""What the sheet's cells take."""


def some_of(cells: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: cells.get(name) for name in names}


def plain(value: object) -> Text:
    return Text(str(value), str(value))


def seat_choice(catalogue: Catalogue, id_: str, label: Text) -> Field:
    seats = tuple(
        Option(f"p{n}", Text(f"Player {n}", f"プレイヤー{n}"))
        for n in range(1, catalogue.box.players[1] + 1)
    )
    return choice(id_, label, seats)


ROUND_PLAYER = Text("Round player", "ラウンドプレイヤー")


def clockwise(seats: Sequence[str], first: str | None) -> list[str]:
    """Seats from the round player on; as they sit where nobody is named."""
    begin = list(seats).index(first) if first and first in seats else 0
    return [*seats[begin:], *seats[:begin]]

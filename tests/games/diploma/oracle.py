"""Every way to spend the stones of one Diploma seat, tried out. Shares nothing with the answer."""

from collections.abc import Mapping
from itertools import product
from typing import Any

COLOURS = ("stone_a", "stone_b", "stone_c", "stone_d")


def most_points(seat: Mapping[str, Any], penalty: int | None, sets_per_phase: str) -> int | None:
    """The most points from sets, title and penalty; an unknown penalty counts nothing.

    None if what must be paid cannot be paid.
    """
    heap = [seat.get("stones", {}).get(c, 0) for c in COLOURS]
    due = [seat.get("pay_colour", {}).get(c, 0) for c in COLOURS]
    hand = seat.get("hand_titles", {})
    placements: list[Any] = [None]
    if "title" not in seat:
        placements += [(title, colour) for title in hand for colour in COLOURS]
    best = None
    # every number of stones spent on anything but sets, colour by colour
    for spent in product(*(range(n + 1) for n in heap)):
        for placement in placements:
            paid = list(spent)
            if placement:
                paid[COLOURS.index(placement[1])] -= 1
            if any(p < d for p, d in zip(paid, due, strict=True)):
                continue
            if sum(paid) - sum(due) != seat.get("pay_any", 0):
                continue
            rest = [h - s for h, s in zip(heap, spent, strict=True)]
            for sets in range(min(rest) + 1):
                if sets > 1 and sets_per_phase == "one":
                    break
                points = 5 * (seat.get("sets", 0) + sets)
                held = sum(hand.values())
                title, stone = seat.get("title"), seat.get("title_stone")
                if placement:
                    title, stone = placement
                    held -= 1
                if title == "excellent_excavator":
                    points += sum(seat.get("spots", {}).values())
                if title == "sure_footing" and stone:
                    points += seat.get("tiles_board", {}).get(stone, 0)
                    points += seat.get("tiles_up", {}).get(stone, 0)
                if penalty is not None:
                    points -= penalty * held
                best = points if best is None else max(best, points)
    return best

"""Random Diploma seats whose stones are scarce enough for choices to be close."""

import random
from typing import Any

from tests.games.diploma.oracle import COLOURS

TITLES = ("excellent_excavator", "sure_footing", "proof_of_genius", "mages_aptitude")


def _some(rng: random.Random, names: tuple[str, ...], most: int) -> dict[str, int]:
    found = {name: rng.randint(0, most) for name in names}
    return {name: n for name, n in found.items() if n}


def state(rng: random.Random) -> dict[str, Any]:
    """One seat about to score, with titles in hand and cards to pay for."""
    seat: dict[str, Any] = {
        "stones": _some(rng, COLOURS, rng.choice((2, 3, 4))),
        "sets": rng.randint(0, 3),
        "pay_any": rng.choice((0, 0, 1, 2, 3)),
        "pay_colour": _some(rng, COLOURS, 1) if rng.random() < 0.3 else {},
        "hand_titles": _some(rng, TITLES, 1) if rng.random() < 0.7 else {},
        "spots": _some(rng, ("spot_normal", "spot_perfect", "spot_bonus"), 4),
        "tiles_board": _some(rng, COLOURS, 5),
        "tiles_up": _some(rng, COLOURS, 2),
        "power_points": 0,
    }
    if rng.random() < 0.25:
        seat["title"] = rng.choice(TITLES)
        seat["title_stone"] = rng.choice(COLOURS)
    seat = {key: value for key, value in seat.items() if value or key == "power_points"}
    found: dict[str, Any] = {"seats": {"p1": seat}}
    if rng.random() < 0.7:
        found["table"] = {"penalty": rng.randint(0, 6)}
    found["rulings"] = {"sets_per_phase": rng.choice(("all", "all", "one"))}
    return found

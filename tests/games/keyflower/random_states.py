"""Random Keyflower seats and rulings, for comparing the optimiser with the oracle.

Counts lean towards remainders of the bundles of three and five, where the choices are close.
Seats own one home, one side of a summer boat tile, and goods only on storage they own; several
boats at once are drawn too, though the box gives a player only one.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.games.keyflower.oracle import (
    BOATS,
    OPTIONS,
    RESOURCES,
    SKILLS,
    TURN_ORDER,
    WORKERS,
)

PURPLE = ("none", "won", "passed")
RESOURCE_TILES = ("mercers_guild", "windmill", "watermill", "jeweller")
SKILL_TILES = ("scribes", "key_guild", "scholar")
WORKER_TILES = ("craftsmans_guild", "key_market", "apothecary", "village_hall")
WINTER = (*RESOURCE_TILES, *SKILL_TILES, *WORKER_TILES, "keythedral")

HOMES = ("home_1", "home_2", "home_3", "home_4", "home_5", "home_6")
SPRING, SUMMER, AUTUMN = (
    tiles.split()
    for tiles in (
        "keywood keystone_quarry key_mine gold_mine woodcutter quarryman miner workshop alehouse "
        "apprentice_hall peddler stable",
        "carpenter mason smelter tavern brewer hiring_fair store farrier",
        "inn fair wainwright sawmill sculptor forge well goldsmith",
    )
)
STORAGE = {"timber_yard": "wood", "stone_yard": "stone", "blacksmith": "iron", "barn": "gold"}
SUMMER_BOATS = tuple((f"boat_{n}a", f"boat_{n}b") for n in range(1, 5))


@dataclass(frozen=True, slots=True)
class Size:
    """Upper limits, or ranges, of what a seat of this size holds."""

    resources: tuple[int, int]  # fewest and most pieces of the whole pool
    skills: tuple[int, int]
    workers: tuple[int, int]
    most_of_a_kind: int
    winter: tuple[int, int]
    village: tuple[int, int]  # tiles other than home and storage
    storage: tuple[int, int]
    goods: int  # most pieces on one storage tile
    boats: tuple[int, int]


SIZES = {
    "small": Size((0, 6), (0, 5), (0, 7), 5, (1, 3), (0, 3), (0, 1), 3, (0, 1)),
    "medium": Size((0, 16), (0, 9), (0, 15), 8, (1, 6), (0, 8), (0, 3), 5, (0, 2)),
    "full": Size((30, 30), (12, 12), (25, 25), 12, (6, 6), (8, 14), (2, 4), 6, (1, 2)),
}


def _pieces(
    rng: random.Random, kinds: Sequence[str], bounds: tuple[int, int], most: int
) -> dict[str, int]:
    """Counts per kind with the total inside the bounds and no kind above `most`.

    The total is often a multiple of three or five, or one off; the split is even, lopsided,
    on few kinds, or free.
    """
    low, high = bounds
    total = rng.randint(low, high)
    if high > low and rng.random() < 0.6:
        total = rng.choice((3, 5)) * rng.randint(1, 5) + rng.choice((-1, 0, 0, 1))
    total = max(low, min(high, total))

    shape = rng.choice(("even", "lopsided", "few", "free"))
    if shape == "even":
        weights = [1.0] * len(kinds)
    elif shape == "lopsided":
        weights = [1.0] * len(kinds)
        weights[rng.randrange(len(kinds))] = 5.0
    elif shape == "few":
        weights = [0.0] * len(kinds)
        for index in rng.sample(range(len(kinds)), 2):
            weights[index] = 1.0
    else:
        weights = [rng.random() + 0.01 for _ in kinds]

    counts = dict.fromkeys(kinds, 0)
    for number in range(total):
        if shape == "even" and number < total - 2:
            kind = kinds[number % len(kinds)]
        else:
            kind = rng.choices(kinds, weights)[0]
        if counts[kind] < most:
            counts[kind] += 1
        elif low == high:  # an exact total: the piece goes where there is room
            room = [other for other in kinds if counts[other] < most]
            counts[rng.choice(room)] += 1
    return counts


def _thinned(rng: random.Random, counts: dict[str, int]) -> dict[str, int]:
    """The counts, their zeros sometimes left out."""
    if rng.random() < 0.5:
        return counts
    return {name: count for name, count in counts.items() if count}


def _flags(names: Sequence[str]) -> dict[str, bool]:
    return dict.fromkeys(names, True)


def _winter(rng: random.Random, count: int) -> list[str]:
    """Winter tiles, half of the time around one family so that they compete for pieces."""
    if rng.random() < 0.5:
        family = rng.choice((RESOURCE_TILES, SKILL_TILES, WORKER_TILES))
        chosen = rng.sample(family, min(count, len(family)))
        others = [tile for tile in WINTER if tile not in chosen]
        return chosen + rng.sample(others, count - len(chosen))
    return rng.sample(WINTER, count)


def _goods(rng: random.Random, tile: str, most: int) -> dict[str, int]:
    """Goods on one storage tile: matching, gold, mismatching, or all of them."""
    matching = STORAGE[tile]
    others = [kind for kind in RESOURCES if kind not in (matching, "gold")]
    goods = dict.fromkeys(RESOURCES, 0)
    for _ in range(rng.randint(0, most)):
        draw = rng.random()
        if draw < 0.5:
            goods[matching] += 1
        elif draw < 0.7:
            goods["gold"] += 1
        else:
            goods[rng.choice(others)] += 1
    return goods


def _faces(rng: random.Random, tiles: Sequence[str]) -> dict[str, str]:
    chance = rng.choice((0.2, 0.5, 0.8))
    return {tile: "after" if rng.random() < chance else "before" for tile in tiles}


def random_rulings(rng: random.Random) -> dict[str, str]:
    """A complete set of rulings, each option equally likely."""
    return {name: rng.choice(options) for name, options in OPTIONS.items()}


def random_seat(rng: random.Random, size: str) -> dict[str, Any]:
    """One seat as plain JSON cells, without any of the decision cells.

    `size` is "small", "medium" or "full". A medium seat has at most 16 loose resources, 9 skills
    and 15 workers; a full one always 30, 12 and 25, and six winter tiles. The oracle
    takes milliseconds for most of the first two, and up to some seconds for a full seat.
    """
    limits = SIZES[size]
    village = [rng.choice(HOMES)] if size != "small" or rng.random() < 0.7 else []
    village += rng.sample(SPRING + SUMMER + AUTUMN, rng.randint(*limits.village))
    yards = rng.sample(list(STORAGE), rng.randint(*limits.storage))
    faces = list(_faces(rng, village + yards).items())
    rng.shuffle(faces)

    boats = rng.sample(BOATS, rng.randint(*limits.boats))
    if rng.random() < 0.1:
        boats = rng.sample(BOATS, rng.randint(2, len(BOATS)))
    summer_boats = [rng.choice(sides) for sides in SUMMER_BOATS if rng.random() < 0.35]
    purple = rng.choice(PURPLE)
    turn_order = rng.sample(TURN_ORDER, rng.choice((0, 0, 1, 2)))
    if purple == "won" and not turn_order:
        turn_order = [rng.choice(TURN_ORDER)]

    seat: dict[str, Any] = {
        "resources": _thinned(
            rng, _pieces(rng, RESOURCES, limits.resources, limits.most_of_a_kind)
        ),
        "skills": _thinned(rng, _pieces(rng, SKILLS, limits.skills, limits.most_of_a_kind)),
        "workers": _thinned(rng, _pieces(rng, WORKERS, limits.workers, limits.most_of_a_kind)),
        "purple": purple,
        "winter": _flags(_winter(rng, rng.randint(*limits.winter))),
        "village": dict(faces),
        "summer_boats": _flags(summer_boats),
        "boats": _flags(boats),
        "loop": rng.choice((0, 0, 2, 3, 3, 4, 5, 6, 8, 11)),
        "chain": rng.choice((0, 0, 1, 2, 3, 4, 5)),
        "turn_order": {tile: rng.randint(1, 6) for tile in sorted(turn_order)},
        "storage": {tile: _thinned(rng, _goods(rng, tile, limits.goods)) for tile in yards},
    }
    if rng.random() < 0.5:  # blank instead of nothing
        seat = {name: cell for name, cell in seat.items() if cell and cell != "none"}
    return seat

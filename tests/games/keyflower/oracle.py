"""An exhaustive search for the best final score of one Keyflower seat.

It exists to be compared with the real scorer and its integer programme, so it shares nothing
with them: its tables are written out by hand in `oracle.toml`, and it tries every possibility
instead of reasoning.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any

from tests.rows import tables

type Pool = tuple[int, ...]  # how many pieces of each kind, in the order of the tuples below
type Seat = Mapping[str, Any]
type Rulings = Mapping[str, str]

RESOURCES = ("wood", "stone", "iron", "gold")
SKILLS = ("anvil", "pickaxe", "saw")
WORKERS = ("red", "blue", "yellow", "green")

BOX = tables(__file__)
WINTER, YARDS, SUMMER_BOATS, BOATS, TURN_ORDER = (
    tuple(BOX[each]) for each in ("winter", "yards", "summer_boats", "boats", "turn_order")
)
PRINTED = {tile: row["points"] for row in BOX["printed"] for tile in row["tiles"]}
TRANSPORT, ACCEPTS, RATE = BOX["transport"], BOX["accepts"], BOX["rate"]
CHAIN: list[int] = BOX["chain"]
TAKES_OF = {tile: tuple(pieces) for tile, pieces in BOX["takes"].items()}
OPTIONS = {ruling: tuple(answers) for ruling, answers in BOX["rulings"].items()}
FACES = {"before": 0, "after": 1}
RULEBOOK = {ruling: first for ruling, (first, _) in OPTIONS.items()}


# Reading the sheet


def _owned(cells: Mapping[str, bool] | None, known: Sequence[str]) -> frozenset[str]:
    """The ids whose flag is set; an unknown id is refused."""
    cells = cells or {}
    unknown = set(cells) - set(known)
    if unknown:
        raise ValueError(f"unknown: {sorted(unknown)}")
    return frozenset(name for name, flag in cells.items() if flag)


DECISIONS = ("purple_as", "purple_on", "flip", "release", "use")


def _full_sets(counts: Sequence[int], wild: int) -> int:
    """Sets of one each, by counting up."""
    made = 0
    while sum(max(0, made + 1 - count) for count in counts) <= wild:
        made += 1
    return made


def _paid(tile: str, given: Mapping[str, int], boat_3b: bool, rulings: Rulings) -> int:
    """Returns the points of a tile for exactly these pieces."""
    number = sum(given.values())
    most = max(given.values(), default=0)
    of = [given.get(kind, 0) for kind in ("wood", "stone", "iron")]
    colours = [given.get(kind, 0) for kind in ("red", "blue", "yellow")]
    if tile == "mercers_guild":
        return 5 * (number // 3 if boat_3b else _full_sets(of, given.get("gold", 0)))
    if tile == "craftsmans_guild":
        return int(rulings["craftsmans_guild_points"]) * _full_sets(colours, given.get("green", 0))
    if tile == "scribes":
        return 10 * min(given.get(kind, 0) for kind in SKILLS)
    if tile == "watermill":
        return number if boat_3b else most
    return {
        "windmill": 5 * (number // 5),
        "jeweller": 2 * number,
        "key_guild": 10 * (number // 5),
        "scholar": 3 * most,
        "key_market": 2 * number,
        "apothecary": 3 * (number // 5),
        "village_hall": most,
        "white_wind": number,
    }[tile]


def best(seat: Seat, rulings: Rulings) -> int | None:
    """The best final score that keeps every recorded decision exactly; ``None`` if none can.

    A recorded number is neither raised nor lowered, what is blank is open. Every way to hand the
    pieces out is tried, tile by tile, waste included. For small seats only. A loop or a chain that
    is blank counts as 0, goods on a storage tile that is not there as nothing.
    """
    boat_3b = bool((seat.get("summer_boats") or {}).get("boat_3b"))
    faces = {t: FACES[face] for t, face in (seat.get("village") or {}).items() if face}
    boats = _owned(seat.get("boats"), BOATS)
    winter = _owned(seat.get("winter"), WINTER)
    stored = {
        tile: dict(goods) for tile, goods in (seat.get("storage") or {}).items() if tile in faces
    }
    released = {
        (tile, good): number
        for tile, goods in (seat.get("release") or {}).items()
        for good, number in goods.items()
    }
    used: dict[str, dict[str, int]] = {
        tile: dict(pieces) for tile, pieces in (seat.get("use") or {}).items()
    }
    purple = seat.get("purple") or "none"
    converts = purple == "won" or (purple == "passed" and rulings["purple_without_bid"] == "yes")
    as_, on, flip = seat.get("purple_as"), seat.get("purple_on"), seat.get("flip")

    takers = [t for t in TAKES_OF if t in winter or t in boats]
    takes = {t: TAKES_OF[t] for t in takers}
    if boat_3b and "jeweller" in takes:
        takes["jeweller"] = RESOURCES
    if rulings["craftsmans_guild_green"] == "wild" and "craftsmans_guild" in takes:
        takes["craftsmans_guild"] = WORKERS

    # what is plainly impossible
    if (as_ or on) and not converts:
        return None
    if on and (rulings["purple_on_storage"] == "no" or on not in faces):
        return None
    if released and rulings["storage_release"] == "no":
        return None
    if any(n > stored.get(tile, {}).get(good, 0) for (tile, good), n in released.items()):
        return None
    if any(t not in takes or set(pieces) - set(takes[t]) for t, pieces in used.items()):
        return None
    if flip and ("flipper" not in boats or faces.get(flip) != 0):
        return None

    def accepts(tile: str) -> tuple[str, ...]:
        return RESOURCES if boat_3b else tuple(ACCEPTS[tile])

    leftover = RESOURCES if boat_3b and rulings["boat_3b_leftover_gold"] == "all" else ("gold",)

    @cache
    def handed_out(kinds: tuple[str, ...], pool: Pool) -> int | None:
        """The most points of one family of pieces."""
        tiles = [t for t in takers if set(takes[t]) & set(kinds)]

        @cache
        def from_tile(number: int, pool: Pool) -> int | None:
            if number == len(tiles):
                return sum(
                    count for kind, count in zip(kinds, pool, strict=True) if kind in leftover
                )
            tile, best = tiles[number], None
            fixed = used.get(tile, {})
            ways = [
                (fixed[kind],)
                if kind in fixed
                else range(have + 1)
                if kind in takes[tile]
                else (0,)
                for kind, have in zip(kinds, pool, strict=True)
            ]
            for given in product(*ways):
                rest = tuple(have - give for have, give in zip(pool, given, strict=True))
                if min(rest) < 0:
                    continue
                value = from_tile(number + 1, rest)
                if value is not None:
                    value += _paid(tile, dict(zip(kinds, given, strict=True)), boat_3b, rulings)
                    best = value if best is None else max(best, value)
            return best

        return from_tile(0, pool)

    loose = {
        kind: (seat.get(field) or {}).get(kind, 0)
        for field, kinds in (("resources", RESOURCES), ("skills", SKILLS), ("workers", WORKERS))
        for kind in kinds
    }
    lying = [(tile, good, n) for tile, goods in stored.items() for good, n in goods.items() if n]
    may = rulings["storage_release"] == "yes"
    leaving = [
        (released[tile, good],) if (tile, good) in released else range(n + 1) if may else (0,)
        for tile, good, n in lying
    ]

    conversions: list[tuple[str | None, str | None]] = [] if as_ or on else [(None, None)]
    if converts:
        for kind in (as_,) if as_ else RESOURCES + SKILLS + WORKERS:
            if not on:
                conversions.append((kind, None))
            if rulings["purple_on_storage"] == "yes":
                yards = [t for t in ACCEPTS if t in faces and on in (None, t)]
                conversions += [(kind, tile) for tile in yards if kind in accepts(tile)]

    villages = [{**faces, flip: 1}] if flip else [faces]
    if "flipper" in boats and not flip:
        villages += [{**faces, tile: 1} for tile, face in faces.items() if face == 0]

    best: int | None = None
    for gone in product(*leaving):
        pool = dict(loose)
        for (_, good, _), n in zip(lying, gone, strict=True):
            pool[good] += n
        for kind, tile in conversions:
            if kind and not tile:
                pool[kind] += 1
            parts = [
                handed_out(kinds, tuple(pool[k] for k in kinds))
                for kinds in (RESOURCES, SKILLS, WORKERS)
            ]
            if kind and not tile:
                pool[kind] -= 1
            pieces = 0
            for part in parts:
                if part is None:
                    break
                pieces += part
            else:
                for village in villages:
                    value = pieces + sum(PRINTED[t][face] for t, face in village.items())
                    for (store, good, n), left in zip(lying, gone, strict=True):
                        if good in accepts(store):
                            value += (n - left) * RATE[store][village[store]]
                    if tile:
                        value += RATE[tile][village[tile]]
                    if "keyflower" in boats:
                        power = sum(TRANSPORT.get(t, (0, 0))[f] for t, f in village.items())
                        doubled = (seat.get("summer_boats") or {}).get("boat_2b")
                        value += 2 * power if doubled else power
                    best = value if best is None else max(best, value)
    if best is None:
        return None
    best += sum((seat.get("turn_order") or {}).values())
    best += 12 * ("keythedral" in winter) + 2 * ("flipper" in boats) + 5 * ("ianvincible" in boats)
    loop, chain = seat.get("loop") or 0, seat.get("chain") or 0
    if "sea_bastion" in boats and loop >= 3:
        best += loop
    if "sea_breese" in boats:
        best += CHAIN[min(chain, 5)]
    return best


def open_points(seat: Seat) -> list[tuple[int, int]]:
    """Least and most of what is blank although its boat is owned.

    All village tiles have at least two roads, of the turn order tiles 2, 3 and 4 do. A chain has
    boats of this seat only, and the summer boats may not have been entered.
    """
    boats = _owned(seat.get("boats"), BOATS)
    village = [tile for tile, face in (seat.get("village") or {}).items() if face]
    found = []
    if "sea_bastion" in boats and seat.get("loop") is None:
        tiles = len(village) if any(t.startswith("home") for t in village) else 33
        tiles += sum(
            n > 0 and t != "turn_order_1" for t, n in (seat.get("turn_order") or {}).items()
        )
        found.append((0, tiles if tiles >= 3 else 0))
    if "sea_breese" in boats and seat.get("chain") is None:
        summer = {side[:-1] for side in _owned(seat.get("summer_boats"), SUMMER_BOATS)}
        found.append((0, CHAIN[min(5, len(boats) + (len(summer) or 4))]))
    return found

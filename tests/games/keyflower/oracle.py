"""An exhaustive search for the best final score of one Keyflower seat.

It exists to be compared with the real scorer and its integer programme, so it shares nothing
with them: its tables are written out by hand, and it tries every possibility instead of reasoning.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from typing import Any

type Pool = tuple[int, ...]  # how many pieces of each kind, in the order of the tuples below
type Bundle = tuple[Pool, int]  # the pieces given to a tile, and the points they earn
type Tile = tuple[tuple[Bundle, ...], ...]  # one list of repeatable bundles per possible choice
type Seat = Mapping[str, Any]
type Rulings = Mapping[str, str]

RESOURCES = ("wood", "stone", "iron", "gold")
SKILLS = ("anvil", "pickaxe", "saw")
WORKERS = ("red", "blue", "yellow", "green")

WINTER = (
    "mercers_guild",
    "windmill",
    "watermill",
    "jeweller",
    "scribes",
    "key_guild",
    "scholar",
    "craftsmans_guild",
    "key_market",
    "apothecary",
    "village_hall",
    "keythedral",
)
SUMMER_BOATS = (
    "boat_1a",
    "boat_1b",
    "boat_2a",
    "boat_2b",
    "boat_3a",
    "boat_3b",
    "boat_4a",
    "boat_4b",
)
BOATS = ("keyflower", "sea_bastion", "sea_breese", "flipper", "ianvincible", "white_wind")
TURN_ORDER = ("turn_order_1", "turn_order_2", "turn_order_3", "turn_order_4")

# Points printed on the two faces: before and after the upgrade.
PRINTED = {
    "home_1": (0, 5),
    "home_2": (0, 5),
    "home_3": (0, 5),
    "home_4": (0, 5),
    "home_5": (0, 5),
    "home_6": (0, 5),
    "keywood": (0, 3),
    "keystone_quarry": (0, 3),
    "key_mine": (0, 3),
    "gold_mine": (0, 3),
    "woodcutter": (0, 3),
    "quarryman": (0, 3),
    "miner": (0, 3),
    "workshop": (0, 3),
    "alehouse": (0, 0),
    "apprentice_hall": (0, 3),
    "peddler": (0, 0),
    "stable": (0, 5),
    "carpenter": (0, 7),
    "mason": (0, 7),
    "smelter": (0, 7),
    "tavern": (0, 0),
    "brewer": (0, 3),
    "hiring_fair": (0, 5),
    "store": (0, 3),
    "farrier": (0, 5),
    "inn": (0, 0),
    "fair": (0, 5),
    "wainwright": (0, 5),
    "sawmill": (3, 10),
    "sculptor": (3, 10),
    "forge": (3, 10),
    "well": (3, 7),
    "goldsmith": (0, 7),
    "timber_yard": (0, 0),
    "stone_yard": (0, 0),
    "blacksmith": (0, 0),
    "barn": (0, 0),
}
# Transport power shown on the two faces.
TRANSPORT = {
    "home_1": (1, 2),
    "home_2": (1, 2),
    "home_3": (1, 2),
    "home_4": (1, 2),
    "home_5": (1, 2),
    "home_6": (1, 2),
    "stable": (2, 4),
    "farrier": (3, 5),
    "wainwright": (4, 6),
}
# What scores on a storage tile, and the points for each piece on the two faces.
ACCEPTS = {
    "timber_yard": ("wood", "gold"),
    "stone_yard": ("stone", "gold"),
    "blacksmith": ("iron", "gold"),
    "barn": ("wood", "stone", "iron", "gold"),
}
RATE = {
    "timber_yard": (2, 3),
    "stone_yard": (2, 3),
    "blacksmith": (2, 3),
    "barn": (1, 2),
}
FACES = {"before": 0, "after": 1}
CHAIN = {0: 0, 1: 2, 2: 4, 3: 8, 4: 16, 5: 32}

RULEBOOK = {
    "craftsmans_guild_points": "3",
    "craftsmans_guild_green": "no",
    "purple_without_bid": "no",
    "purple_on_storage": "yes",
    "storage_release": "no",
    "boat_3b_leftover_gold": "all",
    "boat_2a_water": "land",
}
OPTIONS = {
    "craftsmans_guild_points": ("3", "5"),
    "craftsmans_guild_green": ("no", "wild"),
    "purple_without_bid": ("no", "yes"),
    "purple_on_storage": ("yes", "no"),
    "storage_release": ("no", "yes"),
    "boat_3b_leftover_gold": ("all", "gold"),
    "boat_2a_water": ("land", "any"),
}


# Reading the sheet


def _counts(cells: Mapping[str, int] | None, kinds: Sequence[str]) -> Pool:
    """The counts of all kinds in order; a blank is 0, and an unknown kind is refused."""
    cells = cells or {}
    unknown = set(cells) - set(kinds)
    if unknown:
        raise ValueError(f"unknown: {sorted(unknown)}")
    return tuple(cells.get(kind) or 0 for kind in kinds)


def _owned(cells: Mapping[str, bool] | None, known: Sequence[str]) -> frozenset[str]:
    """The ids whose flag is set; an unknown id is refused."""
    cells = cells or {}
    unknown = set(cells) - set(known)
    if unknown:
        raise ValueError(f"unknown: {sorted(unknown)}")
    return frozenset(name for name, flag in cells.items() if flag)


# Bundles: what a tile takes, as vectors over the kinds of one pool


def _vector(pieces: Sequence[str], kinds: Sequence[str]) -> Pool:
    return tuple(pieces.count(kind) for kind in kinds)


def _any(size: int, points: int, kinds: Sequence[str]) -> tuple[Bundle, ...]:
    """Every way to pick `size` pieces of any kinds."""
    return tuple(
        (_vector(pieces, kinds), points) for pieces in combinations_with_replacement(kinds, size)
    )


def _set(
    asked: Sequence[str], stand_in: str | None, points: int, kinds: Sequence[str]
) -> tuple[Bundle, ...]:
    """Every way to pay one piece of each kind asked, the stand-in replacing any of them."""
    ways = [(kind,) if stand_in is None else (kind, stand_in) for kind in asked]
    return tuple((_vector(pieces, kinds), points) for pieces in product(*ways))


def _one_kind(points: int, kinds: Sequence[str]) -> Tile:
    """A tile that takes single pieces of one kind, the kind being its choice."""
    return tuple(((_vector((kind,), kinds), points),) for kind in kinds)


# The search over one pool


def _search(tiles: Sequence[Tile], unused: Pool) -> Callable[[Pool], int]:
    """A function giving the most points a pool can earn on the tiles.

    Tile after tile, it tries every choice the tile offers, and then giving it every bundle
    there is, one at a time, as long as pieces last. Each piece left at the end earns `unused`.
    """

    @cache
    def from_tile(number: int, pool: Pool) -> int:
        if number == len(tiles):
            return sum(count * points for count, points in zip(pool, unused, strict=True))
        return max(feed(number, choice, pool) for choice in range(len(tiles[number])))

    @cache
    def feed(number: int, choice: int, pool: Pool) -> int:
        best = from_tile(number + 1, pool)
        for bundle, points in tiles[number][choice]:
            rest = tuple([have - give for have, give in zip(pool, bundle, strict=True)])
            if min(rest) >= 0:
                best = max(best, points + feed(number, choice, rest))
        return best

    def best_use(pool: Pool) -> int:
        return from_tile(0, pool)

    return best_use


@lru_cache(maxsize=64)
def _resource_search(winter: frozenset[str], boat_3b: bool, leftover: str) -> Callable[[Pool], int]:
    """The search over loose resources; unused gold (or, with boat 3b, anything) earns 1."""
    tiles: list[Tile] = []
    if "mercers_guild" in winter:
        if boat_3b:
            tiles.append((_any(3, 5, RESOURCES),))
        else:
            tiles.append((_set(("wood", "stone", "iron"), "gold", 5, RESOURCES),))
    if "windmill" in winter:
        tiles.append((_any(5, 5, RESOURCES),))
    if "watermill" in winter:
        tiles.append((_any(1, 1, RESOURCES),) if boat_3b else _one_kind(1, RESOURCES))
    if "jeweller" in winter:
        if boat_3b:
            tiles.append((_any(1, 2, RESOURCES),))
        else:
            tiles.append((_set(("gold",), None, 2, RESOURCES),))
    return _search(tiles, (1, 1, 1, 1) if boat_3b and leftover == "all" else (0, 0, 0, 1))


@lru_cache(maxsize=64)
def _skill_search(winter: frozenset[str]) -> Callable[[Pool], int]:
    """The search over skill tiles; unused ones earn nothing."""
    tiles: list[Tile] = []
    if "scribes" in winter:
        tiles.append((_set(SKILLS, None, 10, SKILLS),))
    if "key_guild" in winter:
        tiles.append((_any(5, 10, SKILLS),))
    if "scholar" in winter:
        tiles.append(_one_kind(3, SKILLS))
    return _search(tiles, (0, 0, 0))


@lru_cache(maxsize=64)
def _worker_search(
    winter: frozenset[str], white_wind: bool, set_points: int, green_wild: bool
) -> Callable[[Pool], int]:
    """The search over workers; unused ones earn 1 with White Wind."""
    tiles: list[Tile] = []
    if "craftsmans_guild" in winter:
        stand_in = "green" if green_wild else None
        tiles.append((_set(("red", "blue", "yellow"), stand_in, set_points, WORKERS),))
    if "key_market" in winter:
        tiles.append((_set(("green",), None, 2, WORKERS),))
    if "apothecary" in winter:
        tiles.append((_any(5, 3, WORKERS),))
    if "village_hall" in winter:
        tiles.append(_one_kind(1, WORKERS))
    return _search(tiles, (1, 1, 1, 1) if white_wind else (0, 0, 0, 0))


# Storage tiles


def _storage_points(tile: str, face: int, boat_3b: bool) -> Pool:
    """Points for a piece of each resource lying on the storage tile."""
    rate = RATE[tile][face]
    return tuple(rate if boat_3b or kind in ACCEPTS[tile] else 0 for kind in RESOURCES)


def _best_goods(
    loose: Pool,
    yards: Sequence[tuple[Pool, Pool]],
    release: bool,
    best_use: Callable[[Pool], int],
) -> int:
    """The most points from loose and stored goods together.

    `yards` holds for each storage tile the goods on it and the points for a piece of each
    kind. With `release` every part of the goods may leave a tile and join the loose ones.
    """

    @cache
    def from_yard(number: int, pool: Pool) -> int:
        if number == len(yards):
            return best_use(pool)
        goods, points = yards[number]
        splits: Iterator[Pool] = (
            product(*(range(count + 1) for count in goods)) if release else iter((goods,))
        )
        best = 0
        for kept in splits:
            scored = sum(count * each for count, each in zip(kept, points, strict=True))
            joined = tuple(
                have + lay - keep for have, lay, keep in zip(pool, goods, kept, strict=True)
            )
            best = max(best, scored + from_yard(number + 1, joined))
        return best

    return from_yard(0, loose)


# The whole seat


def _plus_one(pool: Pool, kinds: Sequence[str], kind: str | None) -> Pool:
    """The pool with one more piece, if the kind belongs to it."""
    return tuple(count + (name == kind) for count, name in zip(pool, kinds, strict=True))


def best_total(seat: Seat, rulings: Rulings) -> int:
    """The best final score the seat can reach under the rulings.

    Every flip by the Flipper is tried with everything the purple worker may become or be set
    on, every set of goods left on the storage tiles, and every use of the remaining pieces.
    Choices already noted on the sheet are not looked at.

    The rulings must be complete, and goods must lie on storage tiles the seat owns. Results of
    the search are kept between calls: about 250 MB after 10,000 seats of medium size.

    >>> best_total({"winter": {"jeweller": True}, "resources": {"gold": 3}}, RULEBOOK)
    6
    """
    for name, options in OPTIONS.items():
        if rulings[name] not in options:
            raise ValueError(f"{name}: {rulings[name]}")

    resources = _counts(seat.get("resources"), RESOURCES)
    skills = _counts(seat.get("skills"), SKILLS)
    workers = _counts(seat.get("workers"), WORKERS)
    touching = _counts(seat.get("turn_order"), TURN_ORDER)
    winter = _owned(seat.get("winter"), WINTER)
    summer_boats = _owned(seat.get("summer_boats"), SUMMER_BOATS)
    boats = _owned(seat.get("boats"), BOATS)
    faces = {tile: FACES[face] for tile, face in (seat.get("village") or {}).items() if face}
    stored = {
        tile: _counts(goods, RESOURCES) for tile, goods in (seat.get("storage") or {}).items()
    }
    for tile, goods in stored.items():
        if any(goods) and (tile not in ACCEPTS or tile not in faces):
            raise ValueError(f"goods on {tile}, which is not a storage tile of this village")

    boat_3b = "boat_3b" in summer_boats
    release = rulings["storage_release"] == "yes"
    yards = [tile for tile in ACCEPTS if tile in faces]
    use_resources = _resource_search(
        winter & {"mercers_guild", "windmill", "watermill", "jeweller"},
        boat_3b,
        rulings["boat_3b_leftover_gold"],
    )
    use_skills = _skill_search(winter & {"scribes", "key_guild", "scholar"})
    use_workers = _worker_search(
        winter & {"craftsmans_guild", "key_market", "apothecary", "village_hall"},
        "white_wind" in boats,
        int(rulings["craftsmans_guild_points"]),
        rulings["craftsmans_guild_green"] == "wild",
    )

    @cache
    def goods_total(loose: Pool, yard_faces: Pool) -> int:
        laid = [
            (stored.get(tile, (0, 0, 0, 0)), _storage_points(tile, face, boat_3b))
            for tile, face in zip(yards, yard_faces, strict=True)
        ]
        return _best_goods(loose, laid, release, use_resources)

    def pieces_total(faces: Mapping[str, int], purple_as: str | None) -> int:
        """Points of all pieces with the purple worker as one loose piece, or unused."""
        return (
            goods_total(
                _plus_one(resources, RESOURCES, purple_as), tuple(faces[tile] for tile in yards)
            )
            + use_skills(_plus_one(skills, SKILLS, purple_as))
            + use_workers(_plus_one(workers, WORKERS, purple_as))
        )

    def with_purple(faces: Mapping[str, int]) -> int:
        """Points of all pieces, with the best conversion of the purple worker."""
        values = [pieces_total(faces, None)]
        purple = seat.get("purple") or "none"
        if purple not in ("none", "won", "passed"):
            raise ValueError(f"purple: {purple}")
        if purple == "won" or (purple == "passed" and rulings["purple_without_bid"] == "yes"):
            values += [pieces_total(faces, kind) for kind in RESOURCES + SKILLS + WORKERS]
            if rulings["purple_on_storage"] == "yes":
                values += [
                    values[0] + points
                    for tile in yards
                    for points in _storage_points(tile, faces[tile], boat_3b)
                ]
        return max(values)

    def with_faces(faces: Mapping[str, int]) -> int:
        """Everything that depends on the faces showing in the village."""
        points = sum(PRINTED[tile][face] for tile, face in faces.items())
        if "keyflower" in boats:
            power = sum(TRANSPORT[tile][face] for tile, face in faces.items() if tile in TRANSPORT)
            points += 2 * power if "boat_2b" in summer_boats else power
        return points + with_purple(faces)

    total = sum(touching)
    if "keythedral" in winter:
        total += 12
    if "sea_bastion" in boats:
        loop = seat.get("loop") or 0
        total += loop if loop >= 3 else 0
    if "sea_breese" in boats:
        total += CHAIN[seat.get("chain") or 0]
    if "ianvincible" in boats:
        total += 5

    villages = [faces]
    if "flipper" in boats:
        total += 2
        villages += [{**faces, tile: 1} for tile, face in faces.items() if face == 0]
    return total + max(with_faces(village) for village in villages)


# The same with decisions that are recorded on the sheet


TAKES_OF = {
    "mercers_guild": RESOURCES,
    "windmill": RESOURCES,
    "watermill": RESOURCES,
    "jeweller": ("gold",),
    "scribes": SKILLS,
    "key_guild": SKILLS,
    "scholar": SKILLS,
    "craftsmans_guild": ("red", "blue", "yellow"),
    "key_market": ("green",),
    "apothecary": WORKERS,
    "village_hall": WORKERS,
    "white_wind": WORKERS,
}
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


def best_recorded(seat: Seat, rulings: Rulings) -> int | None:
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
        return RESOURCES if boat_3b else ACCEPTS[tile]

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

"""The last transports by trying them all: every step, every upgrade, every way to pay.

Written from the rules and the printed costs; shares no code with the solvers. What a village is
worth in the end is asked of the exhaustive search of ``oracle``.
"""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.games.keyflower import layout_oracle, oracle
from tests.games.keyflower.layout_oracle import Hex

GOODS = ("wood", "stone", "iron", "gold")
SKILLS = ("saw", "pickaxe", "anvil")
YARDS = ("timber_yard", "stone_yard", "blacksmith", "barn")

type State = tuple[tuple[tuple[int, ...], ...], tuple[int, ...], tuple[str, ...]]
"""Goods on each tile, skills, faces."""

type Use = tuple[tuple[int, int], str, tuple[int, int]]
"""Steps and upgrades as printed now, the own tile if it is one, and those of its other face."""


AT_SEASON_END = ("winter", "boat", "turn_order")
"""Tiles won in winter are laid after all actions: rulebook, end of winter."""


def roads(
    village: Sequence[Hex], seat: Mapping[str, Any], rulings: Mapping[str, str]
) -> list[tuple[int, int]]:
    """From tile to tile: over a road on both sides; with boat 2a over fields too, and over water
    where the table says so. What is laid at the end of winter is not there yet."""
    ways = []
    for a, b, mine, theirs in layout_oracle.meet(village):
        if village[a][0] in AT_SEASON_END or village[b][0] in AT_SEASON_END:
            continue
        edges = {mine, theirs}
        if seat.get("summer_boats", {}).get("boat_2a"):
            goes = rulings["boat_2a_water"] == "any" or "W" not in edges
        else:
            goes = edges == {"R"}
        ways += [(a, b), (b, a)] * goes
    return ways


def carried(state: State, ways: Sequence[tuple[int, int]], steps: int) -> set[State]:
    """Every state after at most so many steps."""
    reached = border = {state}
    for _ in range(steps):
        new = set()
        for goods, skills, faces in border:
            for (a, b), good in itertools.product(ways, range(4)):
                if goods[a][good]:
                    changed = [list(each) for each in goods]
                    changed[a][good] -= 1
                    changed[b][good] += 1
                    new.add((tuple(map(tuple, changed)), skills, faces))
        border = new - reached
        reached = reached | border
    return reached


def prices(cost: Mapping[str, int], *, any_good: bool) -> set[tuple[str, ...]]:
    """Every way to pay, piece by piece."""
    each = []
    for piece, number in cost.items():
        if piece == "any_skill":
            choices: tuple[str, ...] = SKILLS
        elif piece in SKILLS:
            choices = (piece,)
        elif piece == "any_resource" or any_good:
            choices = GOODS
        else:
            choices = (piece, "gold")
        each += [choices] * number
    return {tuple(sorted(way)) for way in itertools.product(*each)}


def upgraded(
    state: State, costs: Sequence[Mapping[str, int]], upgrades: int, *, any_good: bool
) -> set[State]:
    """Every state after at most so many upgrades."""
    reached = {state}
    if not upgrades:
        return reached
    goods, skills, faces = state
    for n, cost in enumerate(costs):
        if not cost or faces[n] != "before":
            continue
        for price in prices(cost, any_good=any_good):
            here = [goods[n][i] - price.count(good) for i, good in enumerate(GOODS)]
            behind = [skills[i] - price.count(skill) for i, skill in enumerate(SKILLS)]
            if min(*here, *behind) >= 0:
                after = (
                    (*goods[:n], tuple(here), *goods[n + 1 :]),
                    tuple(behind),
                    (*faces[:n], "after", *faces[n + 1 :]),
                )
                reached |= upgraded(after, costs, upgrades - 1, any_good=any_good)
    return reached


def ends(
    village: Sequence[Hex],
    names: Sequence[str],
    costs: Sequence[Mapping[str, int]],
    goods: Sequence[Mapping[str, int]],
    seat: Mapping[str, Any],
    actions: Sequence[Use],
    rulings: Mapping[str, str],
) -> Iterator[dict[str, Any]]:
    """Every sheet that the actions may lead to."""
    has = seat.get("summer_boats", {})
    ways = roads(village, seat, rulings)
    times = 2 if has.get("boat_2b") else 1
    start = begun(names, goods, seat)
    states = {start}
    for now, tile, then in actions:
        after = set()
        for state in states:
            turned = tile in names and state[2][names.index(tile)] != start[2][names.index(tile)]
            steps, upgrades = then if turned else now
            for moved in carried(state, ways, steps * times):
                after |= upgraded(moved, costs, upgrades * times, any_good=bool(has.get("boat_3a")))
        states = after
    for state in states:
        yield sheet_of(state, names, goods, seat)


def begun(
    names: Sequence[str], goods: Sequence[Mapping[str, int]], seat: Mapping[str, Any]
) -> State:
    """Before anything is moved."""
    return (
        tuple(tuple(each.get(good, 0) for good in GOODS) for each in goods),
        tuple(seat["skills"].get(skill, 0) for skill in SKILLS),
        tuple(seat["village"].get(name, "") for name in names),
    )


def sheet_of(
    state: State,
    names: Sequence[str],
    goods: Sequence[Mapping[str, int]],
    seat: Mapping[str, Any],
) -> dict[str, Any]:
    """The sheet after that; ``goods`` as they lay before."""
    lying, skills, faces = state
    loose = {
        good: seat["resources"].get(good, 0)
        - sum(
            each.get(good, 0) for each, name in zip(goods, names, strict=True) if name not in YARDS
        )
        for good in GOODS
    }
    stored = {}
    for name, each in zip(names, lying, strict=True):
        if name in YARDS:
            stored[name] = dict(zip(GOODS, each, strict=True))
        else:
            for good, number in zip(GOODS, each, strict=True):
                loose[good] += number
    shown = {n: face for n, face in zip(names, faces, strict=True) if face}
    return {
        **seat,
        "resources": loose,
        "storage": stored,
        "skills": dict(zip(SKILLS, skills, strict=True)),
        "village": {**seat["village"], **shown},
    }


def held(sheet: Mapping[str, Any]) -> str:
    """Returns the cells of a sheet that moves can change; nothing and none are the same."""

    def some(cells: Mapping[str, Any]) -> list[tuple[str, Any]]:
        return sorted((key, value) for key, value in cells.items() if value)

    stored = sheet.get("storage", {})
    return repr(
        [some(sheet.get(f, {})) for f in ("resources", "skills", "village")]
        + [(tile, some(stored[tile])) for tile in sorted(stored) if some(stored[tile])]
    )


def totals(sheets: Iterator[dict[str, Any]], rulings: Mapping[str, str]) -> dict[str, int]:
    """The final score of each of them that differs."""
    seen: dict[str, int] = {}
    for sheet in sheets:
        key = held(sheet)
        if key not in seen:
            seen[key] = oracle.best(sheet, dict(rulings)) or 0
    return seen

"""Exhaustive answers for Map Masters, to be compared with the real ones.

Shares nothing with them: the rules are written out once more, every remaining possibility of
every player is played through, and every path through a dungeon is walked to its end.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

type State = Mapping[str, Any]
type Way = tuple[int, int, int, int, int]  # primary, secondary, time bonus, escape, coins

PARTS = ("primary", "secondary", "time_bonus", "escape", "coins")

# -- what do I need ------------------------------------------------------------------------


def escape_bonuses(ticks: Sequence[int], rulings: Mapping[str, str]) -> list[int]:
    """2 for the most, 1 for the second most; ties and noughts as ruled."""
    bonuses = [0] * len(ticks)
    counted = sorted({n for n in ticks if n > 0 or rulings["escape_zero"] == "yes"})
    if counted:
        first = counted.pop()
        for seat, n in enumerate(ticks):
            if n == first:
                bonuses[seat] = 2
        if counted and not (rulings["escape_tie_first"] == "none" and bonuses.count(2) > 1):
            second = counted.pop()
            for seat, n in enumerate(ticks):
                if n == second:
                    bonuses[seat] = 1
    return bonuses


def columns(cells: Mapping[str, Any], state: State) -> tuple[int, int, int, int, int]:
    """Returns a seat's columns so far; its rounds hold points as written, and no paths."""
    rounds = range(1, 7)
    firsts = [sum(1 for c in state["seats"].values() if c.get(f"first_{n}")) for n in rounds]
    return (
        sum(cells.get(f"primary_{n}", 0) for n in rounds),
        sum(cells.get(f"secondary_{n}", 0) for n in rounds),
        # two first finishers: nobody, until the table has agreed on one
        sum(1 for n in rounds if cells.get(f"first_{n}") and firsts[n - 1] == 1),
        sum(1 for n in rounds if cells.get(f"escaped_{n}")),
        cells.get("coins", 0),
    )


def ways(state: State, seat: str, place: int, rulings: Mapping[str, str], races: int) -> list[Way]:
    """Every least way to be `place` or better whatever the rivals still get.

    `more` of each seat is the most it may still get, `races` the time bonuses still open.
    """
    value = int(rulings["time_bonus_value"])
    me = columns(state["seats"][seat], state)
    limits = [state["seats"][seat].get("more", {}).get(part, 0) for part in PARTS]
    limits[2] = min(limits[2], races)
    rivals = [
        (columns(cells, state), cells.get("more", {}))
        for other, cells in sorted(state["seats"].items())
        if other != seat
    ]
    outcomes = [set(_outcomes(have, more, value, rulings)) for have, more in rivals]
    enough: list[Way] = []
    for raced, escaped in product(range(limits[2] + 1), range(limits[3] + 1)):
        hurdles = set()
        for joint in product(*outcomes):
            if sum(outcome[3] for outcome in joint) > races - raced:
                continue
            bonus = escape_bonuses([me[3] + escaped, *(o[2] for o in joint)], rulings)
            keys = sorted(
                ((o[0] + b, o[1]) for o, b in zip(joint, bonus[1:], strict=True)), reverse=True
            )
            hurdles.add((bonus[0], keys[place - 1] if place <= len(keys) else (-1, -1)))
        for x, y, z in product(range(limits[0] + 1), range(limits[1] + 1), range(limits[4] + 1)):
            total = me[0] + x + (me[1] + y) // 2 + (me[2] + raced) * value + (me[4] + z) // 3
            tie = (me[1] + y) // (1 if rulings["tiebreak_secondary"] == "column" else 2)
            if all((total + bonus, tie) >= key for bonus, key in hurdles):
                enough.append((x, y, raced, escaped, z))
    least: list[Way] = []
    for way in sorted(enough, key=sum):
        if not any(all(a <= b for a, b in zip(other, way, strict=True)) for other in least):
            least.append(way)
    return sorted(least)


def _outcomes(
    have: tuple[int, ...], more: Mapping[str, int], value: int, rulings: Mapping[str, str]
) -> Iterator[tuple[int, int, int, int]]:
    """Everything that a rival may end with: total without escapes, tie-break, ticks, races."""
    for a, b, t, e, g in product(*(range(more.get(part, 0) + 1) for part in PARTS)):
        total = have[0] + a + (have[1] + b) // 2 + (have[2] + t) * value + (have[4] + g) // 3
        tie = (have[1] + b) // (1 if rulings["tiebreak_secondary"] == "column" else 2)
        yield total, tie, have[3] + e, t


# -- the best path -------------------------------------------------------------------------

ITEM = {"s": "sword", "k": "key", "r": "rope", "q": "scroll"}
ICON = ITEM | {"c": "coin", "b": "barrel", "U": "stairs", "x": "scissors", "y": "recycle"}
ICON |= {"p": "hole", "o": "circle", "M": "monster", "L": "padlock", "P": "hole", "V": "hole"}
COST = {"M": "sword", "L": "key", "P": "rope", "V": "rope"}

type Icons = list[tuple[str, str]]  # sign and, for pits, the basement place below


class Cave:
    """A dungeon in plain lists: passages (a, b, icons), and what places hold."""

    def __init__(
        self,
        passages: list[tuple[str, str, Icons]],
        rooms: dict[str, tuple[int, Icons]],
        crossings: dict[str, Icons],
    ) -> None:
        self.passages, self.rooms, self.crossings = passages, rooms, crossings
        self.values: Mapping[str, int] = {}
        self.escape = 0
        self.best = 0

    def most(self, values: Mapping[str, int], escape: int, extra: Mapping[str, int]) -> int:
        """The worth of the best path, found by walking all of them."""
        self.values, self.escape, self.best = values, escape, 0
        items = {item: extra.get(item, 0) for item in ITEM.values()}
        for n, (a, b, _) in enumerate(self.passages):
            if a == ">":
                self.walk(n, 0, items, set(), set(), set(), [], 0)
            if b == ">":
                self.walk(n, 1, items, set(), set(), set(), [], 0)
        return self.best

    def take(self, icons: Icons, items: dict[str, int]) -> tuple[dict[str, int], int]:
        items, worth = dict(items), 0
        for sign, _ in icons:
            worth += self.values.get(ICON[sign], 0)
            if sign in ITEM:
                items[ITEM[sign]] += 1
        return items, worth

    def walk(self, n, side, items, used, seen, struck, chords, worth) -> None:
        """Along passage n from its end `side`."""
        a, b, icons = self.passages[n]
        if side == 1:
            icons = icons[::-1]
        items, used = dict(items), used | {n}
        for sign, below in icons:
            icon = ICON[sign]
            if sign == "P":
                fallen = worth + self.values.get("hole", 0)
                self.best = max(self.best, fallen)
                if below:
                    self.reach(below, None, items, used, seen, struck, chords, fallen)
            if sign in COST:
                if items[COST[sign]] == 0:
                    self.best = max(self.best, worth)
                    return
                items[COST[sign]] -= 1
            elif sign in ITEM:
                items[ITEM[sign]] += 1
            worth += self.values.get(icon, 0)
        self.best = max(self.best, worth)
        end = (a, b)[1 - side]
        if end == ">":
            self.best = max(self.best, worth + self.escape)
        else:
            self.reach(end, (n, 1 - side), items, used, seen, struck, chords, worth)

    def reach(self, name, door, items, used, seen, struck, chords, worth) -> None:
        """Arrive at a place, by a door of it or from nowhere."""
        self.best = max(self.best, worth)
        if name in self.rooms:
            monsters, icons = self.rooms[name]
            if name not in seen:
                if items["sword"] < monsters:
                    return
                items, more = self.take(icons, items)
                items["sword"] -= monsters
                worth += more + monsters * self.values.get("monster", 0)
                worth += self.values.get("room", 0)
        else:
            icons = self.crossings.get(name, [])
            if name in seen:
                return
            items, more = self.take(icons, items)
            worth += more
        self.best = max(self.best, worth)
        seen = seen | {name}
        doors = [
            (n, side)
            for n, ends in enumerate(self.passages)
            for side in (0, 1)
            if ends[side] == name
        ]
        for out in doors:
            if out[0] in used:
                continue
            drawn = chords
            if name in self.rooms and door is not None:
                line = (doors.index(door), doors.index(out))
                if any(room == name and crossing(line, other) for room, other in chords):
                    continue
                drawn = [*chords, (name, line)]
            self.walk(out[0], out[1], items, used, seen, struck, drawn, worth)
        for sign, below in icons:
            if sign == "p" and below:
                self.reach(below, None, items, used, seen, struck, chords, worth)
        if any(sign == "o" for sign, _ in icons) and name not in struck and items["scroll"]:
            spent = dict(items, scroll=items["scroll"] - 1)
            for other in [*self.rooms, *self.crossings]:
                holds = self.rooms[other][1] if other in self.rooms else self.crossings[other]
                if other == name or other in struck or not any(s == "o" for s, _ in holds):
                    continue
                gone = struck | {name, other}
                self.reach(other, None, spent, used, seen, gone, chords, worth)


def crossing(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Do two lines through a room cross, their ends numbered round the wall?"""
    low, high = min(one), max(one)
    return (low < other[0] < high) != (low < other[1] < high)

"""The last turn by brute force: every row of moves walked through, every roll enumerated.

Plays as online unless its table says otherwise: gold may be split between reserve and hammer,
and runs on to the next card.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from typing import NamedTuple

from . import oracle, oracle_forge, oracle_roll
from .oracle import BOX, EMPTY, Bag, add, bag
from .oracle_roll import ONLINE, House

FEATS: dict[str, tuple[int, int, int, str]] = BOX["feats"]
"""Suns, moons, glory, portal."""
BRINGS: dict[str, list[str]] = BOX["brings"]
type Die = tuple[str, ...]


class State(NamedTuple):
    gold: int = 0
    sun: int = 0
    moon: int = 0
    chests: int = 0
    hammers: int = 0
    steps: int = 0
    forged: int = 0
    elders: int = 0
    owls: int = 0
    nymphs: int = 0
    hinds: int = 0
    tritons: int = 0
    cerberus: int = 0
    bears: int = 0
    portal: str = ""
    occupied: frozenset[str] = frozenset()
    phase: str = "reinforce"
    taken: tuple[str, ...] = ()
    pending: tuple[str, int, int] = ("", 0, 0)
    """Feat that rolls, how often still, with which die."""
    dice: tuple[Die, Die] = ((), ())
    only: str = ""


@dataclass(frozen=True)
class Table:
    feats: Mapping[str, int]
    stock: Mapping[str, int]
    visible: Sequence[str] = ()
    opponents: Sequence[tuple[Die, Die]] = ()
    owned: frozenset[str] = frozenset()
    rolling: bool = False
    gone: frozenset[str] = field(default_factory=frozenset)
    below: Mapping[str, str] = field(default_factory=dict)
    house: House = ONLINE


def receive(state: State, got: Bag, house: House) -> Iterator[tuple[int, State]]:
    """All ways to divide the gold of one gain; glory and the state after."""
    caps = oracle.capped(state.chests)
    for hammered in oracle_roll.hammered(got[0], state.steps, state.hammers, house):
        steps = state.steps + hammered
        glory = got[3] + oracle_roll.laps(state.steps, steps)
        yield (
            glory,
            state._replace(
                gold=min(caps[0], state.gold + got[0] - hammered),
                sun=min(caps[1], state.sun + got[1]),
                moon=min(caps[2], state.moon + got[2]),
                steps=steps,
            ),
        )


def steps(state: State, table: Table) -> Iterator[tuple[str, int, State]]:
    """Every move but a roll: its action, if it is one, glory and the state after."""
    if state.tritons:
        for got in (bag(6), bag(sun=2), bag(moon=2)):
            for glory, after in receive(
                state._replace(tritons=state.tritons - 1), got, table.house
            ):
                yield "", glory, after
    if state.pending[1]:
        return
    if state.phase == "reinforce":
        if state.elders and state.gold >= 3:
            yield "", 4, state._replace(elders=state.elders - 1, gold=state.gold - 3)
        if state.owls:
            for got in (bag(1), bag(sun=1), bag(moon=1)):
                for glory, after in receive(state._replace(owls=state.owls - 1), got, table.house):
                    yield "", glory, after
        if state.nymphs:
            yield "", 4 if state.moon >= 5 else 2, state._replace(nymphs=state.nymphs - 1)
        if state.hinds and table.rolling:
            for die in (0, 1):
                yield "", 0, state._replace(hinds=state.hinds - 1, pending=("hind", 1, die))
        yield "", 0, state._replace(phase="act")
    if state.phase == "act":
        done = state._replace(phase="may pay", only="")
        if state.only != "pass":
            for action, glory, after in actions(done, table):
                if state.only in ("", action):
                    yield action, glory, after
    if state.phase == "may pay" and state.sun >= 2:
        yield "", 0, state._replace(sun=state.sun - 2, phase="extra")
    if state.phase == "extra":
        yield from actions(state._replace(phase="over"), table)


def actions(state: State, table: Table) -> Iterator[tuple[str, int, State]]:
    for feat, copies in table.feats.items():
        sun, moon, glory, portal = FEATS[feat]
        if state.sun < sun or state.moon < moon or state.taken.count(feat) >= copies:
            continue
        if feat in table.below and table.below[feat] not in state.taken:
            continue
        if portal in state.occupied and portal != state.portal:
            glory += 3 * state.bears
        after = state._replace(
            sun=state.sun - sun,
            moon=state.moon - moon,
            portal=portal,
            occupied=state.occupied - {portal},
            taken=(*state.taken, feat),
        )
        if feat == "typhon":
            glory += state.forged
        if feat in ("hammer", "chest", "triton"):
            name = feat + "s"
            after = after._replace(**{name: getattr(after, name) + 1})
        if feat == "great_bear":
            after = after._replace(bears=after.bears + 1)
        if feat == "cerberus":
            after = after._replace(cerberus=after.cerberus + 1)
        if feat == "wild_spirits":
            for more, rich in receive(after, bag(3, moon=3), table.house):
                yield feat, glory + more, rich
        elif feat in BRINGS:
            after = after._replace(forged=after.forged + 1)
            yield feat, glory, after
            if table.rolling and state.phase == "may pay":
                for face in set(BRINGS[feat]) - table.gone:
                    for dice in placements(after.dice, face):
                        yield feat, glory, after._replace(dice=dice)
        elif table.rolling and feat in ("cancer", "sentinel"):
            yield feat, glory, after._replace(pending=(feat, 2, 0))
        elif table.rolling and feat in ("sphinx", "cyclops"):
            for die in (0, 1):
                yield feat, glory, after._replace(pending=(feat, 4, die))
        elif table.rolling and feat == "satyrs" and table.opponents:
            yield feat, glory, after._replace(pending=(feat, 1, 0))
        else:
            yield feat, glory, after
    yield from forgings(state, table)


def placements(dice: tuple[Die, Die], face: str) -> Iterator[tuple[Die, Die]]:
    for die in (0, 1):
        for side in range(6):
            if dice[die][side] not in oracle.BOARS:
                changed = [list(d) for d in dice]
                changed[die][side] = face
                yield (tuple(sorted(changed[0])), tuple(sorted(changed[1])))


def forgings(state: State, table: Table) -> Iterator[tuple[str, int, State]]:
    """Every set of faces; every placement as well where a roll may still come."""
    faces = [face for face, copies in table.stock.items() if copies]
    for number in range(1, len(faces) + 1):
        for bought in combinations(faces, number):
            cost = sum(oracle.PRICES[face] for face in bought)
            if cost > state.gold:
                continue
            after = state._replace(gold=state.gold - cost, forged=state.forged + number)
            yield "forge", 0, after
            if table.rolling and state.phase == "may pay" and state.sun + 2 * state.tritons >= 2:
                tables: set[oracle_forge.Table] = {(*after.dice, (), ())}
                for face in bought:
                    tables = {t for one in tables for t in oracle_forge.put(one, face)}
                for old_a, old_b, new_a, new_b in tables:
                    dice = (tuple(sorted(old_a + new_a)), tuple(sorted(old_b + new_b)))
                    yield "forge", 0, after._replace(dice=dice)


# ── without rolls ────────────────────────────────────────────────────────────


def lines(start: State, table: Table) -> dict[tuple[str, ...], int]:
    """The most glory of every row of actions, walking forwards through all of them."""
    best: dict[tuple[str, ...], int] = {}
    reached: dict[tuple[State, tuple[str, ...]], int] = {(start, ()): 0}
    while reached:
        later: dict[tuple[State, tuple[str, ...]], int] = {}
        for (state, line), glory in reached.items():
            best[line] = max(glory, best.get(line, 0))
            for action, more, after in steps(state, table):
                key = (after, (*line, action) if action else line)
                later[key] = max(glory + more, later.get(key, 0))
        reached = later
    return best


# ── with rolls ───────────────────────────────────────────────────────────────


type Parts = tuple[Bag, ...]
"""Gains of a roll, one by one; a single sum where that makes no difference."""


@cache
def outcome(
    first: str,
    second: str | None,
    view: tuple[str, ...],
    owned: frozenset[str],
    feat: str,
    house: House = ONLINE,
) -> frozenset[Parts]:
    """All results of a roll, die results converted one by one."""
    faces = (first,) if second is None else (first, second)
    results = oracle_roll.taken(faces, view, owned, feat, house)
    if house.split and house.carry:
        return frozenset((add(*parts),) for parts in results)
    return frozenset(tuple(got for got in parts if got != EMPTY) for parts in results)


class TooLarge(Exception):
    """More moments than brute force should walk through in a test."""


class Expected:
    """The most glory on average, by plain recursion; ``TooLarge`` beyond ``most`` outcomes."""

    most = 60_000

    def __init__(self, table: Table) -> None:
        self.table = table
        self.known: dict[State, Fraction] = {}
        self.outcomes = 0

    def worth(self, state: State) -> Fraction:
        if state not in self.known:
            best = Fraction(0)
            for _, glory, after in steps(state, self.table):
                best = max(best, glory + self.worth(after))
            if state.pending[1]:
                best = max(best, self.rolled(state))
            self.known[state] = best
        return self.known[state]

    def rolls(self, state: State) -> Iterator[frozenset[Parts]]:
        feat, _, die = state.pending
        table = self.table
        if feat == "satyrs":
            for faces in product(*(d for pair in table.opponents for d in pair)):
                yield frozenset().union(
                    *(
                        outcome(a, b, faces, table.owned, "", table.house)
                        for a, b in combinations(faces, 2)
                    )
                )
        elif feat in ("cancer", "sentinel"):
            for a, b in product(*state.dice):
                yield outcome(a, b, tuple(table.visible), table.owned, feat, table.house)
        else:
            for a in state.dice[die]:
                yield outcome(a, None, tuple(table.visible), table.owned, feat, table.house)

    def rolled(self, state: State) -> Fraction:
        feat, left, die = state.pending
        after = state._replace(pending=(feat, left - 1, die) if left > 1 else ("", 0, 0))
        listed = list(self.rolls(state))
        total = Fraction(0)
        for bags in listed:
            best = Fraction(-1)
            for glory, end in self.takes(after, bags):
                self.outcomes += 1
                if self.outcomes > self.most:
                    raise TooLarge
                best = max(best, glory + self.worth(end))
                if end.cerberus and feat != "satyrs":
                    for more, again in self.takes(end._replace(cerberus=end.cerberus - 1), bags):
                        best = max(best, glory + more + self.worth(again))
            total += best
        return total / len(listed)

    def takes(self, state: State, results: frozenset[Parts]) -> Iterator[tuple[int, State]]:
        prices = [oracle.PRICES[f] for f, n in self.table.stock.items() if n]
        for parts in results:
            yield from self.landed(state, parts)
            ships, off = (sum(got[n] for got in parts) for n in (4, 5))
            if ships and prices:
                cost = max(0, min(prices) - off // ships)
                for number in range(1, ships + 1):
                    bought = state._replace(forged=state.forged + number)
                    if state.gold >= number * cost:
                        paid = bought._replace(gold=state.gold - number * cost)
                        yield from self.landed(paid, parts)
                    for glory, end in self.landed(bought, parts):
                        if end.gold >= number * cost:
                            yield glory, end._replace(gold=end.gold - number * cost)

    def landed(self, state: State, parts: Parts) -> set[tuple[int, State]]:
        found: set[tuple[int, State]] = set()
        for order in set(permutations(parts)):
            ends = {(0, state)}
            for got in order:
                ends = {
                    (glory + more, after)
                    for glory, now in ends
                    for more, after in receive(now, got, self.table.house)
                }
            found |= ends
        return found

    def firsts(self, start: State) -> dict[str, Fraction]:
        """The worth when the first action is given, for each that may come about."""
        found = {"pass": self.worth(start._replace(only="pass"))}
        for action in (*self.table.feats, "forge"):
            only = start._replace(only=action)
            if self.comes_about(only, action):
                found[action] = self.worth(only)
        return found

    def comes_about(self, start: State, action: str) -> bool:
        seen, todo = {start}, [start]
        while todo:
            state = todo.pop()
            ends = []
            for done, _, after in steps(state, self.table):
                if done == action:
                    return True
                ends.append(after)
            if state.pending[1]:
                feat, left, die = state.pending
                after = state._replace(pending=(feat, left - 1, die) if left > 1 else ("", 0, 0))
                for bags in self.rolls(state):
                    for _, end in self.takes(after, bags):
                        ends.append(end)
                        if end.cerberus:
                            spent = end._replace(cerberus=end.cerberus - 1)
                            ends += [more for _, more in self.takes(spent, bags)]
            for end in ends:
                if end.phase in ("reinforce", "act") and end not in seen:
                    seen.add(end)
                    todo.append(end)
        return False

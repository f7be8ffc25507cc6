"""Resolves one roll: every result that one or two faces can have, and the best for a goal.

Mirrors, ×3, shields, boars and ships are resolved only here; the odds use this module. A goal
(``Weights`` or ``Need``) decides between several results.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import chain, combinations, combinations_with_replacement, permutations, product
from typing import Literal

from scoring.solving import deadline

from .dice import NOTHING, TRIPLE, Face, Gain, best_only
from .reserve import ONLINE, Reserve, TableRulings, hammer_choices, land, lose

Convert = Literal["", "sentinel", "cyclops"]
SENTINEL_GLORY = 2
CYCLOPS_GLORY = 1

# ── goals ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Weights:
    """The worth of one of each resource, in glory; chosen by the caller, not by the rules.

    ``ship``: worth of one purchase that a ship face allows

    Raises ``ValueError`` for a weight less than 0.
    """

    gold: Fraction
    sun: Fraction
    moon: Fraction
    glory: Fraction = Fraction(1)
    ship: Fraction = Fraction(0)

    def __post_init__(self) -> None:
        if min(self.each) < 0:
            raise ValueError("a weight is less than 0")

    @property
    def each(self) -> tuple[Fraction, ...]:
        """Worth of one gold, sun, moon, glory and purchase by a ship face, in this order."""
        return (self.gold, self.sun, self.moon, self.glory, self.ship)

    def worth(self, got: Gain) -> Fraction:
        """Returns the weighted worth of a gain, caps ignored.

        >>> Weights(Fraction(1, 2), Fraction(2), Fraction(1)).worth(Gain(gold=3, sun=1, glory=5))
        Fraction(17, 2)
        """
        return sum((w * n for w, n in zip(self.each, got, strict=False)), Fraction(0))

    def key(self, before: Reserve, after: Reserve, ships: int) -> tuple[Fraction, ...]:
        return (self.worth(after.since(before)._replace(ships=ships)),)


@dataclass(frozen=True, slots=True)
class Need:
    """A goal for choices in a roll: to come closest to a cost, such as a feat's, then most worth.

    ``cost``: the resources wanted. ``weights``: worth of one of each resource.
    """

    cost: Gain
    weights: Weights

    def key(self, before: Reserve, after: Reserve, ships: int) -> tuple[Fraction, ...]:
        cost, held = self.cost[:3], (after.gold, after.sun, after.moon)
        lacking = sum(max(0, n - have) for n, have in zip(cost, held, strict=True))
        return Fraction(-lacking), *self.weights.key(before, after, ships)


type Goal = Weights | Need

# ── results ────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Roll:
    """The faces of one roll and everything that their result depends on.

    ``faces``: those rolled: two, or one for a minor blessing
    ``visible``: opponents' faces that show now
    ``owned``: ids of the boar faces whose cards the player owns
    ``convert``: feat that lets this roll's resources be turned into glory, blank for none
    ``losing``: true for a Minotaur roll, which takes resources away
    """

    faces: tuple[Face, ...]
    visible: tuple[Face, ...] = ()
    owned: frozenset[str] = frozenset()
    convert: Convert = ""
    losing: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """One die's share of the result of a roll: its face and its gain.

    ``used``: the face that it counts as; for a mirror the face copied, ``None`` if it copied none
    ``factor``: 3 if the other die shows ×3, else 1
    ``turned``: glory in ``gain`` that was made from resources
    """

    face: Face
    used: Face | None
    factor: int
    gain: Gain
    turned: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """One possible result of a roll.

    ``parts``: each die's gain. ``owner``: gain from the player's own boar cards
    ``triggers``: id of each boar face rolled, with the times that the owner of its card gains
    """

    parts: tuple[Part, ...]
    owner: Gain = NOTHING
    triggers: tuple[tuple[str, int], ...] = ()

    @property
    def total(self) -> Gain:
        """Gains of both dice and of own boar cards in a roll, added up; not for a Minotaur roll."""
        return reduce(Gain.plus, (part.gain for part in self.parts), self.owner)

    @property
    def ships(self) -> tuple[int, ...]:
        """Discounts in gold of the purchases that ship faces allow now, one for each."""
        return tuple(part.gain.off for part in self.parts if part.gain.ships)


def copyable(visible: Sequence[Face], other: Face | None) -> tuple[Face, ...]:
    """Returns the faces that a mirror may copy: those that opponents show, except mirrors.

    If an opponent shows a mirror, the player's own face ``other`` counts too (``None`` if one die
    is rolled). Source: rulings ``mirror_basic``, ``mirror_copies_mirror`` (as played online).
    """
    own = (other,) if other and any(face.mode == "mirror" for face in visible) else ()
    return tuple(dict.fromkeys(face for face in (*visible, *own) if face.mode != "mirror"))


def results(roll: Roll, house: TableRulings = ONLINE) -> tuple[Result, ...]:
    """Returns every result of a roll that the rules allow, before hammer cards and caps.

    A result is each die's gain and that of boar cards. ``house``: the table's rulings.
    """
    first, second = roll.faces if len(roll.faces) == 2 else (roll.faces[0], None)
    each_once: dict[Result, None] = {}
    for used in product(
        _counts_as(first, second, roll), _counts_as(second, first, roll) if second else (None,)
    ):
        for result in _applied((first, second), used, roll, house):
            deadline.check()
            each_once[result] = None
    return tuple(each_once)


def _counts_as(face: Face, other: Face | None, roll: Roll) -> tuple[Face | None, ...]:
    if face.mode != "mirror":
        return (face,)
    return copyable(roll.visible, other) or (None,)


def _applied(
    faces: tuple[Face, Face | None],
    used: tuple[Face | None, Face | None],
    roll: Roll,
    house: TableRulings,
) -> Iterator[Result]:
    """Yields the results of a roll of ``faces`` if each counts as the face in ``used``.

    A result is each die's gain and that of boar cards. ``roll``: what else the result depends on.
    ``house``: the table's rulings. The second face is ``None`` if one die is rolled. ``None`` in
    ``used`` also stands for a mirror with nothing to copy.
    """
    triples = [face is not None and face.mode == "triple" for face in used]
    factors = (TRIPLE if triples[1] else 1, TRIPLE if triples[0] else 1)
    triggers: dict[str, int] = {}
    for face, factor in zip(used, factors, strict=True):
        if face is not None and face.mode == "boar":
            triggers[face.id] = triggers.get(face.id, 0) + factor
    owners = _owner_gains(used, triggers, roll.owned)
    for taken in product(*map(_takings, used, factors)):
        gains = [_shield(used[n], taken[n], used[1 - n], taken[1 - n]) for n in (0, 1)]
        if roll.losing:
            gains = [got._replace(ships=0, off=0) for got in gains]
        turned = [_converted(got, roll.convert, house) for got in gains]
        for shares in product(*turned):
            parts = tuple(
                Part(face, counted_as, factor, got, glory)
                for face, counted_as, factor, (got, glory) in zip(
                    faces, used, factors, shares, strict=True
                )
                if face is not None
            )
            for owner in owners:
                yield Result(parts, owner, tuple(triggers.items()))


def _takings(face: Face | None, factor: int) -> tuple[Gain, ...]:
    if face is None or not face.ways:
        return (NOTHING,)
    return tuple(way.tripled() for way in face.ways) if factor == TRIPLE else face.ways


def _shield(face: Face | None, gain: Gain, partner: Face | None, other: Gain) -> Gain:
    """Returns what a face gives: a shield its reward if the other die gave the watched resource.

    Else it is its own ``gain``. ``partner``, ``other``: the other die's face and gain. Two shields
    each give their own resource. Source: rulings ``shield_basic``, ``shield_shield``; two of one
    colour, possible through a mirror, are covered by no rule and treated alike.
    """
    if face is None or face.mode != "shield" or partner is None or partner.mode == "shield":
        return gain
    return face.reward if getattr(other, face.watches) > 0 else gain


def _owner_gains(
    used: Iterable[Face | None], triggers: dict[str, int], owned: frozenset[str]
) -> tuple[Gain, ...]:
    """Returns the possible sums that the player's boar cards bring in a roll.

    Each time a card acts, its owner chooses a gain. ``used``: faces as they count, after copying.
    ``triggers``: boar face id to times that its card acts. ``owned``: ids of the boar faces whose
    cards the player owns.
    """
    boars = {face.id: face for face in used if face is not None and face.id in owned}
    groups = [
        combinations_with_replacement(face.owner, triggers[id_]) for id_, face in boars.items()
    ]
    totals = (reduce(Gain.plus, chain(*picks), NOTHING) for picks in product(*groups))
    return tuple(dict.fromkeys(totals))


def _converted(got: Gain, convert: Convert, house: TableRulings) -> list[tuple[Gain, int]]:
    """Returns the choices where a feat may turn resources of one die into glory.

    A choice is (gain, glory in it that was made from resources). ``got``: the die's gain before.
    ``convert``: the feat, blank for none. ``house``: the table's rulings.
    """
    match convert:
        case "sentinel":
            suns, moons = range(got.sun + 1), range(got.moon + 1)
            rate = SENTINEL_GLORY
            options = [(0, s, m) for s in suns for m in moons]
        case "cyclops":
            rate = CYCLOPS_GLORY
            options = [(g, 0, 0) for g in range(got.gold + 1)]
        case "":
            return [(got, 0)]
    if not house.convert_part:
        options = list(dict.fromkeys((options[0], options[-1])))
    return [
        (
            got._replace(
                gold=got.gold - g,
                sun=got.sun - s,
                moon=got.moon - m,
                glory=got.glory + rate * (g + s + m),
            ),
            rate * (g + s + m),
        )
        for g, s, m in options
    ]


@lru_cache(maxsize=1 << 14)
def gains(
    faces: tuple[Face, ...],
    owned: frozenset[str] = frozenset(),
    convert: Convert = "",
    house: TableRulings = ONLINE,
) -> tuple[Gain, ...]:
    """Returns all gains that one or two faces without mirrors can give.

    A gain is left out if another one has at least as much of every resource. ``owned``: ids of the
    boar faces whose cards the player owns. ``convert``: feat that turns resources into glory, blank
    for none. ``house``: the table's rulings.
    """
    roll = Roll(faces, owned=owned, convert=convert)
    return best_only(result.total for result in results(roll, house))


# ── the best for a goal ────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to take a roll: its result, the choices made, and the reserve after it.

    ``to_hammer``: gold put on hammer cards
    ``after``: the reserve. ``lost``: resources lost to caps
    ``laps``: glory of hammer laps finished
    ``key``: sort key by the player's goal; the best way has the largest
    """

    result: Result
    to_hammer: int
    after: Reserve
    lost: Gain
    laps: int
    key: tuple[Fraction, ...] = field(compare=False)

    @property
    def ship_budgets(self) -> tuple[int, ...]:
        """For each purchase by a ship face, the highest price of a face that it could pay now.

        That is the gold in the reserve plus the ship's discount.
        """
        return tuple(self.after.gold + off for off in self.result.ships)


def choices(
    roll: Roll, reserve: Reserve, goal: Goal, house: TableRulings = ONLINE
) -> tuple[Choice, ...]:
    """Returns every way to take a roll, best first by ``goal``; equal outcomes are listed once.

    ``reserve``: that before the roll. ``house``: the table's rulings.
    A Minotaur's losses come before the gain from own boar cards. Among equals, more glory comes
    first, then suns, moons and gold.
    """
    return _ranked(results(roll, house), roll.losing, reserve, goal, house)


def _ranked(
    listed: Iterable[Result], losing: bool, reserve: Reserve, goal: Goal, house: TableRulings
) -> tuple[Choice, ...]:
    ways: dict[object, Choice] = {}
    for result in listed:
        deadline.check()
        for after, to_hammer, lost, laps in _landings(result, losing, reserve, house):
            same = (after, result.ships, result.triggers)
            if same not in ways:
                key = goal.key(reserve, after, len(result.ships))
                ways[same] = Choice(result, to_hammer, after, lost, laps, key)
    return tuple(sorted(ways.values(), key=_order, reverse=True))


def _order(choice: Choice) -> tuple[object, ...]:
    after = choice.after
    return (choice.key, after.glory, after.sun, after.moon, after.gold, after.steps)


def _landings(
    result: Result, losing: bool, reserve: Reserve, house: TableRulings
) -> Iterator[tuple[Reserve, int, Gain, int]]:
    """Yields every way to take a result: how much of its gold goes to the hammer, in what order.

    A way is (reserve after it, gold put on hammer cards, resources lost to caps, glory of hammer
    laps). ``losing``: true for the losses of a Minotaur roll. ``house``: the table's rulings.
    """
    if losing:
        for part in result.parts:
            reserve = lose(reserve, part.gain)
        one = land(reserve, result.owner, 0, house)
        yield one.after, 0, one.lost, 0
        return
    separate = [part.gain for part in result.parts] + [result.owner] * (result.owner != NOTHING)
    # the order matters only if gold cannot go on to the next hammer card
    orders = permutations(separate) if reserve.hammers and not house.carry else [tuple(separate)]
    for order in orders:
        ways = [(reserve, 0, NOTHING, 0)]
        for got in order:
            ways = [
                (one.after, sent + amount, lost.plus(one.lost), laps + one.laps)
                for now, sent, lost, laps in ways
                for amount in hammer_choices(now, got.gold, house)
                for one in (land(now, got, amount, house),)
            ]
        yield from dict.fromkeys(ways)


def satyrs(
    rolled: Sequence[Face],
    reserve: Reserve,
    goal: Goal,
    owned: frozenset[str] = frozenset(),
    house: TableRulings = ONLINE,
) -> tuple[Choice, ...]:
    """Returns the ways to use the feat Satyrs, best first by ``goal``.

    The player uses two of the opponents' rolled dice as their own; a mirror among them copies one
    of the opponents' faces. ``rolled``: the faces that these dice show. ``reserve``: the player's,
    before. ``owned``: ids of the boar faces whose cards the player owns. ``house``: the table's
    rulings. Source: ruling ``satyrs_basic``.
    """
    each_once: dict[Result, None] = {}
    for pair in combinations(rolled, 2):
        roll = Roll(pair, visible=tuple(rolled), owned=owned)
        each_once.update(dict.fromkeys(results(roll, house)))
    return _ranked(each_once, False, reserve, goal, house)

"""Upper bound on the average glory of the last turn, rolls included, for plans without a proof.

Only the pair of actions is searched. Everything else is assumed to be favourable: no caps, exact
tokens, a mirror copies any face that may be shown, each new face is on both dice as if it were the
best one, gold goes to the hammer and to the reserve alike.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import product

from .. import points
from .dice import RESOURCES, SIDES, TRIPLE, Die, Face, Gain
from .last_turn_state import (
    BEAR_GLORY,
    ELDER_COST,
    ELDER_GLORY,
    EXTRA_SUNS,
    FORGE,
    NYMPH_GLORY,
    NYMPH_MOONS,
    NYMPH_MORE,
    ROLLING,
    ROLLS,
    TRITON,
    WILD_SPIRITS,
    Feat,
    TurnStart,
)

type Aim = tuple[int, ...]
"""The worth of one gold, sun, moon, glory and purchase through a ship."""

type Option = tuple[int, int]
"""A face's worth, and the factor by which it multiplies the face of the other die."""

GOLD, SUN, MOON, GLORY, SHIP = ((0,) * n + (1,) + (0,) * (4 - n) for n in range(5))
AIMS: Mapping[str, Aim] = {"": GLORY, "sentinel": (0, 2, 2, 1, 0), "cyclops": (1, 0, 0, 1, 0)}
"""Feat that turns a roll's resources into glory, blank for none, to their worth in glory."""


def most_glory(standing: TurnStart, feats: Mapping[str, Feat], faces: Collection[Face]) -> Fraction:
    """Returns an upper bound on the average glory of any last turn from this start.

    ``standing``: the start. ``feats``: all feats by id. ``faces``: all faces, as an unknown die may
    show any.
    """
    rolled = cache(partial(_Rolled, standing, faces))
    return max(
        _Turn(standing, feats, rolled, first, second).glory()
        for first, second in _actions(standing)
    )


def _actions(standing: TurnStart) -> Iterator[tuple[str, str]]:
    """Yields every pair of first and second action of a turn that the feats left allow.

    An action is the id of a feat to take or ``FORGE``, blank for none. ``standing``: the start of
    the turn, with the copies left of each feat.
    """
    left = {id_: copies for id_, copies in standing.feats.items() if copies > 0}
    yield "", ""
    for first in (FORGE, *(id_ for id_ in left if id_ not in standing.below)):
        yield first, ""
        for second in left:
            if standing.below.get(second, first) == first and (second != first or left[second] > 1):
                yield first, second


class _Rolled:
    """Upper bounds on the worth of what one roll brings: on average, and with the best luck.

    ``standing``: the start of the turn, with all dice. ``new``: faces that may be put on the
    player's dice before the roll. ``faces``: all faces of the game, as an unknown die may show any
    of them.
    """

    def __init__(self, standing: TurnStart, faces: Collection[Face], new: frozenset[Face]) -> None:
        self.dice: tuple[Die, ...] = standing.dice or ()
        self.new = new
        self.owned = standing.owned
        rivals = [face for dice in standing.opponents for die in dice for face in die]
        # a die of an opponent that is not known may come to show any face
        if 2 * len(standing.opponents) < max(len(standing.visible), 1):
            rivals = list(faces)
        faces_of_dice = [face for die in self.dice for face in die]
        self.view = {*rivals, *standing.visible, *faces_of_dice, *new}
        self.own, self.rivals = [{*die, *new} for die in self.dice], set(rivals)
        self.most, self.average = cache(self._most), cache(self._average)

    def once(self, face: Face, aim: Aim) -> Option:
        """Returns (most that a face is worth, factor for the other die's gain: 3 for ×3, else 1).

        ``face``: not a mirror. ``aim``: worth of one gold, sun, moon, glory and ship.
        """
        worths = [_worth(got, aim) for got in (*face.ways, face.reward)]
        owner = [_worth(got, aim) for got in face.owner] if face.id in self.owned else []
        return max(worths) + max(owner, default=0), TRIPLE if face.mode == "triple" else 1

    def options(self, faces: Iterable[Face], aim: Aim) -> tuple[Option, ...]:
        """Returns (most worth of a face, factor for the other die's gain), once for each factor.

        The factor is 3 for the face ×3, else 1. A mirror counts as any face that may show. ``aim``:
        worth of one gold, sun, moon, glory and ship.
        """
        best: dict[int, int] = {}
        for face in faces:
            for side in self.view if face.mode == "mirror" else (face,):
                if side.mode != "mirror":
                    worth, factor = self.once(side, aim)
                    best[factor] = max(worth, best.get(factor, 0))
        return tuple((worth, factor) for factor, worth in best.items()) or ((0, 1),)

    def _most(self, kind: str, aim: Aim) -> Fraction:
        """Returns the most worth that one roll brings with the best luck.

        ``kind``: *minor* for the better of the player's dice, *full* for both, *satyrs* for two
            dice of the opponents.
        ``aim``: worth of one gold, sun, moon, glory and ship.
        """
        dice = [self.rivals] * 2 if kind == "satyrs" else self.own
        sides = [self.options(each, aim) for each in dice]
        single = max((_best([side]) for side in sides), default=0)
        return Fraction(single if kind == "minor" or not sides else _best(sides))

    def _average(self, kind: str, aim: Aim) -> Fraction:
        """Returns an upper bound on the average worth of one roll of the player's present dice.

        ``kind``: *minor* for the better of the two dice, *full* for both.
        ``aim``: worth of one gold, sun, moon, glory and ship.
        """
        dice = [[self.options((face,), aim) for face in die] for die in self.dice]
        if kind == "minor":
            sums = [sum(_best([side]) for side in die) for die in dice]
            return Fraction(max(sums, default=0), SIDES)
        every = sum(_best(sides) for sides in product(*dice)) if dice else 0
        return Fraction(every, SIDES**2)

    def mean(self, kind: str, aim: Aim, new: int) -> Fraction:
        """Returns an upper bound on the average worth of one roll.

        ``kind``: *minor* for the better of the player's dice, *full* for both, *satyrs* for two
            dice of the opponents.
        ``aim``: worth of one gold, sun, moon, glory and ship.
        ``new``: number of faces that may have been put on the dice before the roll.
        """
        most = self.most(kind, aim)
        if kind == "satyrs":
            return most
        return min(most, self.average(kind, aim) + new * most / SIDES)


type Kind = tuple[int, str, Aim, _Rolled, int]
"""Rolls: number, kind, worth of their resources, bounds for one roll, number of new faces."""


def _worth(got: Gain, aim: Aim) -> int:
    return sum(n * each for n, each in zip(got, aim, strict=False))


def _best(sides: Sequence[Sequence[Option]]) -> int:
    """Returns the most worth that one roll of one or two dice brings.

    ``sides``: for each die, its possible faces as (worth, factor for the other die's worth).
    """
    if len(sides) == 1:
        return max(worth for worth, _ in sides[0])
    return max(a * g + b * f for (a, f), (b, g) in product(*sides))


@dataclass(frozen=True)
class _Turn:
    """Upper bounds on the glory of a last turn with two given actions.

    ``standing``: the start of the turn
    ``first``, ``second``: id of the feat taken or ``FORGE``, blank for no action
    ``rolled``: function from new faces on the dice to the bounds on one roll
    """

    standing: TurnStart
    feats: Mapping[str, Feat]
    rolled: Callable[[frozenset[Face]], _Rolled]
    first: str
    second: str

    # rolls

    @property
    def early(self) -> _Rolled:
        """Bounds on the worth of one roll by Silver Hinds or the turn's first action.

        If such a roll may show a ship, any face for sale may be on the dice.
        """
        bounds = self.rolled(frozenset())
        kinds = ["minor"] * (self.standing.hinds > 0) + [self.rolls(self.first)[1]]
        ships = any(bounds.most(kind, SHIP) for kind in kinds if kind)
        return self.rolled(self.sold) if ships else bounds

    @property
    def late(self) -> _Rolled:
        """Bounds on the worth of one roll by the turn's second action.

        They count all faces that may be on the dice by then: bought, or brought by a feat.
        """
        new = self.early.new
        if self.first == FORGE:
            new |= self.sold
        elif self.first in self.feats:
            new |= frozenset(self.feats[self.first].brings)
        bounds, kind = self.rolled(new), self.rolls(self.second)[1]
        return self.rolled(new | self.sold) if kind and bounds.most(kind, SHIP) else bounds

    @property
    def sold(self) -> frozenset[Face]:
        """Faces for sale in the sanctuary."""
        return frozenset(face for face, copies in self.standing.sanctuary.items() if copies > 0)

    def rolls(self, action: str) -> tuple[int, str, Aim]:
        """Returns an action's number of rolls, their kind, and the worth of each resource in them.

        Kinds: *minor* for one die, *full* for both, *satyrs* for two dice of the opponents. 0 and a
        blank kind if the action does not roll. ``action``: id of the feat taken, or ``FORGE``.
        """
        kind, convert = ROLLING.get(action, ("", ""))
        return ROLLS.get(kind, 0), kind, AIMS[convert]

    def cost(self, action: str) -> Gain:
        return self.feats[action].cost if action in self.feats else Gain()

    # resources

    def gained(self, aim: Aim, *, before: bool = False) -> int:
        """Returns the most of one resource that the turn's rolls before the second action bring.

        ``aim``: the resource, such as ``SUN``; ``SHIP`` for purchases of a face by ship faces
        ``before``: count only rolls before the first action
        """
        p, most = self.standing, self.early.most
        once = most("minor", aim) if p.hinds else Fraction(0)
        total = p.hinds * once
        number, kind, _ = self.rolls(self.first)
        if number and not before:
            total += number * most(kind, aim)
            once = max(once, most(kind, aim))
        return int(total + p.cerberus * once)

    def lacking(self, *, before: bool) -> int:
        """Returns the fewest suns and moons, in total, that owls and Triton tokens must bring.

        That is what the two actions cost beyond the reserve and the most that rolls can bring.
        ``before``: only the first action has to be paid.
        """
        p, spirits = self.standing, self.first == "wild_spirits" and not before
        costs = [self.cost(self.first)]
        if not before:
            costs += [self.cost(self.second), Gain(sun=EXTRA_SUNS)]
        return sum(
            max(
                0,
                sum(getattr(cost, name) for cost in costs)
                - getattr(p.reserve, name)
                - self.gained(aim, before=before)
                - spirits * getattr(WILD_SPIRITS, name),
            )
            for name, aim in zip(RESOURCES[1:3], (SUN, MOON), strict=True)
        )

    @property
    def tokens(self) -> int:
        return self.standing.tritons + (self.first, self.second).count("triton")

    @property
    def possible(self) -> bool:
        p, token = self.standing, TRITON[1].sun
        if self.lacking(before=True) > p.owls + token * p.tritons:
            return False
        tokens = p.tritons + (self.first == "triton")
        return not self.second or self.lacking(before=False) <= p.owls + token * tokens

    @property
    def gold(self) -> int:
        """Upper bound on the gold that owls, Triton tokens and Wild Spirits bring in the turn.

        A token that is needed for suns or moons gives no gold.
        """
        p = self.standing
        lacks = self.lacking(before=not self.second)
        spent = -(-max(0, lacks - p.owls) // TRITON[1].sun)
        spirits = WILD_SPIRITS.gold * (self.first, self.second).count("wild_spirits")
        return p.owls + TRITON[0].gold * (self.tokens - spent) + spirits

    # glory

    def glory(self) -> Fraction:
        """Returns an upper bound on the turn's average glory; 0 if its feats cannot be paid."""
        if not self.possible:
            return Fraction(0)
        return self.helped() + self.printed() + self.of_rolls(self.kinds()) + self.hammered()

    def helped(self) -> int:
        """Returns the most glory that elders and nymphs bring in the reinforcement step."""
        p = self.standing
        tokens = p.owls + TRITON[2].moon * p.tritons
        moons = p.reserve.moon + tokens + self.gained(MOON, before=True)
        gold = p.reserve.gold + p.owls + TRITON[0].gold * p.tritons + self.gained(GOLD, before=True)
        nymph = NYMPH_MORE if moons >= NYMPH_MOONS else NYMPH_GLORY
        return ELDER_GLORY * min(p.elders, gold // ELDER_COST) + nymph * p.nymphs

    def printed(self) -> int:
        """Returns the most glory that the turn's one or two feats bring when they are taken.

        That is the glory printed, Typhon's for each forged face, and that of Great Bears.
        """
        p, glory = self.standing, 0
        portal, occupied, bears = p.portal, p.occupied, p.bears
        for action in (self.first, self.second):
            if action not in self.feats:
                continue
            feat = self.feats[action]
            forged = p.forged + (self.new() if action == self.second else self.shipped())
            glory += feat.glory + feat.per_forged * forged
            if feat.portal in occupied and feat.portal != portal:
                glory += BEAR_GLORY * bears
            portal, occupied = feat.portal, occupied - {feat.portal}
            bears += action == "great_bear"
        return glory

    def shipped(self, *, before: bool = True) -> int:
        """Returns the most faces that ship faces let the player buy before the first action.

        ``before``: false to count all purchases before the second action.
        """
        return self.gained(SHIP, before=before) if any(self.standing.sanctuary.values()) else 0

    def new(self) -> int:
        """Returns the most faces that can be put on the dice before the turn's second action."""
        faces = self.shipped(before=False)
        if self.first == FORGE:
            p = self.standing
            gold = p.reserve.gold + self.gold + self.gained(GOLD, before=True)
            prices = [face.price for face, n in p.sanctuary.items() if n > 0]
            for price in sorted(each for each in prices if each is not None):
                gold -= price
                faces += gold >= 0
        elif self.first in self.feats and self.feats[self.first].brings:
            faces += 1
        return faces

    def kinds(self) -> list[Kind]:
        """Returns a tuple for each source of rolls: Silver Hinds, first action, second action.

        It is (number of rolls, kind, worth of each resource, bounds on one roll, number of new
        faces on the dice). Kinds: *minor* for one die, *full* for both, *satyrs* for two dice of
        the opponents. A source without rolls is left out.
        """
        helped = (self.standing.hinds, "minor", GLORY, self.early, self.shipped())
        first = (*self.rolls(self.first), self.early, self.shipped(before=False))
        second = (*self.rolls(self.second), self.late, self.new() + self.more_ships())
        return [each for each in (helped, first, second) if each[0]]

    def more_ships(self) -> int:
        """Returns the most faces that ships let the player buy in the second action's rolls."""
        number, kind, _ = self.rolls(self.second)
        if not number or not any(self.standing.sanctuary.values()):
            return 0
        again = self.standing.cerberus + (self.first == "cerberus")
        return int((number + again) * self.late.most(kind, SHIP))

    def of_rolls(self, kinds: Sequence[Kind]) -> Fraction:
        """Returns an upper bound on the average worth of all rolls of a turn together.

        Each Cerberus token is taken to repeat the best roll. ``kinds``: for each source of rolls,
        their number, kind, worth of resources, bounds on one roll, number of new faces.
        """
        again = self.standing.cerberus + (self.first == "cerberus")
        mosts = (rolled.most(kind, aim) for _, kind, aim, rolled, _ in kinds)
        total = again * max(mosts, default=Fraction(0))
        for number, kind, aim, rolled, new in kinds:
            total += number * rolled.mean(kind, aim, new)
        return total

    def hammered(self) -> Fraction:
        """Returns an upper bound on the average glory of hammer laps finished in the last turn."""
        p = self.standing.reserve
        hammers = p.hammers + (self.first == "hammer") + (self.second == "hammer")
        room = max(0, points.HAMMER_TRACK * hammers - p.steps)
        sure = min(room, self.gold)
        gold: list[Kind] = [(n, kind, GOLD, dice, new) for n, kind, _, dice, new in self.kinds()]
        mean = min(Fraction(room - sure), self.of_rolls(gold))
        now = points.hammer_laps(p.steps)
        laps = [points.hammer_laps(p.steps + n) - now for n in range(sure, room + 1)]
        return _hull(laps, mean)


def _hull(values: Sequence[int], at: Fraction) -> Fraction:
    """Returns the value at the point ``at`` of the least concave function not below ``values``.

    ``values``: numbers at the points 0, 1, 2 and so on.

    >>> _hull([0, 0, 10, 10], Fraction(1)), _hull([0, 0, 10, 10], Fraction(5, 2))
    (Fraction(5, 1), Fraction(10, 1))
    """
    last = len(values) - 1
    corners = [n for n in range(last + 1) if n in (0, last) or values[n] > values[n - 1]]
    return max(
        values[a] + (at - a) * Fraction(values[b] - values[a], max(1, b - a))
        for a in corners
        for b in corners
        if a <= at <= b
    )

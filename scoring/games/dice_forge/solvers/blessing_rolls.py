"""All rolls of one blessing (a roll for gains) before the player makes any choice.

Choices are among gains and faces to copy by a mirror. Callers make them by a sort key of their own.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product
from math import prod
from operator import sub
from typing import Any

from scoring.solving import deadline

from .dice import NOTHING, SIDES, Die, Face, Gain
from .roll_results import gains

type Options = tuple[Gain, ...]


@dataclass(frozen=True, slots=True)
class OtherFaces:
    """The faces besides those of a player's own dice that decide what a blessing (a roll) brings.

    ``visible``: opponents' faces that show now and stay as they are, for mirrors to copy
    ``dice``: opponents' dice that are rolled as well; none if only the player rolls
    ``owned``: ids of the boar faces whose cards the player owns: they pay when rolled
    """

    visible: tuple[Face, ...] = ()
    dice: tuple[Die, ...] = ()
    owned: frozenset[str] = frozenset()


NOBODY = OtherFaces()

type Copied = tuple[Face, Face]
"""Opponents' faces that a player's two mirrors copy; a single mirror: the same face twice."""


@dataclass(frozen=True, slots=True)
class Blessing:
    """All rolls of one blessing, counted, before any choice: a player's dice and opponents' dice.

    ``open``: gains to choose from, to the number of rolls that offer them without a mirror to copy
    ``copying``: rolls with the same mirrors and the same other face: number of such rolls of the
        player's dice alone, and faces that the mirrors may copy, to the gains to choose from then
    ``shown``: opponents' faces that show in every roll
    ``sides``: face that opponents show or may roll, to the number of sides with it on each die
    ``dice``: number of dice that the opponents roll
    ``total``: number of all rolls; of the player's dice alone if they have no mirror

    A gain is left out if another one on offer has at least as much of every resource.
    """

    open: Mapping[Options, int]
    copying: Sequence[tuple[int, Mapping[Copied, Options]]]
    shown: frozenset[Face]
    sides: Mapping[Face, tuple[int, ...]]
    dice: int
    total: int

    def chosen(self, key: Callable[[Gain], Any]) -> dict[Gain, int]:
        """Returns gain to number of rolls that give it, if the player always takes the best gain.

        The best has the largest ``key``, a function of the gain; of equal ones any is taken.
        """
        counts: dict[Gain, int] = {}
        for options, count in self.open.items():
            got = max(options, key=key)
            counts[got] = counts.get(got, 0) + count
        for times, ways in self.copying:
            for got, weight in self._best_copies(ways, key):
                counts[got] = counts.get(got, 0) + times * weight
        return counts

    def _best_copies(
        self, ways: Mapping[Copied, Options], key: Callable[[Gain], Any]
    ) -> Iterator[tuple[Gain, int]]:
        """Yields (gain, number of opponents' rolls in which the player's mirrors take this gain).

        ``ways``: faces that they may copy, to the gains to choose from. They take the gain with the
        largest ``key``, a function of the gain. Opponents' rolls are split into cases: faces that
        must show (``showing``), faces that must not (``gone``), number of sides of each die that
        may come up (``free``). The best faces still possible split a case by one of them.
        """
        deadline.check()
        ranked = [(frozenset(copied), max(options, key=key)) for copied, options in ways.items()]
        # of equal gains, one face twice comes first: it needs the fewest faces
        ranked.sort(key=lambda each: (key(each[1]), -len(each[0])), reverse=True)
        cases = [(0, self.shown, frozenset[Face](), (SIDES,) * self.dice, SIDES**self.dice)]
        while cases:
            place, showing, gone, free, rolls = cases.pop()
            while gone & ranked[place][0]:
                place += 1
            copied, got = ranked[place]
            missing = copied - showing
            if not missing:
                yield got, rolls
                continue
            face = next(iter(missing))
            less = tuple(map(sub, free, self.sides[face]))
            without = _rolls(less, [self.sides[each] for each in showing - self.shown])
            if without:
                cases.append((place + 1, showing, gone | {face}, less, without))
            if len(missing) == 1 and without < rolls:
                yield got, rolls - without
            elif without < rolls:
                cases.append((place, showing | {face}, gone, free, rolls - without))

    def largest(self) -> Gain:
        """Returns the most of each resource that any roll of the blessing can give, as one gain."""
        copied = (options for _, ways in self.copying for options in ways.values())
        return Gain(*map(max, *chain.from_iterable(chain(self.open, copied)), NOTHING))


def _rolls(free: tuple[int, ...], showing: Sequence[tuple[int, ...]]) -> int:
    """Returns the number of rolls of some dice in which each of several faces shows.

    ``free``: for each die, the number of sides that may come up. ``showing``: for each face, the
    number of sides with it on each die.
    """
    if not showing:
        return prod(free)
    face, *rest = showing
    return _rolls(free, rest) - _rolls(tuple(map(sub, free, face)), rest)


def blessing(dice: Sequence[Die], others: OtherFaces = NOBODY) -> Blessing:
    """Returns all rolls of a divine blessing (two dice, 36 rolls) or of a minor one (one die, 6).

    ``others``: opponents' faces for mirrors to copy. A die may have fewer than six faces, even one;
    they are equally likely.
    """
    mirrors = any(face.mode == "mirror" for die in dice for face in die)
    views = SIDES ** len(others.dice) if mirrors else 1
    rolled = [Counter(die) for die in others.dice]
    view = dict.fromkeys(chain(others.visible, *others.dice))
    beside: Counter[tuple[Face, ...]] = Counter()
    opened: Counter[Options] = Counter()
    for faces, times in Counter(product(*dice)).items():
        plain = tuple(face for face in faces if face.mode != "mirror") if mirrors else faces
        if len(plain) < len(faces) and view:
            beside[plain] += times
        else:
            opened[_gains(plain, others)] += times * views
    copying = [
        (times, _copies(view, plain, len(dice) - len(plain), others))
        for plain, times in beside.items()
    ]
    sides = {face: tuple(die[face] for die in rolled) for face in view}
    total = prod(map(len, dice)) * views
    return Blessing(opened, copying, frozenset(others.visible), sides, len(rolled), total)


def _copies(
    view: Iterable[Face], plain: tuple[Face, ...], mirrors: int, others: OtherFaces
) -> dict[Copied, Options]:
    """Returns opponents' faces that a player's mirrors may copy, to the gains to choose from then.

    ``view``: opponents' faces that may show. ``plain``: the player's face beside a single mirror;
    empty if two ``mirrors`` are rolled, or one die. ``others``: has the player's boar cards.
    """
    ways: dict[Copied, Options] = {}
    for face in view:
        # a mirror that copies an opponent's mirror counts as one's own other face, so two mirrors
        # that find only mirrors give nothing; source: ruling mirror_copies_mirror
        copies = plain if face.mode == "mirror" else (face,) * mirrors
        ways[face, face] = _gains((*copies, *plain), others)
    if mirrors > 1:
        copied = [face for face in view if face.mode != "mirror"]
        ways |= {pair: _gains(pair, others) for pair in combinations(copied, 2)}
    return ways


def _gains(faces: tuple[Face, ...], others: OtherFaces) -> Options:
    return gains(faces, others.owned) if faces else (NOTHING,)

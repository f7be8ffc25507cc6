"""All rolls of one blessing (a roll for gains) before the player makes any choice.

Choices are among gains and faces to copy by a mirror. Callers make them by a sort key of their own.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations_with_replacement, product
from math import prod
from operator import add, sub
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


@dataclass(frozen=True, slots=True)
class Visibility:
    """The opponents' rolls in which a certain face shows, so that a mirror can copy it.

    ``always``: true if it shows in every roll
    ``sides``: for each opponents' die that is rolled, its number of sides with this face
    """

    always: bool
    sides: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MirrorRolls:
    """Rolls of a player's dice that show one mirror, and a certain other face (none with one die).

    ``ways``: gains to choose from, to the opponents' rolls in which the mirror can copy a face that
        offers them; if that face is a mirror, it counts as the player's own other face
    ``times``: number of such rolls of the player's dice
    """

    ways: Mapping[Options, Visibility]
    times: int


@dataclass(frozen=True, slots=True)
class Blessing:
    """All rolls of one blessing, counted, before any choice: a player's dice and opponents' dice.

    ``certain``: gain that leaves no choice, to the number of rolls that give it
    ``open``: gains to choose from, to the number of rolls that offer them
    ``copying``: rolls of the player's dice with one mirror, one entry for each face beside it
    ``pairs``: two faces that two mirrors may copy, to the gains to choose from
    ``pair_times``: number of rolls of the player's dice with two mirrors; 0 without ``pairs``
    ``view``: face that opponents show or may roll, to their rolls in which it shows
    ``dice``: number of dice that the opponents roll
    ``total``: number of all rolls; of the player's dice alone if they have no mirror

    Numbers in ``copying`` and ``pair_times`` count rolls of the player's dice alone. A gain is left
    out if another one on offer has at least as much of every resource.
    """

    certain: Mapping[Gain, int]
    open: Mapping[Options, int]
    copying: tuple[MirrorRolls, ...]
    pairs: Mapping[tuple[Face, Face], Options]
    pair_times: int
    view: Mapping[Face, Visibility]
    dice: int
    total: int

    def chosen(self, key: Callable[[Gain], Any]) -> dict[Gain, int]:
        """Returns gain to number of rolls that give it, if the player always takes the best gain.

        The best has the largest ``key``, a function of the gain; of equal ones any is taken.
        """
        counts = dict(self.certain)
        for options, count in self.open.items():
            got = max(options, key=key)
            counts[got] = counts.get(got, 0) + count
        for part in self.copying:
            for got, weight in self._best_copy(part, key):
                counts[got] = counts.get(got, 0) + part.times * weight
        if self.pairs:
            for got, weight in self._best_pair(key):
                counts[got] = counts.get(got, 0) + self.pair_times * weight
        return counts

    def _best_copy(
        self, part: MirrorRolls, key: Callable[[Gain], Any]
    ) -> Iterator[tuple[Gain, int]]:
        """Yields (gain, number of opponents' rolls in which the player's mirror takes this gain).

        ``part``: rolls of the player's dice with one mirror. It takes the gain with the largest
        ``key``, a function of the gain, among those of the faces that opponents show.
        """
        giving: dict[Gain, list[Visibility]] = {}
        for options, seen in part.ways.items():
            giving.setdefault(max(options, key=key), []).append(seen)
        free = [SIDES] * self.dice
        left = SIDES**self.dice
        for got in sorted(giving, key=key, reverse=True):
            for seen in giving[got]:
                if seen.always:
                    yield got, left
                    return
                free = list(map(sub, free, seen.sides))
            now = prod(free)
            if now < left:
                yield got, left - now
            if not now:
                return
            left = now

    def _best_pair(self, key: Callable[[Gain], Any]) -> Iterator[tuple[Gain, int]]:
        """Yields (gain, number of opponents' rolls in which the player's two mirrors take it).

        They take the gain with the largest ``key``, a function of the gain. Opponents' rolls are
        split into cases: faces that must show (``showing``), faces that must not (``gone``), number
        of sides of each die that may come up (``free``). The best pair still possible splits a case
        by one of its faces.
        """
        tops = [(pair, max(options, key=key)) for pair, options in self.pairs.items()]
        tops.sort(  # of equal gains, one face twice comes first: it needs the fewest faces
            key=lambda each: (each[0][0].mode != "mirror", key(each[1]), each[0][0] is each[0][1]),
            reverse=True,
        )
        number = {face: n for n, face in enumerate(self.view)}
        sides = [seen.sides for seen in self.view.values()]
        certain = sum(1 << n for n, seen in enumerate(self.view.values()) if seen.always)
        ranked = [(number[first], number[second], got) for (first, second), got in tops]
        cases = [(0, certain, 0, (SIDES,) * self.dice, SIDES**self.dice)]
        while cases:
            deadline.check()
            place, showing, gone, free, rolls = cases.pop()
            first, second, got = ranked[place]
            while (gone >> first | gone >> second) & 1:
                place += 1
                first, second, got = ranked[place]
            if not showing >> first & 1:
                missing = first
            elif not showing >> second & 1:
                missing = second
            else:
                yield got, rolls
                continue
            less = tuple(map(sub, free, sides[missing]))
            needed = showing & ~certain
            without = _rolls(less, [each for n, each in enumerate(sides) if needed >> n & 1])
            if without:
                cases.append((place + 1, showing, gone | 1 << missing, less, without))
            if without < rolls:
                cases.append((place, showing | 1 << missing, gone, free, rolls - without))

    def largest(self) -> Gain:
        """Returns the most of each resource that any roll of the blessing can give, as one gain."""
        every = [
            *self.certain,
            *chain.from_iterable(self.open),
            *chain.from_iterable(chain.from_iterable(part.ways) for part in self.copying),
            *chain.from_iterable(self.pairs.values()),
        ]
        return Gain(*map(max, *every, NOTHING))


def _rolls(free: tuple[int, ...], showing: Sequence[tuple[int, ...]]) -> int:
    """Returns the number of rolls of some dice in which each of several faces shows.

    ``free``: for each die, the number of sides that may come up. ``showing``: for each face, the
    number of sides with it on each die.
    """
    if not showing:
        return prod(free)
    face, *rest = showing
    return _rolls(free, rest) - _rolls(tuple(map(sub, free, face)), rest)


def _together(ways: Iterable[tuple[Options, Visibility]]) -> dict[Options, Visibility]:
    """Returns ``ways`` as a mapping, in which pairs with the same gains are merged.

    A pair is the gains to choose from if a mirror copies a certain face, and the opponents' rolls
    in which this face shows. Merging adds up numbers of sides.
    """
    merged: dict[Options, Visibility] = {}
    for options, seen in ways:
        if before := merged.get(options):
            sides = tuple(map(add, before.sides, seen.sides))
            merged[options] = Visibility(before.always or seen.always, sides)
        else:
            merged[options] = seen
    return merged


def _add(
    certain: dict[Gain, int], opened: dict[Options, int], options: Options, count: int
) -> None:
    if len(options) == 1:
        certain[options[0]] = certain.get(options[0], 0) + count
    else:
        opened[options] = opened.get(options, 0) + count


def blessing(dice: Sequence[Die], others: OtherFaces = NOBODY) -> Blessing:
    """Returns all rolls of a divine blessing (two dice, 36 rolls) or of a minor one (one die, 6).

    ``others``: opponents' faces for mirrors to copy. A die may have fewer than six faces, even one;
    they are equally likely.
    """
    rolls = Counter(product(*dice))
    mirrors = any(face.mode == "mirror" for die in dice for face in die)
    views = SIDES ** len(others.dice) if mirrors else 1
    certain: dict[Gain, int] = {}
    opened: dict[Options, int] = {}
    beside: Counter[Face | None] = Counter()
    both = 0
    for faces, times in rolls.items():
        plain = [face for face in faces if face.mode != "mirror"] if mirrors else faces
        if len(plain) == len(faces):
            _add(certain, opened, gains(faces, others.owned), times * views)
        elif plain or len(faces) == 1:
            beside[plain[0] if plain else None] += times
        else:
            both += times
    rolled = [Counter(die) for die in others.dice]
    view = {
        face: Visibility(face in others.visible, tuple(die[face] for die in rolled))
        for face in dict.fromkeys(chain(others.visible, *others.dice))
    }
    copying: list[MirrorRolls] = []
    for other, times in beside.items():
        if view:
            # a mirror that copies an opponent's mirror counts as one's own other face
            ways = _together(
                (_mirrored(other if face.mode == "mirror" else face, other, others), seen)
                for face, seen in view.items()
            )
            copying.append(MirrorRolls(ways, times))
        else:
            _add(certain, opened, _mirrored(None, other, others), times * views)
    pairs: dict[tuple[Face, Face], Options] = {}
    copied = [face for face in view if face.mode != "mirror"]
    if both and copied:
        pairs = {
            pair: gains(pair, others.owned) for pair in combinations_with_replacement(copied, 2)
        }
        # Two mirrors that find only mirrors give nothing: one's own faces are mirrors as well.
        # Source: ruling mirror_copies_mirror.
        pairs |= {(face, face): (NOTHING,) for face in view if face.mode == "mirror"}
    elif both:
        _add(certain, opened, (NOTHING,), both * views)
    return Blessing(
        certain,
        opened,
        tuple(copying),
        pairs,
        both if pairs else 0,
        view,
        len(others.dice),
        rolls.total() * views,
    )


def _mirrored(copied: Face | None, other: Face | None, others: OtherFaces) -> Options:
    """Returns the gains to choose from if a player's mirror counts as the face ``copied``.

    ``copied``: ``None`` if there is nothing to copy. ``other``: face that the player's second die
    shows; ``None`` if only one is rolled. ``others``: has the boar cards that the player owns.
    """
    if copied is not None and other is not None:
        return gains((copied, other), others.owned)
    face = copied or other
    return (NOTHING,) if face is None else gains((face,), others.owned)

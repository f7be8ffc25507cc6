"""Search for the most ranks of a class that a player may still reach by the end of an age.

Every way that the rest of the age may go is tried, at its best for that player: a tavern not laid
out yet holds the dwarf that is wanted as long as the deck may have one, and nobody is in the way.
No sheet has the order of a column, so any dwarf may be its last.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from scoring.solving import deadline

from .army import CLASSES, DOUBLES
from .end_decisions_programme import HOURYA_NEEDS

type Ranks = tuple[int, ...]
"""A number for each class, in the order of ``CLASSES``."""

KINDS = range(len(CLASSES))
SETS = range(1, 2 ** len(CLASSES))
"""Every set of classes, as a bit mask."""
EXPLORER = CLASSES.index("explorer")
LAST_AGE = 2
UNPLACED = -1
"""Column of the heroes Ylud and Thrud while it is unknown, or they stand in none."""
DISCARDS = {"bonfur": 1, "dagda": 2}
"""Heroes that cost the last dwarf of so many other columns."""
CHOSEN = ("ylud", "thrud", "olwyn")
"""Heroes that bring ranks in columns of the player's choice."""
FETCHING = {"andumia": 1, "holda": 3}
"""Heroes that fetch a card, with the most ranks of it: Holda's may be an artifact for a hero."""
ORDER = ("dwarves", "camp", "hero", "put")
"""Order in which steps are told."""


class Mercenary(NamedTuple):
    """A card that adds a rank to one of its classes. ``classes``: these, as a bit mask."""

    id: str
    classes: int


class Rival(NamedTuple):
    """The player for whom the most ranks of a class are searched.

    ``ranks``: in play, by class, Ylud and Thrud included. ``heroes``: number that took a line each.
    ``recruits``: false if lines bring no heroes (Megingjord). ``waiting``: mercenaries that wait.
    ``ylud``, ``thrud``: index of these heroes' column, ``UNPLACED``, or ``None`` without her.
    """

    ranks: Ranks
    heroes: int = 0
    recruits: bool = True
    waiting: tuple[Mercenary, ...] = ()
    ylud: int | None = None
    thrud: int | None = None


class Rest(NamedTuple):
    """The rest of an age: all that players may still take in it.

    ``taverns``: for each whose cards are known, a bit mask of the classes of its dwarves.
    ``hidden``: number of taverns still to be laid out; ``left``: the most dwarves of each class
    that these bring. ``heroes``: ids on display, with the ranks printed on them. ``camp``: cards
    there, each good for a rank.
    """

    age: int
    taverns: tuple[int, ...]
    hidden: int
    left: Ranks
    heroes: Mapping[str, Ranks]
    camp: tuple[Mercenary, ...] = ()


class Step(NamedTuple):
    """Something that a player does for more ranks: ``what`` is *dwarves*, *camp*, *hero* or *put*.

    ``card``: id of a mercenary or hero, who is put into a column or comes for a line. ``kind``:
    index of the class. ``number``: of dwarves, or of the line.
    """

    what: str
    card: str = ""
    kind: int = 0
    number: int = 1


class Reach(NamedTuple):
    """The most ranks of a class that a player can reach, and the steps that lead there."""

    most: int
    steps: tuple[Step, ...] = ()


class _State(NamedTuple):
    """State of the search for most ranks: a player's ranks, heroes, what else may bring ranks.

    ``cards``: ranks by class, without new dwarves and mercenaries. ``needed``: ranks by class that
    those must bring. ``away``: ranks of the class looked for that leave before the count.
    ``thrud``: true if Thrud may help any line. ``anywhere``: ranks for any column. ``moved``: true
    after Ylud's last move.
    """

    cards: Ranks
    needed: Ranks
    heroes: int
    display: frozenset[str]
    ylud: int | None
    away: int
    thrud: bool
    anywhere: int
    moved: bool = False


class Search:
    """Search for the most ranks of a class that a player may have when the age is over: ``best``.

    ``rival``: the player. ``rest``: what may still be taken. ``kind``: index of the class. The
    search stops at the first way to ``enough`` ranks. Without ``loose``, the cards allow every way
    found, and none is missed but for Thrud moving on, Hourya and whoever fetches a card. With
    ``loose`` the result is an upper bound: so many further ranks come, in any column; Thrud helps
    any line at any time, heroes cost no dwarves, and a card that is fetched has its most ranks.
    """

    def __init__(
        self, rival: Rival, rest: Rest, kind: int, enough: int, loose: int | None = None
    ) -> None:
        self.rival, self.rest, self.kind, self.enough, self.loose = rival, rest, kind, enough, loose
        self.best, self.seen = Reach(-1), set[_State]()
        special = dict.fromkeys(CHOSEN, 1) | ({} if loose is None else FETCHING)
        if rest.age == LAST_AGE:
            special["thrud"] = 0
        self.brings = {
            hero: max(ranks[kind], special.get(hero, 0))
            for hero, ranks in rest.heroes.items()
            if any(ranks) or hero in special
        }
        self.fills = {h: sum(rest.heroes[h]) or FETCHING.get(h, DOUBLES) for h in self.brings}
        self.capacity = self._capacity(rival.waiting, rest.camp)
        cards, thrud = rival.ranks, rival.thrud
        if loose is not None and thrud is not None and thrud != UNPLACED:
            cards = _plus(cards, thrud, -1)
        away = loose is None and thrud == kind and rest.age == LAST_AGE
        helps = loose is not None and (thrud is not None or (loose > 0 and "thrud" in self.brings))
        display, none = frozenset(self.brings), (0,) * len(CLASSES)
        start = (cards, none, rival.heroes, display, rival.ylud, int(away), helps, loose or 0)
        self._look(_State(*start), ())

    def _look(self, state: _State, steps: tuple[Step, ...]) -> None:
        """Searches on from a state; keeps the most ranks met, with all steps, in ``self.best``."""
        deadline.check()
        most = self._most(state)
        if most > self.best.most:
            every = (*self._gathered(state, min(most, self.enough)), *steps)
            self.best = Reach(most, tuple(sorted(every, key=lambda step: ORDER.index(step.what))))
        if self._ceiling(state, most) <= self.best.most:
            return
        for step, after in self._next(state):
            if self.best.most >= self.enough:
                return
            if after not in self.seen and _met(after.needed, self.capacity, after.anywhere):
                self.seen.add(after)
                self._look(after, (*steps, step))

    def _next(self, state: _State) -> Iterator[tuple[Step, _State]]:
        """Yields (step, state after it) for what can follow: a hero, or Ylud's last move."""
        level = state.heroes + 1
        for needed in self._lines(state, level) if self.rival.recruits else ():
            if _met(needed, self.capacity, state.anywhere):
                lined = state._replace(needed=needed, heroes=level)
                for hero in sorted(state.display, key=lambda each: (-self.brings[each], each)):
                    step = Step("hero", hero, number=level)
                    yield from ((step, after) for after in self._recruited(lined, hero))
        if state.ylud is not None and not state.moved:
            left = state.cards if state.ylud == UNPLACED else _plus(state.cards, state.ylud, -1)
            for kind in KINDS:
                step = Step("put", "ylud", kind)
                yield step, state._replace(moved=True, cards=_plus(left, kind, 1))

    def _lines(self, state: _State, level: int) -> Iterator[Ranks]:
        """Yields what a player needs for ``level`` lines (one rank of each class): ranks by class.

        There are several ways if the hero Thrud saves one rank, in a class of choice.
        """
        pairs = list(zip(state.needed, state.cards, strict=True))
        full = tuple(max(n, level - own) for n, own in pairs)
        saves = [kind for kind, (n, own) in enumerate(pairs) if state.thrud and level - own > n]
        yield from (_plus(full, kind, -1) for kind in saves)
        if not saves:
            yield full

    def _recruited(self, state: _State, hero: str) -> Iterator[_State]:
        """Yields the search's states after a player gets a hero, one for each choice of columns."""
        cards, own = state.cards, self.rest.heroes[hero]
        state = state._replace(display=state.display - {hero})
        if hero == "ylud":
            yield state._replace(ylud=UNPLACED)
        elif hero in FETCHING:
            helps = state.thrud or (hero == "holda" and "thrud" in state.display)
            yield state._replace(anywhere=state.anywhere + FETCHING[hero], thrud=helps)
        elif hero == "thrud" and self.loose is not None:
            yield state._replace(thrud=True)
        elif hero == "thrud":
            for kind in KINDS:
                leaves = kind == self.kind and self.rest.age == LAST_AGE
                yield state._replace(cards=_plus(cards, kind, 1), away=state.away + leaves)
        elif hero == "olwyn":
            for one, two in combinations(KINDS, DOUBLES):
                yield state._replace(cards=_plus(_plus(cards, one, 1), two, 1))
        else:
            needed, lacking = state.needed, 0
            if hero == "hourya":
                lacking = HOURYA_NEEDS - cards[EXPLORER] - state.thrud
                if self.loose is None and (lacking > 0 or state.moved):
                    return  # the line may be complete before the fifth explorer comes
            needed = _plus(needed, EXPLORER, max(0, lacking - needed[EXPLORER]))
            others = [kind for kind in KINDS if not own[kind] and kind != self.kind]
            for lost in combinations(others, DISCARDS.get(hero, 0) if self.loose is None else 0):
                after = tuple(n + own[kind] - (kind in lost) for kind, n in enumerate(cards))
                yield state._replace(cards=after, needed=needed)

    def _capacity(
        self, waiting: tuple[Mercenary, ...], camp: tuple[Mercenary, ...], hired: int = 0
    ) -> list[int]:
        """Returns the most ranks that new dwarves and mercenaries bring to each set of classes.

        By bit mask of the set. Needs can be met if no set of classes needs more than that: every
        card gives its rank to one of the classes it has (a polymatroid). ``waiting``, ``camp``:
        mercenaries that the player has, and that lie in the camp. ``hired``: taverns left out for
        cards of the camp.
        """
        rest, found = self.rest, [0]
        visits = len(rest.taverns) + rest.hidden - hired
        for among in SETS:
            left = sum(n for kind, n in enumerate(rest.left) if among >> kind & 1)
            dwarves = sum(bool(each & among) for each in rest.taverns) + min(rest.hidden, left)
            own = sum(bool(each.classes & among) for each in waiting)
            camping = sum(bool(each.classes & among) for each in camp)
            found.append(own + min(visits, dwarves + camping))
        return found

    def _most(self, state: _State) -> int:
        """Returns the most ranks that a player can reach from a state without further heroes."""
        own, bit, sums = self.kind, 1 << self.kind, _sums(state.needed)
        room = min(self.capacity[among] - sums[among] for among in SETS if among & bit)
        # Thrud is gone when the last age is counted
        thrud = state.thrud and self.rest.age != LAST_AGE
        gained = room + state.anywhere + state.needed[own] + thrud + self._last_move(state)
        return state.cards[own] - state.away + gained

    def _ceiling(self, state: _State, most: int) -> int:
        """Returns ranks that a player cannot exceed from a state, whatever heroes still come.

        Each hero takes a line (a rank of each class): cards that fill its other classes bring none
        here. ``most``: the most ranks without further heroes.
        """
        own, found = self.kind, most
        gains = sorted((self.brings[hero] for hero in state.display), reverse=True)
        fills = sorted((self.fills[hero] for hero in state.display), reverse=True)
        last = state.ylud is not None and not state.moved
        supply = self.capacity[-1] + state.anywhere + state.thrud + last
        for n in range(1, len(gains) * self.rival.recruits + 1):
            level = state.heroes + n
            lacking = sum(max(0, level - c) for k, c in enumerate(state.cards) if k != own)
            room = supply - max(0, lacking - sum(fills[: n - 1]))
            if room < 0:
                break
            found = max(found, min(most, state.cards[own] + room + state.thrud) + sum(gains[:n]))
        return found

    def _last_move(self, state: _State) -> bool:
        return state.ylud is not None and not state.moved and state.ylud != self.kind

    def _gathered(self, state: _State, most: int) -> Iterator[Step]:
        """Yields the steps (dwarves, mercenaries, Ylud) that bring a state to ``most`` ranks."""
        own, spare = self.kind, state.anywhere
        wanted = most - state.cards[own] + state.away - self._last_move(state)
        needed = _plus(state.needed, own, max(0, wanted - state.needed[own]))
        waiting, camp, hired = self.rival.waiting, self.rest.camp, 0
        for each in (*waiting, *camp):
            calls = each not in waiting
            waiting, camp = (tuple(c for c in group if c != each) for group in (waiting, camp))
            if calls and _met(needed, self._capacity(waiting, camp, hired), spare):
                continue
            capacity = self._capacity(waiting, camp, hired + calls)
            for kind in (k for k in KINDS if each.classes >> k & 1 and needed[k]):
                if _met(fewer := _plus(needed, kind, -1), capacity, spare):
                    yield Step("camp" if calls else "put", each.id, kind)
                    needed, hired = fewer, hired + calls
                    break
        yield from (Step("dwarves", kind=k, number=n) for k, n in enumerate(needed) if n)
        if self._last_move(state):
            yield Step("put", "ylud", own)


def _plus(ranks: Ranks, kind: int, number: int) -> Ranks:
    return (*ranks[:kind], ranks[kind] + number, *ranks[kind + 1 :])


def _sums(needed: Ranks) -> list[int]:
    """Returns the sum of ``needed`` (ranks by class) for each set of classes, by bit mask."""
    sums = [0]
    for each in needed:
        sums += [each + before for before in sums]
    return sums


def _met(needed: Ranks, capacity: list[int], spare: int) -> bool:
    """True if no set of classes needs more ranks than its capacity and ``spare`` together.

    ``needed``: ranks by class. ``capacity``: the most ranks that cards can bring a set of classes
    together, by bit mask of the set.
    """
    return all(n <= most + spare for n, most in zip(_sums(needed)[1:], capacity[1:], strict=True))

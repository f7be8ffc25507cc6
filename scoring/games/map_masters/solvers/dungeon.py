"""A laid-out dungeon, described in text as a small graph, and the search for its best legal path.

The description is a list of statements, divided by ``;`` or line ends:

``A-B ks``   a passage from place A to place B with its icons in order from A; used once at most
``>-A c``    the same from an outer opening; ``>`` may also stand at the other end
``R: Mbo``   R is a room, with what it holds; all places not named so are crossings, passed once
``D= o``     a crossing that holds something; a magic circle always needs a place of its own
``A-B P1``   a pit above basement place 1; ``p1`` for a pit in a room; numbers are basement places
``A-1 U``    stairs, the only passage that joins the two levels

Passages of a room are written clockwise: lines inside it must not cross. A line that begins or ends
inside a room is taken to be able to reach every opening; see the README.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.solving import deadline

from .typed_paths import CIRCLED, FOUND, ITEMS, PAID, clean, walk

OUT = ">"
_PASSAGE = re.compile(r"(>|[A-Z][0-9]?|[1-9][0-9]?)-(>|[A-Z][0-9]?|[1-9][0-9]?)(?:\s+(.*))?\Z")
_CONTENT = re.compile(r"([A-Z][0-9]?|[1-9][0-9]?)\s*([:=])\s*(.*)\Z")
_ICON = re.compile(r"([a-zA-Z])([0-9]{0,2})")


class UnreadableDescription(ValueError):
    """Raised for a description that cannot be read.

    ``reason``: message id that explains it, without ``unclear-``. ``what``: a misplaced sign, else
    empty.
    """

    def __init__(self, statement: str, reason: str, what: str = "") -> None:
        super().__init__(f"{statement}: {reason}")
        self.statement, self.reason, self.what = statement, reason, what


@dataclass(frozen=True, slots=True)
class Icon:
    """An icon of a dungeon, by its sign; ``below``: the basement place under a pit, if given."""

    sign: str
    below: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A room or crossing of a dungeon, with its icons and the number of monsters in it."""

    name: str
    room: bool = False
    monsters: int = 0
    icons: tuple[Icon, ...] = ()

    @property
    def circle(self) -> bool:
        return any(icon.sign == "o" for icon in self.icons)


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage of a dungeon: its icons in order, from the first of its two ends (place names)."""

    ends: tuple[str, str]
    icons: tuple[Icon, ...]


@dataclass(frozen=True, slots=True)
class Dungeon:
    places: Mapping[str, Place]
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Route:
    """The best path found in a dungeon.

    ``text``: the path in typed signs, such as ``csk(Mc)>``.
    ``circled``: icon id to number.
    ``value``: its worth, in the unit of the icons' values that were passed to ``search``.
    ``bound``: worth that no path exceeds; equal to ``value`` if the path is proven best.
    """

    text: str
    circled: Mapping[str, int]
    escaped: bool
    value: int
    bound: int


# ── reading ────────────────────────────────────────────────────────────────────────────


def read(text: str) -> Dungeon:
    """Reads a dungeon, its places and passages, from the text that describes it.

    Raises ``UnreadableDescription``.

    >>> found = read("> - A kL; A-R s; R: Mo; R-> c")
    >>> len(found.passages), found.places["R"].monsters
    (3, 1)
    """
    passages: list[Passage] = []
    places: dict[str, Place] = {}
    for statement in re.split(r"[;；\n]", text):
        statement = re.sub(r"\s*[-－]\s*", "-", statement.strip())
        if not statement:
            continue
        if match := _PASSAGE.match(statement):
            icons = _icons(statement, match[3] or "", "cbskrqMLPVUxy")
            _levels(statement, (match[1], match[2]), [icon.sign for icon in icons])
            passages.append(Passage((match[1], match[2]), icons))
        elif match := _CONTENT.match(statement):
            if match[1] in places:
                raise UnreadableDescription(statement, "twice")
            room = match[2] == ":"
            signs = "Mcbskrqxypo" if room else "cbskrqxyo"
            icons = _icons(statement, match[3], signs)
            others = tuple(i for i in icons if i.sign != "M")
            if match[1].isdigit() and any(i.sign == "p" for i in others):
                raise UnreadableDescription(statement, "pit-in-basement")
            if sum(i.sign == "o" for i in others) > 1:
                raise UnreadableDescription(statement, "two-circles")
            places[match[1]] = Place(match[1], room, len(icons) - len(others), others)
        else:
            raise UnreadableDescription(statement, "neither")
    named = [name for p in passages for name in (*p.ends, *(icon.below for icon in p.icons))]
    named += [icon.below for place in places.values() for icon in place.icons]
    for name in named:
        if name not in ("", OUT):
            places.setdefault(name, Place(name))
    return Dungeon(places, tuple(passages))


def _levels(statement: str, ends: tuple[str, str], signs: Sequence[str]) -> None:
    """Checks that only stairs join the two levels, and that no pit is in the basement.

    ``ends``: names of the places that a passage joins; a number is one in the basement. ``signs``:
    the passage's icons. ``statement``: its description, for the error. Raises
    ``UnreadableDescription``.
    """
    levels = {end.isdigit() for end in ends if end != OUT}
    if len(levels) == 2 and signs.count("U") != 1:
        raise UnreadableDescription(statement, "no-stairs")
    if len(levels) < 2 and OUT not in ends and "U" in signs:
        raise UnreadableDescription(statement, "idle-stairs")
    if "P" in signs and (True in levels or "U" in signs):
        raise UnreadableDescription(statement, "pit-in-basement")


def _icons(statement: str, text: str, allowed: str) -> tuple[Icon, ...]:
    text = clean(text)
    icons = []
    for match in _ICON.finditer(text):
        sign, below = match[1], match[2]
        if sign not in allowed or (below and sign not in "Pp"):
            raise UnreadableDescription(statement, "misplaced", match[0])
        icons.append(Icon(sign, below))
    if "".join(i.sign + i.below for i in icons) != text:
        raise UnreadableDescription(statement, "unknown-signs")
    return tuple(icons)


# ── searching ──────────────────────────────────────────────────────────────────────────

type Token = tuple[str, str]
"""A sign of the path, and the item that pays for it (empty if it costs nothing)."""


class _At(NamedTuple):
    """State of the search for a path: the place reached, items at hand, and what is used up."""

    place: str
    by: int  # opening through which the room was entered; -1 after a fall or a jump
    used: int  # passages already used, one bit each
    seen: frozenset[str]  # places passed or entered
    struck: frozenset[str]  # magic circles used for a jump
    items: tuple[int, ...]
    chords: frozenset[tuple[int, int]]  # pairs of openings that the line joins inside rooms
    fresh: bool  # the line is here for the first time
    value: int = 0  # worth of the path so far
    tokens: tuple[Token, ...] = ()  # and its signs

    def with_signs(self, *tokens: Token) -> "_At":
        return self._replace(tokens=(*self.tokens, *tokens))

    def with_item(self, item: str, number: int) -> "_At":
        """Returns this state with so many more items of this id."""
        items = list(self.items)
        items[ITEMS.index(item)] += number
        return self._replace(items=tuple(items))


class _Search:
    def __init__(self, dungeon: Dungeon, values: Mapping[str, int], escape: int) -> None:
        self.dungeon, self.values, self.escape = dungeon, values, escape
        self.ways: dict[str, list[tuple[int, int]]] = {}
        for n, passage in enumerate(dungeon.passages):
            for side, name in enumerate(passage.ends):
                self.ways.setdefault(name, []).append((n, side))
        self.circles = tuple(p.name for p in dungeon.places.values() if p.circle)
        self.inside = {p.name: self._sum(p) for p in dungeon.places.values()}
        self.along = [sum(map(self._value, p.icons)) for p in dungeon.passages]
        self.best = -1
        self.best_tokens: tuple[Token, ...] = ()
        self.best_out = False
        self.best_by_state: dict[tuple[object, ...], int] = {}
        self.count = 0  # steps; the deadline is checked every 256th

    def _value(self, icon: Icon) -> int:
        return self.values.get(CIRCLED[icon.sign], 0)

    def _sum(self, place: Place) -> int:
        worth = sum(map(self._value, place.icons)) + place.monsters * self.values.get("monster", 0)
        return worth + (self.values.get("room", 0) if place.room else 0)

    def bound(self, used: int, seen: frozenset[str]) -> int:
        """Returns the worth that a path could still gain if it were able to go everywhere.

        ``used``: passages used already, one bit each by index. ``seen``: names of places entered.
        """
        rest = sum(v for n, v in enumerate(self.along) if not used >> n & 1)
        return rest + sum(v for name, v in self.inside.items() if name not in seen) + self.escape

    # moves of the line

    def start(self, items: tuple[int, ...]) -> None:
        outside = _At(OUT, -1, 0, frozenset(), frozenset(), items, frozenset(), False)
        for way in self.ways.get(OUT, ()):
            self._along(outside, way)
        self._end(outside)

    def _end(self, at: _At, out: bool = False) -> None:
        value = at.value + (self.escape if out else 0)
        if value > self.best:
            self.best, self.best_tokens, self.best_out = value, at.tokens, out

    def _along(self, at: _At, way: tuple[int, int]) -> None:
        """Extends the searched path along a passage until an item is missing or its end is reached.

        Tries falls at pits on the way. The path worth most is recorded in ``self.best``. ``way``:
        index of the passage, and the end to start from, 0 or 1.
        """
        n, side = way
        passage = self.dungeon.passages[n]
        at = at._replace(used=at.used | 1 << n)
        for icon in passage.icons if side == 0 else reversed(passage.icons):
            worth = at.value + self._value(icon)
            if icon.sign == "P":
                self._fall(at._replace(value=worth).with_signs(("F", "")), icon)
            item = ""
            if icon.sign in PAID:
                item = PAID[icon.sign][1]
                if not at.items[ITEMS.index(item)]:
                    return self._end(at)
                at = at.with_item(item, -1)
            elif FOUND[icon.sign] in ITEMS:
                at = at.with_item(FOUND[icon.sign], 1)
            at = at._replace(value=worth).with_signs((icon.sign, item))
        target = passage.ends[1 - side]
        if target == OUT:
            return self._end(at, True)
        self._arrive(at, target, 2 * n + 1 - side)

    def _fall(self, at: _At, icon: Icon) -> None:
        if not icon.below:
            return self._end(at)
        self._arrive(at, icon.below, -1)

    def _arrive(self, at: _At, name: str, by: int, landing: bool = False) -> None:
        """Extends the searched path into the place ``name``, and from there by every move.

        It ends at a crossing passed before, and where swords do not beat the monsters. The path
        worth most is recorded in ``self.best``. ``by``: the opening that leads in, as 2 × index of
        its passage + end; -1 by a fall or jump. ``landing``: true for a jump's landing on the magic
        circle there.
        """
        place = self.dungeon.places[name]
        struck = at.struck | {name} if landing else at.struck
        here = at._replace(place=name, by=by, struck=struck, fresh=name not in at.seen)
        if not here.fresh:
            if not place.room:
                return self._end(at)
            return self._go(here.with_signs(("[", ""), *([("O", "")] if landing else [])))
        if place.monsters > at.items[0]:
            # the line ends at the door; a jump is not even begun, as it would gain nothing
            return None if landing else self._end(at)
        here = here._replace(seen=at.seen | {name}, value=at.value + self.inside[name])
        entered: list[Token] = [("(", "")] if place.room else []
        here = here.with_signs(*entered, *[("M", "sword")] * place.monsters)
        here = here.with_item("sword", -place.monsters)
        # the circle comes first after a jump, which lands on it, else last, as the line may jump on
        for icon in sorted(place.icons, key=lambda icon: (icon.sign == "o") != landing):
            here = here.with_signs((icon.sign, ""))
            if FOUND[icon.sign] in ITEMS:
                here = here.with_item(FOUND[icon.sign], 1)
        self._go(here)

    def _go(self, at: _At) -> None:
        """Searches every move from a place: unused passages, falls, jumps to other circles.

        ``at``: the state reached. The path worth most so far is recorded in ``self.best``. Raises
        ``deadline.OutOfTime``.
        """
        self._end(at)
        state = at[:-2]
        if (
            at.value + self.bound(at.used, at.seen) <= self.best
            or self.best_by_state.get(state, -1) >= at.value
        ):
            return
        self.best_by_state[state] = at.value
        self.count += 1
        if self.count % 256 == 0:
            deadline.check()
        place = self.dungeon.places[at.place]
        leave = ((")" if at.fresh else "]", ""),) if place.room else ()
        for n, side in self.ways.get(at.place, ()):
            if at.used >> n & 1:
                continue
            moved = self._through(at, place, 2 * n + side)
            if moved:
                self._along(moved.with_signs(*leave), (n, side))
        for icon in place.icons:
            if icon.sign == "p" and icon.below:
                self._fall(at.with_signs(("f", "")), icon)
        if place.circle and place.name not in at.struck and at.items[ITEMS.index("scroll")]:
            self._jump(at)

    def _through(self, at: _At, place: Place, out: int) -> _At | None:
        """Returns the search's state after a place is left; ``None`` if the path crosses itself.

        That is forbidden in rooms. ``at``: the state before. ``out``: the opening to leave by, 2 ×
        index of its passage + end.
        """
        if not place.room or at.by < 0:
            return at
        turn = [2 * n + side for n, side in self.ways[place.name]]
        low, high = sorted((turn.index(at.by), turn.index(out)))
        for one, other in at.chords:
            if one in turn and other in turn:
                between = [low < turn.index(end) < high for end in (one, other)]
                if between[0] != between[1]:
                    return None
        chord = (min(at.by, out), max(at.by, out))
        return at._replace(chords=at.chords | {chord})

    def _jump(self, at: _At) -> None:
        if not at.fresh and at.tokens[-1][0] != "O":
            at = at.with_signs(("O", ""))
        gone = at.with_item("scroll", -1).with_signs(("T", "scroll"))
        gone = gone._replace(struck=at.struck | {at.place})
        for name in self.circles:
            place = self.dungeon.places[name]
            if name in gone.struck or (name in at.seen and not place.room):
                continue
            self._arrive(gone, name, -1, landing=True)


def search(
    dungeon: Dungeon,
    values: Mapping[str, int],
    escape: int,
    fairies: Mapping[str, int] | None = None,
    books: Mapping[str, int] | None = None,
    seconds: float = 2.0,
) -> Route:
    """Searches for the legal path worth most: ``values`` per icon, ``escape`` for getting out.

    ``values``: icon id to worth, in any unit, which is that of ``escape`` and the result, too.
    ``fairies`` and ``books``: substitutes for items, item id to number. Exhaustive; if ``seconds``
    of processor time run out, its bound is all the dungeon's worth.
    """
    fairies, books = fairies or {}, books or {}
    best, proven = _Search(dungeon, values, escape), True
    try:
        with deadline.within(seconds):
            best.start(tuple(fairies.get(i, 0) + books.get(i, 0) for i in ITEMS))
    except deadline.OutOfTime:
        proven = False
    text = "".join(_signs(best.best_tokens, fairies, books)) + (OUT if best.best_out else "#")
    return Route(
        text,
        walk(text).circled,
        best.best_out,
        best.best,
        best.best if proven else best.bound(0, frozenset()),
    )


def _signs(
    tokens: Sequence[Token], fairies: Mapping[str, int], books: Mapping[str, int]
) -> Iterator[str]:
    """Yields the signs of a path, followed by ``'`` if a fairy pays, ``*`` if a spellbook does.

    ``tokens``: each sign with the id of the item that pays for it, or empty. ``fairies``,
    ``books``: item id to the number that stand in for it.
    """
    spent = dict.fromkeys(ITEMS, 0)
    for sign, item in tokens:
        suffix = ""
        if item:
            with_fairy = fairies.get(item, 0)
            if spent[item] < with_fairy:
                suffix = "'"
            elif spent[item] < with_fairy + books.get(item, 0):
                suffix = "*"
            spent[item] += 1
        yield sign + suffix

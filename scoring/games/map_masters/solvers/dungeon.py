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

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.solving import deadline

from .paths import FOUND, ICONS, ITEMS, PAID, clean

OUT = ">"
_PLACE = re.compile(r"([A-Z][0-9]?|[1-9][0-9]?)\Z")
_PASSAGE = re.compile(r"(>|[A-Z][0-9]?|[1-9][0-9]?)-(>|[A-Z][0-9]?|[1-9][0-9]?)(?:\s+(.*))?\Z")
_CONTENT = re.compile(r"([A-Z][0-9]?|[1-9][0-9]?)\s*([:=])\s*(.*)\Z")
_ICON = re.compile(r"([a-zA-Z])([0-9]{0,2})")


Reason = Literal[
    "twice",
    "pit-in-basement",
    "two-circles",
    "neither",
    "no-stairs",
    "idle-stairs",
    "misplaced",
    "unknown-signs",
]
"""Reasons for which a statement of the description cannot be read."""


class UnreadableDescription(ValueError):
    """Raised for a description that cannot be read: holds statement, reason and sign at fault."""

    def __init__(self, statement: str, reason: Reason, what: str = "") -> None:
        super().__init__(f"{statement}: {reason}")
        self.statement, self.reason, self.what = statement, reason, what


@dataclass(frozen=True, slots=True)
class Icon:
    """One icon by its typed sign; ``below``: name of the basement place under a pit, if given."""

    sign: str
    below: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A room or a crossing with its icons; the monsters of a room are counted in ``monsters``."""

    name: str
    room: bool = False
    monsters: int = 0
    icons: tuple[Icon, ...] = ()

    @property
    def circle(self) -> bool:
        return any(icon.sign == "o" for icon in self.icons)


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage between two places (``ends``) and its icons, in order from the first end."""

    ends: tuple[str, str]
    icons: tuple[Icon, ...]


@dataclass(frozen=True, slots=True)
class Dungeon:
    places: Mapping[str, Place]
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Route:
    """The best path found, as ``text`` in the signs of ``paths``; no path exceeds ``bound``."""

    text: str
    circled: Mapping[str, int]
    escaped: bool
    value: int
    bound: int
    proven: bool
    seconds: float


# ── reading ────────────────────────────────────────────────────────────────────────────


def read(text: str) -> Dungeon:
    """Reads the description of a dungeon. Raises ``UnreadableDescription``.

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
            kept = tuple(i for i in icons if i.sign != "M")
            if match[1].isdigit() and any(i.sign == "p" for i in kept):
                raise UnreadableDescription(statement, "pit-in-basement")
            if sum(i.sign == "o" for i in kept) > 1:
                raise UnreadableDescription(statement, "two-circles")
            places[match[1]] = Place(match[1], room, len(icons) - len(kept), kept)
        else:
            raise UnreadableDescription(statement, "neither")
    for passage in passages:
        for name in (*passage.ends, *(i.below for i in passage.icons if i.below)):
            if name != OUT:
                places.setdefault(name, Place(name))
    for place in list(places.values()):
        for icon in place.icons:
            if icon.below:
                places.setdefault(icon.below, Place(icon.below))
    return Dungeon(places, tuple(passages))


def _levels(statement: str, ends: tuple[str, str], signs: Sequence[str]) -> None:
    """Checks that only stairs join the two levels, and that no pit is in the basement."""
    levels = {end.isdigit() for end in ends if end != OUT}
    if len(levels) == 2 and signs.count("U") != 1:
        raise UnreadableDescription(statement, "no-stairs")
    if len(levels) < 2 and OUT not in ends and "U" in signs:
        raise UnreadableDescription(statement, "idle-stairs")
    if "P" in signs and (True in levels or "U" in signs):
        raise UnreadableDescription(statement, "pit-in-basement")


def _icons(statement: str, text: str, allowed: str) -> tuple[Icon, ...]:
    text = clean(text)
    found = []
    for match in _ICON.finditer(text):
        sign, below = match[1], match[2]
        if sign not in allowed or (below and sign not in "Pp"):
            raise UnreadableDescription(statement, "misplaced", match[0])
        found.append(Icon(sign, below))
    if "".join(i.sign + i.below for i in found) != text:
        raise UnreadableDescription(statement, "unknown-signs")
    return tuple(found)


# ── searching ──────────────────────────────────────────────────────────────────────────

type Token = tuple[str, str]
"""A sign of the path, and the item that pays for it (empty if it costs nothing)."""


@dataclass(frozen=True, slots=True)
class _At:
    """State of the search: the place that the line has reached, and all that limits its moves."""

    place: str
    by: int  # opening through which the room was entered; -1 after a fall or a jump
    used: int  # passages already used, one bit each
    seen: frozenset[str]  # places passed or entered
    struck: frozenset[str]  # magic circles used for a jump
    items: tuple[int, ...]
    chords: frozenset[tuple[int, int]]  # pairs of openings that the line joins inside rooms
    fresh: bool  # the line is here for the first time


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
        self.known: dict[_At, int] = {}
        self.count = 0  # steps; the deadline is checked every 256th

    def _value(self, icon: Icon) -> int:
        named = FOUND.get(icon.sign) or PAID[icon.sign][0]
        return self.values.get(named, 0)

    def _sum(self, place: Place) -> int:
        own = sum(map(self._value, place.icons)) + place.monsters * self.values.get("monster", 0)
        return own + (self.values.get("room", 0) if place.room else 0)

    def bound(self, used: int, seen: frozenset[str]) -> int:
        """Returns an upper bound on what a line can still gain, as if it could go everywhere."""
        rest = sum(v for n, v in enumerate(self.along) if not used >> n & 1)
        return rest + sum(v for name, v in self.inside.items() if name not in seen) + self.escape

        # moves of the line

    def start(self, items: tuple[int, ...]) -> None:
        outside = _At(OUT, -1, 0, frozenset(), frozenset(), items, frozenset(), False)
        for way in self.ways.get(OUT, ()):
            self._along(outside, way, 0, ())
        self._end(0, (), False)

    def _end(self, value: int, tokens: tuple[Token, ...], out: bool) -> None:
        value += self.escape if out else 0
        if value > self.best:
            self.best, self.best_tokens, self.best_out = value, tokens, out

    def _along(self, at: _At, way: tuple[int, int], value: int, tokens: tuple[Token, ...]) -> None:
        """Follows passage ``way`` (index, end) until an item is missing; tries falls at pits."""
        n, side = way
        passage = self.dungeon.passages[n]
        icons = passage.icons if side == 0 else tuple(reversed(passage.icons))
        items, used = list(at.items), at.used | 1 << n
        for icon in icons:
            if icon.sign == "P":
                self._fall(at, icon, used, tuple(items), value, (*tokens, ("F", "")))
            if icon.sign in PAID:
                item = PAID[icon.sign][1]
                if not items[ITEMS.index(item)]:
                    return self._end(value, tokens, False)
                items[ITEMS.index(item)] -= 1
                tokens = (*tokens, (icon.sign, item))
            else:
                found = FOUND[icon.sign]
                if found in ITEMS:
                    items[ITEMS.index(found)] += 1
                tokens = (*tokens, (icon.sign, ""))
            value += self._value(icon)
        target = passage.ends[1 - side]
        if target == OUT:
            return self._end(value, tokens, True)
        self._arrive(at, target, 2 * n + 1 - side, used, tuple(items), value, tokens, False)

    def _fall(
        self,
        at: _At,
        icon: Icon,
        used: int,
        items: tuple[int, ...],
        value: int,
        tokens: tuple[Token, ...],
    ) -> None:
        if icon.sign == "P":
            value += self._value(icon)
        if not icon.below:
            return self._end(value, tokens, False)
        self._arrive(at, icon.below, -1, used, items, value, tokens, False)

    def _arrive(
        self,
        at: _At,
        name: str,
        by: int,
        used: int,
        items: tuple[int, ...],
        value: int,
        tokens: tuple[Token, ...],
        landing: bool,
    ) -> None:
        """Enters a place; the line ends at a crossing passed before, or if swords are lacking."""
        place = self.dungeon.places[name]
        if name in at.seen:
            if not place.room:
                return self._end(value, tokens, False)
            tokens = (*tokens, ("[", ""), *([("O", "")] if landing else []))
            struck = at.struck | {name} if landing else at.struck
            return self._go(
                _At(name, by, used, at.seen, struck, items, at.chords, False), value, tokens
            )
        pool = list(items)
        if place.monsters > pool[0]:
            # the line ends at the door; a jump is not even begun, as it would gain nothing
            return None if landing else self._end(value, tokens, False)
        pool[0] -= place.monsters
        gained: list[Token] = [("(", "")] if place.room else []
        gained += [("M", "sword")] * place.monsters
        # the circle comes first after a jump, which lands on it, else last, as the line may jump on
        order = sorted(place.icons, key=lambda icon: (icon.sign == "o") != landing)
        for icon in order:
            gained.append((icon.sign, ""))
            if FOUND[icon.sign] in ITEMS:
                pool[ITEMS.index(FOUND[icon.sign])] += 1
        struck = at.struck | {name} if landing else at.struck
        here = _At(name, by, used, at.seen | {name}, struck, tuple(pool), at.chords, True)
        self._go(here, value + self.inside[name], (*tokens, *gained))

    def _go(self, at: _At, value: int, tokens: tuple[Token, ...]) -> None:
        """Tries every move from a place: unused passages, falls, jumps to other circles."""
        self._end(value, tokens, False)
        if value + self.bound(at.used, at.seen) <= self.best or self.known.get(at, -1) >= value:
            return
        self.known[at] = value
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
                self._along(moved, (n, side), value, (*tokens, *leave))
        for icon in place.icons:
            if icon.sign == "p" and icon.below:
                self._fall(at, icon, at.used, at.items, value, (*tokens, ("f", "")))
        scroll = ITEMS.index("scroll")
        if place.circle and place.name not in at.struck and at.items[scroll]:
            self._jump(at, value, tokens)

    def _through(self, at: _At, place: Place, out: int) -> _At | None:
        """Returns the state after leaving by opening ``out``; ``None`` if lines would cross."""
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
        return _At(
            at.place,
            at.by,
            at.used,
            at.seen,
            at.struck,
            at.items,
            at.chords | {chord},
            at.fresh,
        )

    def _jump(self, at: _At, value: int, tokens: tuple[Token, ...]) -> None:
        items = list(at.items)
        items[ITEMS.index("scroll")] -= 1
        if not at.fresh and tokens[-1][0] != "O":
            tokens = (*tokens, ("O", ""))
        tokens = (*tokens, ("T", "scroll"))
        gone = _At(
            at.place,
            -1,
            at.used,
            at.seen,
            at.struck | {at.place},
            tuple(items),
            at.chords,
            False,
        )
        for name in self.circles:
            place = self.dungeon.places[name]
            if name in gone.struck or (name in at.seen and not place.room):
                continue
            self._arrive(gone, name, -1, at.used, tuple(items), value, tokens, True)


def search(
    dungeon: Dungeon,
    values: Mapping[str, int],
    escape: int,
    fairies: Mapping[str, int] | None = None,
    books: Mapping[str, int] | None = None,
    seconds: float = 2.0,
) -> Route:
    """Searches for the legal path worth most: ``values`` per icon, ``escape`` for getting out.

    ``fairies`` and ``books``: substitutes for items, item id to number. Exhaustive; if ``seconds``
    of processor time run out, the route is not ``proven`` and its bound is all the dungeon's worth.
    """
    fairies, books = fairies or {}, books or {}
    begun = time.perf_counter()
    found = _Search(dungeon, values, escape)
    limit = found.bound(0, frozenset())
    try:
        with deadline.within(seconds):
            found.start(tuple(fairies.get(i, 0) + books.get(i, 0) for i in ITEMS))
        proven = True
    except deadline.OutOfTime:
        proven = False
    text = "".join(_signs(found.best_tokens, fairies, books)) + (OUT if found.best_out else "#")
    return Route(
        text,
        _circled(found.best_tokens),
        found.best_out,
        found.best,
        found.best if proven else limit,
        proven,
        time.perf_counter() - begun,
    )


def _signs(
    tokens: Sequence[Token], fairies: Mapping[str, int], books: Mapping[str, int]
) -> Iterator[str]:
    """Yields the signs of a path; ``'`` follows an item paid by a fairy, ``*`` by a spellbook."""
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


def _circled(tokens: Sequence[Token]) -> dict[str, int]:
    found = dict.fromkeys(ICONS, 0)
    for sign, _ in tokens:
        icon = FOUND.get(sign) or PAID.get(sign, ("",))[0]
        icon = icon or {"F": "hole", "(": "room"}.get(sign, "")
        if icon:
            found[icon] += 1
    return found

"""Replicas of one count, and how two are merged.

Every cell keeps what is known of it with the copy that wrote it, and when. Merging neither loses
nor doubles anything, in whatever order, however often: docs/decisions/0026-meeting-again.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from scoring.game import Game
from scoring.model.cells import SEAT, CellPath
from scoring.model.plan import State
from scoring.model.sheet_fields import OWN, SEATS, SHARED
from scoring.model.validation import Value

type Cells = dict[str, Value | None]


OWN_FIELDS = frozenset(field.id for field in OWN)


def place(path: str) -> tuple[str, str]:
    """The part that a cell belongs to, and its name there: names and colours say who plays.

    >>> place("p1/resources/wood"), place("p1/name"), place("seats/p1")
    (('p1', 'resources/wood'), ('seats', 'p1/name'), ('seats', 'p1'))
    """
    holder, _, rest = path.partition("/")
    if rest in OWN_FIELDS and holder not in SHARED:
        return SEATS, path
    return holder, rest


def path_of(holder: str, rest: str) -> CellPath:
    """The reverse of ``place``."""
    return CellPath(rest) if holder == SEATS and "/" in rest else CellPath.to(holder, rest)


class Version(NamedTuple):
    """The replica that wrote something, and its counter at that time."""

    copy: int
    time: int


type Said = Mapping[Version, tuple[Value | None, ...]]
"""Values of a cell by version; several where nobody has chosen between them."""


@dataclass(frozen=True, slots=True)
class Part:
    """One holder's cells, by the rest of their paths; of each copy, the last stamp that is in it.

    A cell that was ever filled in stays, if only as a blank.
    """

    seen: Mapping[int, int] = field(default_factory=dict)
    said: Mapping[str, Said] = field(default_factory=dict)

    def merged(self, other: Part) -> Part:
        """The merge of both: of two versions the one stays that the other side has not replaced."""
        said = {}
        for rest in sorted(self.said.keys() | other.said.keys()):
            ours, theirs = self.said.get(rest, {}), other.said.get(rest, {})
            found: dict[Version, tuple[Value | None, ...]] = {}
            for stamp in sorted(ours.keys() | theirs.keys()):
                if stamp in ours and stamp in theirs:
                    found[stamp] = _each(*ours[stamp], *theirs[stamp])
                elif stamp in ours and not (theirs and other.saw(stamp)):
                    found[stamp] = ours[stamp]
                elif stamp in theirs and not (ours and self.saw(stamp)):
                    found[stamp] = theirs[stamp]
            said[rest] = found
        copies = self.seen.keys() | other.seen.keys()
        seen = {c: max(self.seen.get(c, 0), other.seen.get(c, 0)) for c in copies}
        return Part(seen, said)

    def saw(self, stamp: Version) -> bool:
        return stamp.time <= self.seen.get(stamp.copy, 0)


@dataclass(frozen=True, slots=True)
class Replica:
    """A count as one copy knows it; ``uid`` is the same in all copies of it.

    ``parts`` by holder: the seats', ``table``, ``play``, ``rulings``, and ``seats`` for who plays,
    with what name and colour. A holder that is not among them is not spoken of: it may be behind
    a screen.
    """

    uid: UUID
    game: str
    parts: Mapping[str, Part] = field(default_factory=dict)
    table: bool = False
    screens: bool = False
    finished: datetime | None = None

    def merged(self, other: Replica) -> Replica:
        """Both together; what is said beside the cells stays as it is here."""
        holders = sorted(self.parts.keys() | other.parts.keys())
        empty = Part()
        parts = {h: self.parts.get(h, empty).merged(other.parts.get(h, empty)) for h in holders}
        return replace(self, parts=parts)

    def only(self, holders: Iterable[str]) -> Replica:
        """As much of it as these holders are."""
        return replace(self, parts={h: self.parts[h] for h in holders if h in self.parts})

    def speaking_of(self, holders: Iterable[str]) -> Replica:
        """The same, with nothing to say of those holders that it did not have."""
        return replace(self, parts={**dict.fromkeys(holders, Part()), **self.parts})

    def shown(self) -> Cells:
        """The value of every cell that counts for now: any copy that knows the same shows it."""
        return {
            path_of(holder, rest): said[last][-1]
            for holder, part in self.parts.items()
            for rest, said in part.said.items()
            if (last := max(said, key=lambda stamp: (stamp.time, stamp.copy), default=None))
        }

    def differing(self) -> dict[str, tuple[Value | None, ...]]:
        """The cells of which copies said different things, each with all of these."""
        found: dict[str, tuple[Value | None, ...]] = {}
        for holder, part in sorted(self.parts.items()):
            for rest, said in part.said.items():
                values = _each(*(value for each in said.values() for value in each))
                if len(values) > 1:
                    found[path_of(holder, rest)] = values
        return found

    def written(self, cells: Mapping[str, Value | None], copy: int) -> Replica:
        """With these cells said anew by that copy, in place of all that was said of them.

        Each part counts its own times: how often one is written on behind a screen is no news.
        """
        parts = dict(self.parts)
        news: dict[str, dict[str, Value | None]] = {}
        for path, value in cells.items():
            holder, rest = place(path)
            news.setdefault(holder, {})[rest] = value
        for holder, written in news.items():
            part = parts.get(holder, Part())
            by = Version(copy, part.seen.get(copy, 0) + 1)
            said = {rest: {by: (value,)} for rest, value in written.items()}
            parts[holder] = Part({**part.seen, copy: by.time}, {**part.said, **said})
        return replace(self, parts=parts)

    def stored(self) -> dict[str, Any]:
        """As JSON, without what the row beside it says."""
        return {
            holder: {
                "seen": {str(copy): time for copy, time in sorted(part.seen.items())},
                "said": {
                    rest: {f"{s.copy}.{s.time}": list(said[s]) for s in sorted(said)}
                    for rest, said in sorted(part.said.items())
                },
            }
            for holder, part in sorted(self.parts.items())
        }


def read(uid: UUID, game: str, stored: Mapping[str, Any]) -> Replica:
    """The reverse of ``Known.stored``."""
    parts = {
        holder: Part(
            {int(copy): time for copy, time in part["seen"].items()},
            {
                rest: {_stamp(stamp): tuple(values) for stamp, values in said.items()}
                for rest, said in part["said"].items()
            },
        )
        for holder, part in stored.items()
    }
    return Replica(uid, game, parts)


def _stamp(text: str) -> Version:
    copy, _, time = text.partition(".")
    return Version(int(copy), int(time))


def _each(*values: Value | None) -> tuple[Value | None, ...]:
    """These values once each, in an order that does not depend on who came first."""
    return tuple(sorted(dict.fromkeys(values), key=lambda v: (v is not None, str(v))))


# ── a sheet's state and what is known of it ────────────────────────────────────────────


def cells(game: Game, state: State) -> Cells:
    """The cells of a state that can travel, and who plays as cells like all others.

    What another version recorded and this one would not stays where it is.
    """
    sheet = game.sheet
    seats = {seat: True for seat in state["seats"] if sheet.is_seat(seat)}
    held = sheet.cells({**state, "seats": {seat: state["seats"][seat] for seat in seats}})
    found: Cells = {CellPath.to(SEATS, seat): True for seat in seats}
    return found | {path: value for path, value in held.items() if sheet.records(path, value)}


def staying(game: Game, state: State) -> int:
    """The number of cells of a state that cannot be sent."""
    seats = {CellPath.to(SEATS, seat) for seat in state["seats"]}
    return len(game.sheet.cells(state).keys() - cells(game, state).keys() - seats)


def state(game: Game, known: Replica) -> State:
    """The sheet that says what is known; somebody plays in any case."""
    made = _said(game, known)
    return made if made["seats"] else made | {"seats": {"p1": {}}}


def _said(game: Game, known: Replica) -> State:
    first: State = {"game": game.slug, "seats": {}}
    shown = {path: value for path, value in known.shown().items() if value is not None}
    return game.sheet.put(first, shown)


def changes(game: Game, known: Replica, now: State) -> Cells:
    """The cells that say something else in a sheet than what is known: what was written since.

    Nothing was written for a holder that the sheet does not have.
    """
    before, after = cells(game, _said(game, known)), cells(game, now)
    there = {*SHARED, SEATS, *now["seats"]}
    return {
        path: after.get(path)
        for path in sorted(before.keys() | after.keys())
        if before.get(path) != after.get(path) and CellPath(path).holder in there
    }


def holders(game: Game) -> tuple[str, ...]:
    """Every holder that a count of the game can have, in the order of codes."""
    seats = tuple(f"p{n}" for n in range(1, game.sheet.most_seats + 1))
    return (SEATS, *SHARED, *seats)


def seats_of(known: Replica) -> list[str]:
    """The seats that are spoken of."""
    return sorted(holder for holder in known.parts if SEAT.match(holder))

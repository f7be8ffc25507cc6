"""Replicas of one score (copies on several phones), and their merge.

Every value has a version: the replica that wrote it, and the replica's counter then. The result of
merges does not depend on their order or repetition, and no value is lost:
``docs/decisions/0026-sync-by-qr-codes.md``. ``copy`` is always the id of a replica; a *holder* of
cells is a seat or a shared part of the sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from scoring.game import Game
from scoring.model.cells import SEAT, CellPath
from scoring.model.drawing_by_lot import PROOFS
from scoring.model.errors_and_warnings import Value
from scoring.model.plan import State
from scoring.model.sheet_fields import OWN, SEATS, SHARED

type Cells = dict[str, Value | None]


OWN_FIELDS = frozenset(field.id for field in OWN)


def place(path: str) -> tuple[str, str]:
    """Splits a cell's path: its holder (a seat, or a shared part such as ``table``), and the rest.

    Names and colours of seats belong to the holder ``seats``.

    >>> place("p1/resources/wood"), place("p1/name"), place("seats/p1")
    (('p1', 'resources/wood'), ('seats', 'p1/name'), ('seats', 'p1'))
    """
    holder, _, rest = path.partition("/")
    if rest in OWN_FIELDS and holder not in SHARED:
        return SEATS, path
    return holder, rest


def path_of(holder: str, rest: str) -> CellPath:
    """Returns a cell's path from its holder (a seat, or a part such as ``table``) and the rest.

    ``path_of("p1", "resources/wood")`` is ``p1/resources/wood``.
    """
    return CellPath(rest) if holder == SEATS and "/" in rest else CellPath.to(holder, rest)


class Version(NamedTuple):
    """Version of a cell's value, as several phones may change their copies of one score.

    ``copy``: id of the copy in which it was written. ``time``: that copy's number of writes until
    then, so that a later one has a higher number.
    """

    copy: int
    time: int


type Register = Mapping[Version, tuple[Value | None, ...]]
"""Version to the values written with it, of one cell; several if nobody has chosen between them."""


@dataclass(frozen=True, slots=True)
class Part:
    """The cells of a seat, or of a shared part such as ``table``, in a phone's copy of a score.

    ``seen``: id of each copy to the number of its writes that are included here. ``registers``:
    path, without the seat, to the cell's values by version. A cell that was ever filled in stays
    here, with ``None`` for blank.
    """

    seen: Mapping[int, int] = field(default_factory=dict)
    registers: Mapping[str, Register] = field(default_factory=dict)

    def merged(self, other: Part) -> Part:
        """Returns the cells of one seat (or shared part) merged from two phones' copies of a score.

        A value stays if both have it, or if one has it and the other has never seen it; what the
        other has seen and not kept was replaced there.
        """
        registers = {}
        for rest in sorted(self.registers.keys() | other.registers.keys()):
            ours, theirs = self.registers.get(rest, {}), other.registers.get(rest, {})
            merged: dict[Version, tuple[Value | None, ...]] = {}
            for version in sorted(ours.keys() | theirs.keys()):
                if version in ours and version in theirs:
                    merged[version] = _each(*ours[version], *theirs[version])
                elif version in ours and not (theirs and other.saw(version)):
                    merged[version] = ours[version]
                elif version in theirs and not (ours and self.saw(version)):
                    merged[version] = theirs[version]
            registers[rest] = merged or {**ours, **theirs}
        copies = self.seen.keys() | other.seen.keys()
        seen = {c: max(self.seen.get(c, 0), other.seen.get(c, 0)) for c in copies}
        return Part(seen, registers)

    def saw(self, version: Version) -> bool:
        """True if these cells ever had a value of this version: they still do, or replaced it."""
        return version.time <= self.seen.get(version.copy, 0)


@dataclass(frozen=True, slots=True)
class Replica:
    """One phone's or server's copy of a score: its cells with their versions.

    - ``uid``: the same in all copies of this score
    - ``parts``: cells by seat, or by shared part such as ``table``; a missing one is unknown, as a
      screen may hide its sheet
    - ``table``: true for a table, false for a sheet without one
    - ``screens``: some sheets of the table are hidden from other phones
    - ``finished``: end of the game at the table; ``None`` while it goes on
    """

    uid: UUID
    game: str
    parts: Mapping[str, Part] = field(default_factory=dict)
    table: bool = False
    screens: bool = False
    finished: datetime | None = None

    def merged(self, other: Replica) -> Replica:
        """Returns this copy of a score with the cells of another phone's copy merged into it."""
        holders = sorted(self.parts.keys() | other.parts.keys())
        empty = Part()
        parts = {h: self.parts.get(h, empty).merged(other.parts.get(h, empty)) for h in holders}
        return replace(self, parts=parts)

    def only(self, holders: Iterable[str]) -> Replica:
        """Returns a copy of a score with the cells of some seats (or shared parts) only.

        ``holders``: their ids. All other cells are then unknown, not blank.
        """
        return replace(self, parts={h: self.parts[h] for h in holders if h in self.parts})

    def speaking_of(self, holders: Iterable[str]) -> Replica:
        """Returns a copy of a score in which the cells of these ``holders`` are blank, not unknown.

        Holders are seats, and shared parts such as ``table``; cells that are there stay.
        """
        return replace(self, parts={**dict.fromkeys(holders, Part()), **self.parts})

    def current_values(self) -> Cells:
        """Returns a score's cells, path to value; of several values the one written last."""
        return {
            path_of(holder, rest): register[last][-1]
            for holder, part in self.parts.items()
            for rest, register in part.registers.items()
            if (last := max(register, key=lambda stamp: (stamp.time, stamp.copy), default=None))
        }

    def merge_conflicts(self) -> dict[str, tuple[Value | None, ...]]:
        """Returns the cells that two phones have set differently: path to all their values."""
        conflicts: dict[str, tuple[Value | None, ...]] = {}
        for holder, part in sorted(self.parts.items()):
            for rest, register in part.registers.items():
                values = _each(*(value for each in register.values() for value in each))
                if len(values) > 1:
                    conflicts[path_of(holder, rest)] = values
        return conflicts

    def written(self, cells: Mapping[str, Value | None], copy: int) -> Replica:
        """Returns a copy of a score with new values, in place of all versions of these cells.

        ``cells``: path to value, ``None`` for blank. ``copy``: id of the copy in which they are
        written. Each seat has its own counter of writes, so that it does not reveal those on a
        hidden sheet.
        """
        parts = dict(self.parts)
        news: dict[str, dict[str, Value | None]] = {}
        for path, value in cells.items():
            holder, rest = place(path)
            news.setdefault(holder, {})[rest] = value
        for holder, written in news.items():
            part = parts.get(holder, Part())
            by = Version(copy, part.seen.get(copy, 0) + 1)
            registers = {rest: {by: (value,)} for rest, value in written.items()}
            parts[holder] = Part({**part.seen, copy: by.time}, {**part.registers, **registers})
        return replace(self, parts=parts)

    def put_back(self, earlier: Replica, copy: int) -> Replica:
        """Returns a copy of a score with the cells of an ``earlier`` one, to undo a merge.

        ``copy``: its own id. Its counter of writes stays, so that no version is given to two
        values.
        """
        parts = {}
        for holder, part in self.parts.items():
            was = earlier.parts.get(holder)
            time = part.seen.get(copy, 0)
            if was or time:
                was = was or Part()
                parts[holder] = Part({**was.seen, **({copy: time} if time else {})}, was.registers)
        return replace(self, parts=parts)

    def without_silent(self, copy: int) -> Replica:
        """Returns a copy of a score, made shorter: it forgets phones that wrote none of its values.

        ``copy``: its own id. If a value of those phones that was replaced comes back, it is shown
        as a conflict; nothing is lost.
        """
        speaking = {copy}
        for part in self.parts.values():
            for register in part.registers.values():
                speaking |= {version.copy for version in register}
        parts = {
            holder: Part({c: t for c, t in part.seen.items() if c in speaking}, part.registers)
            for holder, part in self.parts.items()
        }
        return replace(self, parts=parts)

    def stored(self) -> dict[str, Any]:
        """Returns a copy of a score as JSON for the database: values by version, and counters."""
        return {
            holder: {
                "seen": {str(copy): time for copy, time in sorted(part.seen.items())},
                "said": {
                    rest: {f"{s.copy}.{s.time}": list(said[s]) for s in sorted(said)}
                    for rest, said in sorted(part.registers.items())
                },
            }
            for holder, part in sorted(self.parts.items())
        }


def read(uid: UUID, game: str, stored: Mapping[str, Any]) -> Replica:
    """Returns a copy of a score from ``stored``, the JSON that the database has of it.

    ``uid``, ``game``: the score's id and the game's slug, which are not in the JSON.
    """
    parts = {
        holder: Part(
            {int(copy): time for copy, time in part["seen"].items()},
            {
                rest: {_version(stamp): tuple(values) for stamp, values in said.items()}
                for rest, said in part["said"].items()
            },
        )
        for holder, part in stored.items()
    }
    return Replica(uid, game, parts)


def _version(text: str) -> Version:
    copy, _, time = text.partition(".")
    return Version(int(copy), int(time))


def _each(*values: Value | None) -> tuple[Value | None, ...]:
    return tuple(sorted(dict.fromkeys(values), key=lambda v: (v is not None, str(v))))


# ── conversion between a sheet's state and a replica ───────────────────────────────────


def cells(game: Game, state: State) -> Cells:
    """Returns the cells of a sheet that a QR code for another phone can contain, path to value.

    Cells that only another version of the app accepts are left out, and those that prove a draw by
    lot. The seats are among the cells (``seats/p1``).
    """
    sheet = game.sheet
    seats = {seat: True for seat in state["seats"] if sheet.is_seat(seat)}
    seated = {**state, "seats": {seat: state["seats"][seat] for seat in seats}}
    recorded = sheet.cells(_without_lots(seated))
    seat_cells: Cells = {CellPath.to(SEATS, seat): True for seat in seats}
    return seat_cells | {
        path: value for path, value in recorded.items() if sheet.records(path, value)
    }


def _without_lots(state: State) -> State:
    play = {id_: held for id_, held in state.get("play", {}).items() if id_ not in PROOFS}
    return {**state, "play": play}


def staying(game: Game, state: State) -> int:
    """Returns the number of a sheet's cells that a QR code for another phone cannot contain.

    They are those that only another version of the app accepts.
    """
    seats = {CellPath.to(SEATS, seat) for seat in state["seats"]}
    return len(game.sheet.cells(_without_lots(state)).keys() - cells(game, state).keys() - seats)


def state(game: Game, replica: Replica) -> State:
    """Returns the state (seats and cells) of a sheet from a phone's copy of its score.

    Without a seat in it, the state has an empty seat ``p1``.
    """
    made = _state_of(game, replica)
    return made if made["seats"] else made | {"seats": {"p1": {}}}


def _state_of(game: Game, replica: Replica) -> State:
    first: State = {"game": game.slug, "seats": {}}
    filled = {path: value for path, value in replica.current_values().items() if value is not None}
    return game.sheet.put(first, filled)


def changes(game: Game, replica: Replica, now: State) -> Cells:
    """Returns the cells of a table that have changed since its copy was stored: path to value.

    ``replica``: that copy. ``now``: the table's present state. A cell that is blank now has
    ``None``. Cells of seats that the state does not have are left out.
    """
    before, after = cells(game, _state_of(game, replica)), cells(game, now)
    there = {*SHARED, SEATS, *now["seats"]}
    return {
        path: after.get(path)
        for path in sorted(before.keys() | after.keys())
        if before.get(path) != after.get(path) and CellPath(path).holder in there
    }


def holders(game: Game) -> tuple[str, ...]:
    """Returns the ids of a game's seats, and of shared parts of its sheet, such as ``table``.

    In their order in a QR code.
    """
    seats = tuple(f"p{n}" for n in range(1, game.sheet.most_seats + 1))
    return (SEATS, *SHARED, *seats)


def seats_of(replica: Replica) -> list[str]:
    """Returns the ids of the seats whose cells are in a phone's copy of a score, sorted."""
    return sorted(holder for holder in replica.parts if SEAT.match(holder))

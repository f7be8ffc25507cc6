"""Races at a table: who finished first, by the phones' clocks measured against the server's.

Each tap on *Done!* is a cell under ``play``, an entry of the ledger like any other. Who was first
is computed from these whenever a page is shown; a person enters the bonus, with one tap. Times are
milliseconds of the server's clock since the epoch. Decision 38 says why.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal, Self

from django.db.models import Max
from django.utils import timezone

from companion.http import server_clock
from companion.http.whole_numbers import whole_number
from companion.sheet_pages.page_names import PLAY, TABLE
from companion.tables import access, ledger, polling
from companion.tables.models import Device
from scoring.game import Game
from scoring.model.cells import CellPath
from scoring.model.errors_and_warnings import Value
from scoring.model.plan import State
from scoring.model.player_names_and_colours import Owner, players
from scoring.model.sheet_fields import RACE
from scoring.text.localised import Text

TIE_MS = 50
"""Two that finish within this time are level."""
MOST_DOUBT_MS = 250
"""Most that a phone's measured clock may be off for its time to decide anything."""
LATE_MS = int(polling.PRESENT.total_seconds() * 1000)
"""A *Done!* that arrives later than this decides nothing: its phone counted as absent."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Done:
    """One seat's tap on *Done!*, the button of whoever finishes a race.

    ``at``: moment of the tap, in milliseconds since the epoch. ``doubt``: milliseconds by which
    ``at`` may be too early or too late; None if the time is too uncertain to decide the race.
    """

    seat: str
    at: int
    doubt: int | None

    @classmethod
    def received(cls, seat: str, sent: str, heard: int, now: int) -> Self:
        """Reads a seat's tap on *Done!* from ``sent``, the text ``"<at> <doubt>"`` of its phone.

        ``at``: moment of the tap, by the phone's estimate of the server's clock; ``doubt``:
        possible error of that. ``heard``: moment of the phone's last poll before; ``now``: arrival
        of the text. All are in milliseconds. ``doubt`` becomes None (unknown) if ``at`` is in the
        future, more than ``LATE_MS`` ago or unreadable, or if ``doubt`` is above ``MOST_DOUBT_MS``;
        ``at`` is then moved to between ``heard`` and ``now``.
        """
        told, _, width = sent.partition(" ")
        at, doubt = whole_number(told, digits=15), whole_number(width)
        if at is None:
            return cls(seat, now, None)
        if doubt is None or doubt > MOST_DOUBT_MS or not now - LATE_MS <= at <= now + doubt:
            at, doubt = max(at, heard), None
        return cls(seat, min(at, now), doubt)

    @classmethod
    def read(cls, seat: str, stored: object) -> Self | None:
        """Reads a seat's tap on *Done!* from the text in its cell; None if it is no such text.

        ``stored``: the text, such as *2025-11-27 12:47:09.123+00:00 ±12 ms*.
        """
        moment, _, doubt = str(stored).removesuffix(" ms").partition(" ±")
        try:
            passed = datetime.fromisoformat(moment) - _EPOCH
        except (TypeError, ValueError):
            return None
        return cls(seat, passed // timedelta(milliseconds=1), whole_number(doubt))

    def stored(self) -> str:
        """Returns the tap on *Done!* as the text of its cell, which a person can read in the log.

        >>> Done("p1", 1764247629123, 12).stored()
        '2025-11-27 12:47:09.123+00:00 ±12 ms'
        """
        moment = _EPOCH + timedelta(milliseconds=self.at)
        doubt = "?" if self.doubt is None else self.doubt
        return f"{moment.isoformat(' ', 'milliseconds')} ±{doubt} ms"

    @property
    def order(self) -> tuple[bool, int, str]:
        """Sort key of a tap on *Done!*: by time, those with an unknown time last, then by seat."""
        return self.doubt is None, self.at, self.seat

    def beats(self, other: Done) -> bool:
        """True if this tap on *Done!* was certainly before ``other``.

        It was if the difference is more than ``TIE_MS`` and more than both times' possible errors
        together.
        """
        if self.doubt is None or other.doubt is None:
            return False
        return other.at - self.at > max(TIE_MS, self.doubt + other.doubt)


def order_of_finish(dones: Collection[Done]) -> list[tuple[int | None, Done]]:
    """Returns pairs of place and tap on *Done!*, by time, with place None for an unknown time.

    A place is one more than the number of taps that were certainly earlier; several may share it.
    Taps with an unknown time come last.
    """
    return [
        (None if done.doubt is None else 1 + sum(each.beats(done) for each in dones), done)
        for done in sorted(dones, key=lambda done: done.order)
    ]


def in_question(dones: Collection[Done]) -> list[Done]:
    """Returns the taps on *Done!* that may have been first: no other one was certainly earlier.

    If it is a single one with a known time, its seat has won.
    """
    return [done for place, done in order_of_finish(dones) if place in (1, None)]


def of(game: Game, state: State, race: str) -> dict[str, Done]:
    """Returns the taps on *Done!* in a race, by seat.

    ``race``: id of the sheet's field for the bonus of who is first.
    """
    told = game.sheet.known_part(state).get(PLAY, {}).get(RACE, {}).get(race, {})
    found = {seat: Done.read(seat, told[seat]) for seat in told if seat in state["seats"]}
    return {seat: done for seat, done in found.items() if done}


def record(game: Game, who: Device, path: CellPath, sent: str, key: str) -> None:
    """Writes a seat's tap on *Done!* to the ledger, unless an earlier one in the race is there.

    ``path``: the tap's cell, with race and seat. ``sent``: the text *moment possible-error* in
    milliseconds, as the phone sends it. ``key``: the form's key; a form sent twice is written once.
    """
    race, seat = path.rows
    heard = round(who.seen.timestamp() * 1000)
    done = Done.received(seat, sent, heard, server_clock.now_ms())

    def first(state: State) -> bool:
        before = of(game, state, race).get(seat)
        return before is None or done.order < before.order

    cells: dict[str, Value | None] = {path: done.stored()}
    with suppress(ledger.Changed):
        ledger.write(who.table_id, who, who.seat, cells, who.table.revision, key, still=first)


# ── the part of a sheet's page ─────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class RaceView:
    """A race (whoever finishes first gets a bonus) as a seat's sheet shows it.

    - ``label``: the bonus's name. ``cell``: path of the cell for the seat's own tap on *Done!*;
      ``told``: the seat has tapped, or nobody has and the bonus is entered all the same.
    - ``when``: path of the cell that says if there is a race; "" if there always is.
    - ``finishes``: place, player and seconds after the first; place and seconds are None for an
      unknown time.
    - ``silent``: players who have not tapped, and whose phones have been without network for long.
    - ``verdict``: *won*, *level* (too close) or *unknown* (a phone without network may have been
      first); in the last two the table decides. Empty if somebody has the bonus, or nobody tapped.
    - ``offers``: pairs of a bonus's cell path that this phone may fill in, and its player.
    """

    label: Text
    cell: CellPath
    told: bool
    when: str
    finishes: Sequence[tuple[int | None, Owner, float | None]]
    silent: Sequence[Owner]
    verdict: Literal["", "won", "level", "unknown"]
    offers: Sequence[tuple[CellPath, Owner]]


def of_sheet(look: access.SheetRequest) -> Mapping[str, Sequence[RaceView]]:
    """Returns the races that a seat's sheet shows, by id of the section that shows them.

    ``look``: the request for the sheet, at a table.
    """
    found: dict[str, list[RaceView]] = {}
    for race, section in look.game.sheet.races.items():
        found.setdefault(section.id, []).append(_view(look, race))
    return found


def _view(look: access.SheetRequest, race: str) -> RaceView:
    sheet, state = look.game.sheet, look.state
    field, owners, told = sheet.declared[race], players(sheet, state), of(look.game, state, race)
    order = order_of_finish(told.values())
    given = any(cells.get(race) for cells in state["seats"].values())
    first = [] if given else in_question(told.values())
    silent = owners.keys() & _silent(look.who) - told.keys() if first else set()
    unknown = bool(silent) or any(done.doubt is None for done in first)
    mine = {look.seat, *look.together}
    return RaceView(
        label=field.label,
        cell=CellPath.to(PLAY, RACE, race, look.seat),
        told=look.seat in told or (given and not told),
        when=f"{TABLE}/{field.head}" if field.head else "",
        finishes=[
            (place, owners[done.seat], (done.at - order[0][1].at) / 1000 if place else None)
            for place, done in order
        ],
        silent=[owners[seat] for seat in sorted(silent)],
        verdict="" if not first else "unknown" if unknown else "level" if first[1:] else "won",
        offers=[(CellPath.to(d.seat, race), owners[d.seat]) for d in first if d.seat in mine],
    )


def _silent(who: Device) -> set[str]:
    """Returns the seats, without this phone's own, whose phones are not connected.

    That is, they have not polled for the time ``polling.PRESENT``.
    """
    held = who.table.devices.exclude(seat=who.seat).exclude(role=access.REMOVED)
    last = held.values_list("seat").annotate(Max("seen"))
    return {seat for seat, seen in last if timezone.now() - seen > polling.PRESENT}

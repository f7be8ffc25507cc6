"""Set-up at a table or on a pad: what is drawn by lot, by a seed that no phone can know or steer.

The server's part of each seed is fixed before anybody draws: it follows from its secret key, the
table and the number of earlier draws, also of those that were undone. All phones see the
fingerprint of the next one. Each phone adds a number of its own, once; the draw reveals all.
The phone of a pad has no seat and adds none.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.utils.crypto import salted_hmac

from companion.sheet_pages.cell_messages import place_label
from companion.tables import ledger
from companion.tables.models import Device, Event, Table
from scoring.game import Game
from scoring.model import cells_filled_by_lot, drawing_by_lot
from scoring.model.cells import CellPath, Option
from scoring.model.drawing_by_lot import LOTS, SEALS, WORDS, Draw, Urn
from scoring.model.errors_and_warnings import Value
from scoring.model.phases import Phase, Step
from scoring.model.plan import State
from scoring.model.player_names_and_colours import Owner, players
from scoring.text.localised import Text

NUMBER = re.compile(r"[0-9a-f]{32}\Z")
"""Format of the number that a phone adds: 128 random bits in hex digits."""

ORDER = CellPath.to("play", "order")
"""Cell of drawn seats. People mostly sit already, so that draw is never the next one."""

_DRAWN = f"play/{LOTS}/"


def draws_of(event: Event) -> list[str]:
    """Returns the ids of the draws by lot that an event of the ledger made: none or one."""
    return [path.removeprefix(_DRAWN) for path in event.cells if path.startswith(_DRAWN)]


def drawn_before(events: Iterable[Event]) -> dict[int, int]:
    """Returns, for each event that drew lots (its number), how often that draw was made before.

    Draws that were undone count as well. ``events``: all of a table, in their order.
    """
    times: dict[str, int] = {}
    found = {}
    for event in events:
        for id_ in draws_of(event):
            found[event.number] = times.get(id_, 0)
            times[id_] = found[event.number] + 1
    return found


def server_number(table: Table, draws: int) -> str:
    """Returns the server's secret part of the seed of a table's next draw by lot, 64 hex digits.

    ``draws``: how many draws the table's ledger has, also undone ones.
    """
    return salted_hmac("companion.lots", f"{table.key}/{draws}", algorithm="sha256").hexdigest()


def fingerprint(number: str) -> str:
    """Returns the SHA-256, in hex, of a secret ``number``, shown before a draw to fix it."""
    return sha256(number.encode()).hexdigest()


def take_part(who: Device, game: Game, number: str, form: str) -> None:
    """Records a phone's random ``number``, which becomes a part of the seed of draws by lot.

    Each seat's first number counts. A number that is not 32 hex digits, and that of a phone without
    a seat, are ignored. ``form``: key of the posted form, by which a second tap counts once.
    """
    with ledger.locked(who.table_id) as table:
        if cells := _part(game.sheet.known_part(table.state), who, number):
            ledger.write(table.key, who, who.seat, cells, table.revision, form)


def _part(state: State, who: Device, number: str) -> dict[str, Value | None]:
    there = who.seat in state["seats"] and who.seat not in _numbers(state)
    if not (there and NUMBER.match(number)):
        return {}
    return {CellPath.to("play", WORDS, who.seat): number}


def _numbers(state: State) -> dict[str, str]:
    found: dict[str, str] = state.get("play", {}).get(WORDS, {})
    return found


def make(who: Device, game: Game, chosen: str, seen: str, number: str, form: str) -> bool:
    """Draws lots, and appends the result to the ledger; False if another draw came in between.

    ``chosen``: id of the draw, with that of a variant behind a space. ``seen``: hash of the
    server's secret number that the phone's page showed. ``number``: random text that the phone adds
    to the seed. ``form``: key of the posted form, by which a second tap counts once.
    """
    id_, _, variant = chosen.partition(" ")
    with ledger.locked(who.table_id) as table:
        state = game.sheet.known_part(table.state)
        draw = next((d for d in game.sheet.phases.draws if d.id == id_), None)
        secret = server_number(table, len(drawn_before(table.events.all())))
        if draw is None or draw.fixed or not draw.applies(state) or fingerprint(secret) != seen:
            return False
        part = _part(state, who, number)
        numbers = _numbers(game.sheet.put(state, part))
        seed = " ".join([secret, *(numbers[seat] for seat in sorted(numbers))])
        drawn = drawing_by_lot.shaken(
            draw, cells_filled_by_lot.urns(draw, game.sheet, state, variant), seed
        )
        cells = cells_filled_by_lot.changes(draw, game.sheet, state, drawn)
        cells |= {CellPath.to("play", SEALS, draw.id): seed} | part
        ledger.write(table.key, who, who.seat, cells, table.revision, form)
        return True


def start_draw(game: Game, state: State) -> str:
    """Returns the id of the draw by lot for who begins, else of the draw of seats; "" if none."""
    draws = [each for each in game.sheet.phases.draws if each.applies(state)]
    first = [each.id for each in draws if each.lowest_begins or each.into == drawing_by_lot.FIRST]
    return next(iter(first or [each.id for each in draws if each.into == ORDER]), "")


def take_back(who: Device, form: str) -> None:
    """Undoes the table's last draw by lot that is not undone yet, if there is one.

    ``form``: key of the posted form, by which a second tap counts once.
    """
    events = list(who.table.events.all())
    alive = ledger.surviving(events)
    drawn = [each.number for each in events if each.number in alive and draws_of(each)]
    if drawn:
        ledger.undo(who.table_id, who, who.seat, drawn[-1], form)


# -- the page ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Share:
    """Drawn lots that are shown together: those of one seat, on one place, or all of a draw.

    ``owner``: the player who gets them, if any. ``label``: the place on which they lie, or empty.
    ``lots``: pairs of the lot and, if the lot is a seat, its player.
    """

    owner: Owner | None
    label: Text
    lots: tuple[tuple[Option, Owner | None], ...]


@dataclass(frozen=True, slots=True)
class DrawView:
    """A draw by lot as the set-up page shows it, with its result.

    ``shares``: the lots drawn, by seat or place, or pieces that the rules lay out; empty before a
    draw. ``times``: how often it was made, also if that was undone. ``seed``, ``text``: the last
    draw's random seed and its result as text, with which anybody can repeat it.
    """

    draw: Draw
    shares: tuple[Share, ...]
    times: int
    seed: str
    text: str

    @property
    def open(self) -> bool:
        return not self.draw.fixed and not self.shares


def page(game: Game, who: Device) -> dict[str, Any]:
    """Returns the template context of a set-up page: steps with draws by lot, and the next draw.

    ``who``: the phone at its table, or at a pad (sheets without a table). A pad records no phase,
    so its page has the draws of all phases.
    """
    table = who.table
    state = game.sheet.known_part(table.state)
    course = game.sheet.phases
    now = course.at(state)
    here = {"", now.id if now else ""}
    first = next(iter(course.listed(state)), None)
    events = list(table.events.all())
    before = drawn_before(events)
    times = {id_: before[each.number] + 1 for each in events for id_ in draws_of(each)}
    views = [
        _view(game, state, draw, times.get(draw.id, 0))
        for draw in course.draws
        if draw.applies(state) and (draw.phase in here or table.pad or draw.id in times)
    ]
    done = course.done(state, first) if first else ()
    open_ = [each for each in views if each.open and each.draw.phase in here]
    numbers, owners = _numbers(state), players(game.sheet, state)
    return {
        "who": who,
        "table": table,
        "game": game,
        "tab": "scores",
        "steps": list(_steps(views, first, done, first != now)),
        "over": first is None or first != now or bool(table.finished),
        "drawn": [each for each in views if each.seed],
        "next": next((each for each in open_ if each.draw.into != ORDER), None),
        "print": fingerprint(server_number(table, len(before))),
        "parts": [(owner, seat in numbers) for seat, owner in owners.items()],
        "takes_part": who.seat in numbers,
        "may": who.role != "spectator" and not table.finished,
    }


def _steps(
    views: list[DrawView], first: Phase | None, done: Iterable[str], over: bool
) -> Iterator[tuple[Step | None, bool, list[DrawView]]]:
    """Yields triples: a step of the set-up, ticked or not, and the step's draws by lot.

    Draws without a step come with None. ``views``: all draws of the game. ``first``: the phase of
    the set-up, if the game has one. ``done``: ids of the ticked steps. ``over``: the set-up is
    over, so that draws of later phases come first; else they come last.
    """
    steps = first.steps if first else ()
    known = {step.id for step in steps}
    later = [each for each in views if each.draw.phase]
    if later and over:
        yield None, False, later
    if loose := [e for e in views if not e.draw.phase and e.draw.step not in known]:
        yield None, False, loose
    for step in steps:
        here = [e for e in views if e.draw.step == step.id and not e.draw.phase]
        yield step, step.id in done, here
    if later and not over:
        yield None, False, later


def _view(game: Game, state: State, draw: Draw, times: int) -> DrawView:
    play: Mapping[str, Any] = state.get("play", {})
    text = cells_filled_by_lot.recorded(state, draw)
    if draw.fixed:
        full = cells_filled_by_lot.urns(draw, game.sheet, state)
        urns: tuple[Urn, ...] = tuple(Urn(u.owners, u.number, (), u.left) for u in full)
    else:
        urns = drawing_by_lot.read(text)
    owners = players(game.sheet, state)
    named = cells_filled_by_lot.lot_options(draw, game.sheet)
    named |= {seat: Option(seat, owner.name) for seat, owner in owners.items()}
    shares = tuple(
        Share(
            owners.get(owner),
            place_label(game, draw, owner),
            tuple((named[lot], owners.get(lot)) for lot in drawn if lot in named),
        )
        for urn in urns
        for owner, drawn in urn.shares()
    )
    return DrawView(draw, shares, times, play.get(SEALS, {}).get(draw.id, ""), text)

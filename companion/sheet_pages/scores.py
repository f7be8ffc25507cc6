"""Scores for pages: settled once per state and remembered for a while.

A state never changes under its key, so what was computed for it stays right. What the clock cut
short is shown, but worked out again when it is asked for again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.messages import say
from scoring import game as find_game
from scoring.game import Game, OtherRuling
from scoring.model.breakdown import Breakdown, Line, Placing
from scoring.model.cells import CellPath
from scoring.model.plan import Alternatives, Plan, State
from scoring.model.sheet_fields import OWN
from scoring.model.sheet_reader import Reading
from scoring.model.validation import Doubt
from scoring.solving import deadline
from scoring.solving.cache import Cache
from scoring.text.localised import Verbatim

type Rises = Mapping[str, int | None]

KEPT = 256
UNKNOWN = "unknown_entries"
"""The row for what is stored and no longer understood."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A table with every seat settled its best way.

    ``entered`` are the seats with anything entered. ``hurried``: with more time a seat might have
    got another plan, so this is shown and not kept. ``unknown`` are the cells that the sheet does
    not understand: a row of its own says so, and the total stays open.
    """

    settled: State
    plans: Mapping[str, Plan]
    breakdowns: Mapping[str, Breakdown]
    ranking: tuple[Placing, ...]
    entered: frozenset[str] = frozenset()
    hurried: bool = False
    unknown: tuple[CellPath, ...] = ()

    @property
    def rises(self) -> Rises:
        """How much each plan may still rise, where one may: see ``Plan.rise``."""
        return {seat: each.rise for seat, each in self.breakdowns.items() if each.rise != 0}


def scored(game: Game, state: State) -> Scored:
    """Best scores of every seat of a state."""
    plain = _plain(state)
    return _settled.get((game.slug, plain), lambda: _scored(game.slug, plain, False))


def sketched(game: Game, state: State) -> Scored:
    """The same for a sheet that is still being filled in: what it says is not proven yet."""
    plain = _plain(state)
    return _sketched.get((game.slug, plain), lambda: _scored(game.slug, plain, True))


def standing(game: Game, settled: State, rises: Rises) -> Scored:
    """Scores of a state that was settled already, without asking any solver.

    ``rises``: of the plans that settled it, by seat, where there are any.
    """
    plain, risen = _plain(settled), tuple(rises.items())
    return _plainly.get((game.slug, plain, risen), lambda: _standing(game.slug, plain, rises))


def alternatives(game: Game, state: State, seat: str) -> Alternatives:
    """Ties of a seat's best plan, and the runner-up."""
    key = game.slug, _plain(state), seat
    return _kept_alternatives.get(key, lambda: _alternatives(game, _read(*key[:2]).state, seat))


def other_rulings(game: Game, state: State, seat: str) -> tuple[OtherRuling, ...]:
    """What other answers to the rulings would give a seat."""
    key = game.slug, _plain(state), seat
    return _others.get(key, lambda: _other_rulings(game, _read(*key[:2]).state, seat))


def doubts(game: Game, state: State) -> tuple[Doubt, ...]:
    """What looks wrong on a state: a page asks more than once."""
    key = game.slug, _plain(state)
    return _doubts.get(key, lambda: tuple(game.sheet.doubts(_read(*key).state)))


def known(game: Game, state: State) -> State:
    """What the sheet understands of a state: a page asks more than once. Only to be read."""
    return _read(game.slug, _plain(state)).state


def _plain(state: State) -> str:
    return json.dumps(state, sort_keys=True)


def _read(slug: str, plain: str) -> Reading:
    """The state with its cells in the sheet's order, whatever kept it."""
    sheet = find_game(slug).sheet
    return _readings.get((slug, plain), lambda: sheet.take(json.loads(plain), stored=True))


_readings: Cache[tuple[str, str], Reading] = Cache(KEPT)
_settled: Cache[tuple[str, str], Scored] = Cache(KEPT)
_sketched: Cache[tuple[str, str], Scored] = Cache(KEPT)
_plainly: Cache[tuple[str, str, tuple[tuple[str, int | None], ...]], Scored] = Cache(KEPT)
_doubts: Cache[tuple[str, str], tuple[Doubt, ...]] = Cache(KEPT)
_kept_alternatives: Cache[tuple[str, str, str], Alternatives] = Cache(KEPT)
_others: Cache[tuple[str, str, str], tuple[OtherRuling, ...]] = Cache(KEPT)


def _scored(slug: str, plain: str, sketched: bool) -> Scored:
    game, reading = find_game(slug), _read(slug, plain)
    settled, plans = game.solve_open_decisions(reading.state, sketched=sketched)
    return _reported(game, settled, plans, deadline.missed(), reading.unknown)


def _standing(slug: str, plain: str, rises: Rises) -> Scored:
    return _reported(find_game(slug), _read(slug, plain).state, {}, False, rises=rises)


def _reported(
    game: Game,
    settled: State,
    plans: Mapping[str, Plan],
    hurried: bool,
    unknown: tuple[CellPath, ...] = (),
    rises: Rises | None = None,
) -> Scored:
    position = game.sheet.position(settled)
    rises = {seat: plan.rise for seat, plan in plans.items()} if rises is None else rises
    breakdowns = {
        seat: _with_unknown(
            replace(found, rise=rises.get(seat, 0)),
            [path for path in unknown if _counts(path, seat)],
        )
        for seat, found in game.score(settled).items()
    }
    entered = frozenset(seat for seat in breakdowns if game.sheet.anything(position, seat))
    ranking = tuple(game.rank(breakdowns, settled))
    return Scored(settled, plans, breakdowns, ranking, entered, hurried, unknown)


def _counts(path: CellPath, seat: str) -> bool:
    """Whether a cell that nobody understands may have been worth something to a seat."""
    if path.holder == seat:
        return path.field not in {field.id for field in OWN}
    return path.holder in ("table", "rulings")


def _with_unknown(found: Breakdown, paths: Sequence[CellPath]) -> Breakdown:
    if not paths:
        return found
    how = Verbatim(", ".join("/".join(path.split("/")[1:]) for path in paths))
    row = Line(UNKNOWN, say("unknown-entries"), None, how, status="unknown")
    return replace(found, lines=(*found.lines, row))


def _alternatives(game: Game, state: State, seat: str) -> Alternatives:
    plan = scored(game, state).plans.get(seat)
    return game.alternatives(plan, state) if plan else Alternatives()


def _other_rulings(game: Game, state: State, seat: str) -> tuple[OtherRuling, ...]:
    found = scored(game, state)
    # the others as they settled, this seat as it was entered
    seats = found.settled["seats"] | {seat: state["seats"][seat]}
    return game.other_rulings(state | {"seats": seats}, seat, found.breakdowns[seat])


__all__ = [
    "Scored",
    "alternatives",
    "doubts",
    "known",
    "other_rulings",
    "scored",
    "sketched",
    "standing",
]

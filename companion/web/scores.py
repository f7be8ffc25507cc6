"""Scores for pages: settled once per state and remembered for a while.

A state never changes under its key, so what was computed for it stays right. What the clock cut
short is shown, but worked out again when it is asked for again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from companion.web.words import say
from scoring import game as find_game
from scoring.core import clock
from scoring.core.breakdown import Breakdown, Placing
from scoring.core.game import Alternative, Game
from scoring.core.memory import Memory
from scoring.core.plan import Around, Plan, State
from scoring.core.problem import Doubt

KEPT = 256


@dataclass(frozen=True, slots=True)
class Scored:
    """A table with every seat settled its best way.

    ``entered`` are the seats with anything entered. ``hurried``: with more time a seat might have
    got another plan, so this is shown and not kept.
    """

    settled: State
    plans: Mapping[str, Plan]
    breakdowns: Mapping[str, Breakdown]
    ranking: tuple[Placing, ...]
    entered: frozenset[str] = frozenset()
    hurried: bool = False


def scored(game: Game, state: State) -> Scored:
    """Best scores of every seat of a state."""
    plain = _plain(state)
    return _settled.get((game.slug, plain), lambda: _scored(game.slug, plain))


def standing(game: Game, settled: State) -> Scored:
    """Scores of a state that was settled already, without asking any solver."""
    plain = _plain(settled)
    return _plainly.get((game.slug, plain), lambda: _standing(game.slug, plain))


def around(game: Game, state: State, seat: str) -> Around:
    """What lies around a seat's best plan."""
    key = game.slug, _plain(state), seat
    return _arounds.get(key, lambda: _around(*_read(*key[:2]), seat))


def alternatives(game: Game, state: State, seat: str) -> tuple[Alternative, ...]:
    """What other answers to the rulings would give a seat."""
    key = game.slug, _plain(state), seat
    return _others.get(key, lambda: _alternatives(*_read(*key[:2]), seat))


def doubts(game: Game, state: State) -> tuple[Doubt, ...]:
    """What looks wrong on a state, and what of it is not understood and so counts as blank."""
    plain = _plain(state)
    return _doubts.get((game.slug, plain), lambda: _doubted(game, plain))


def _plain(state: State) -> str:
    return json.dumps(state, sort_keys=True)


def _read(slug: str, plain: str) -> tuple[Game, State]:
    """The game and the state with its cells in the sheet's order, whatever kept it."""
    game = find_game(slug)
    return game, game.sheet.take(json.loads(plain), stored=True).state


_settled: Memory[tuple[str, str], Scored] = Memory(KEPT)
_plainly: Memory[tuple[str, str], Scored] = Memory(KEPT)
_doubts: Memory[tuple[str, str], tuple[Doubt, ...]] = Memory(KEPT)
_arounds: Memory[tuple[str, str, str], Around] = Memory(KEPT)
_others: Memory[tuple[str, str, str], tuple[Alternative, ...]] = Memory(KEPT)


def _doubted(game: Game, plain: str) -> tuple[Doubt, ...]:
    reading = game.sheet.take(json.loads(plain), stored=True)
    odd = (Doubt(e.path, say("not-understood", why=e.message)) for e in reading.errors)
    return (*odd, *game.sheet.doubts(reading.state))


def _scored(slug: str, plain: str) -> Scored:
    game, state = _read(slug, plain)
    settled, plans = game.settle(state)
    return _reported(game, settled, plans, clock.missed())


def _standing(slug: str, plain: str) -> Scored:
    game, settled = _read(slug, plain)
    return _reported(game, settled, {}, False)


def _reported(game: Game, settled: State, plans: Mapping[str, Plan], hurried: bool) -> Scored:
    breakdowns, position = game.score(settled), game.sheet.position(settled)
    entered = frozenset(seat for seat in breakdowns if game.sheet.anything(position, seat))
    ranking = tuple(game.rank(breakdowns, settled))
    return Scored(settled, plans, breakdowns, ranking, entered, hurried)


def _around(game: Game, state: State, seat: str) -> Around:
    plan = scored(game, state).plans.get(seat)
    return game.around(plan, state) if plan else Around()


def _alternatives(game: Game, state: State, seat: str) -> tuple[Alternative, ...]:
    found = scored(game, state)
    # the others as they settled, this seat as it was entered
    seats = found.settled["seats"] | {seat: state["seats"][seat]}
    return game.alternatives(state | {"seats": seats}, seat, found.breakdowns[seat])


__all__ = ["Scored", "alternatives", "around", "doubts", "scored", "standing"]

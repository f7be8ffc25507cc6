"""Scores for pages: settled once per state and remembered for a while.

A state never changes under its key, so what was computed for it stays right.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from scoring import game as find_game
from scoring.core.breakdown import Breakdown, Placing
from scoring.core.game import Alternative, Game
from scoring.core.ilp import SolverFailed
from scoring.core.plan import Around, Plan, State


@dataclass(frozen=True, slots=True)
class Scored:
    """A table with every seat settled its best way."""

    settled: State
    plans: Mapping[str, Plan]
    breakdowns: Mapping[str, Breakdown]
    ranking: tuple[Placing, ...]


def scored(game: Game, state: State) -> Scored:
    """Best scores of every seat of a state."""
    return _scored(game.slug, _plain(state))


def standing(game: Game, settled: State) -> Scored:
    """Scores of a state that was settled already, without asking any solver."""
    return _standing(game.slug, _plain(settled))


def around(game: Game, state: State, seat: str) -> Around:
    """What lies around a seat's best plan."""
    return _around(game.slug, _plain(state), seat)


def alternatives(game: Game, state: State, seat: str) -> tuple[Alternative, ...]:
    """What other answers to the rulings would give a seat."""
    return _alternatives(game.slug, _plain(state), seat)


def _plain(state: State) -> str:
    return json.dumps(state, sort_keys=True)


def _read(slug: str, plain: str) -> tuple[Game, State]:
    """The game and the state with its cells in the sheet's order, whatever kept it."""
    game = find_game(slug)
    return game, game.sheet.take(json.loads(plain)).state


@lru_cache(256)
def _scored(slug: str, plain: str) -> Scored:
    game, state = _read(slug, plain)
    settled, plans = game.settle(state)
    breakdowns = game.score(settled)
    return Scored(settled, plans, breakdowns, tuple(game.rank(breakdowns, settled)))


@lru_cache(256)
def _standing(slug: str, plain: str) -> Scored:
    game, settled = _read(slug, plain)
    breakdowns = game.score(settled)
    return Scored(settled, {}, breakdowns, tuple(game.rank(breakdowns, settled)))


@lru_cache(256)
def _around(slug: str, plain: str, seat: str) -> Around:
    game, state = _read(slug, plain)
    plan = _scored(slug, plain).plans.get(seat)
    return game.around(plan, state) if plan else Around()


@lru_cache(256)
def _alternatives(slug: str, plain: str, seat: str) -> tuple[Alternative, ...]:
    game, state = _read(slug, plain)
    found = _scored(slug, plain)
    # the others as they settled, this seat as it was entered
    seats = found.settled["seats"] | {seat: state["seats"][seat]}
    return game.alternatives(state | {"seats": seats}, seat, found.breakdowns[seat])


__all__ = ["Scored", "SolverFailed", "alternatives", "around", "scored", "standing"]

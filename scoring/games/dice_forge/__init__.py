"""Dice Forge: a catalogue to look things up in. It does not score yet."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ...core.breakdown import Breakdown
from ...core.catalogue import load
from ...core.game import Game
from ...core.plan import Rulings, State
from ...core.sheet import Sheet

_CATALOGUE = load(Path(__file__).parent / "data")


def _rows(state: State, rulings: Rulings) -> Mapping[str, Breakdown]:
    """No rows at all: a draft has no sheet to score, and no page offers one."""
    return {seat: Breakdown(()) for seat in sorted(state["seats"])}


GAME = Game(catalogue=_CATALOGUE, sheet=Sheet(_CATALOGUE, ()), scorer=_rows)

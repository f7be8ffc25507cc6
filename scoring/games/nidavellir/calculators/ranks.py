"""Reads ranks and gems from a table or a form, for the calculators that share those fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scoring.games.nidavellir.solvers.army import CLASSES, PlayerArea
from scoring.model.cells import MOST
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.text import messages
from scoring.text.localised import Text

say = messages.of(__name__)


def ranks_at(hold: PlayerArea) -> dict[str, int]:
    """Returns a form's rank cells, one for each class, as the table stands now."""
    return {f"{kind}_ranks": min(hold.ranks_in_play(kind), MOST) for kind in CLASSES}


def ranks_of(seat: Seat) -> Mapping[str, int]:
    """Returns a form's ranks: class to number."""
    return {kind: seat.count(f"{kind}_ranks") for kind in CLASSES}


def without_ranks(form: Position) -> Sequence[str]:
    """Returns the seats without any rank entered; their ranks are unknown, not 0."""
    return tuple(seat.id for seat in form if not any(ranks_of(seat).values()))


def without_the_missing(form: Position, missing: Iterable[str], said: Text) -> Text:
    """Returns the answer, followed by the names of the seats without ranks, if any."""
    who = tuple(form.name(seat) for seat in missing)
    return say("ranks-lacking", said=said, who=say.listed(who)) if who else said


def gem_held(seat: Seat) -> str | None:
    """Returns the gem that counts in ties: the Crown Jeweler's 6 covers the seat's other one."""
    return "gem_6" if seat.has("distinctions", "crown_jeweler") else seat.choice("gem")


def gem_number(seat: Seat) -> int:
    """Returns the value of a form's gem; 0 if none is entered."""
    gem = seat.choice("gem")
    return int(gem.removeprefix("gem_")) if gem else 0

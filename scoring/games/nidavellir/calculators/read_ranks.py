"""Reads ranks from a table's sheets or from a calculator's form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scoring.games.nidavellir.solvers.army import CLASSES, PlayerArea
from scoring.model.cells import MOST
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.text import messages
from scoring.text.localised import Text

say = messages.of(__name__)


def ranks_at(area: PlayerArea) -> dict[str, int]:
    """Returns the form's rank cells filled from a player's area, one cell for each class."""
    return {f"{kind}_ranks": min(area.ranks_in_play(kind), MOST) for kind in CLASSES}


def ranks_of(seat: Seat) -> Mapping[str, int]:
    """Returns the ranks entered in a form for one seat: class to number."""
    return {kind: seat.count(f"{kind}_ranks") for kind in CLASSES}


def without_ranks(form: Position) -> Sequence[str]:
    """Returns the ids of the seats without any rank entered; their ranks are unknown, not 0."""
    return tuple(seat.id for seat in form if not any(ranks_of(seat).values()))


def without_the_missing(form: Position, missing: Iterable[str], summary: Text) -> Text:
    """Returns the answer's text, followed by the names of the seats whose ranks are missing."""
    who = tuple(form.name(seat) for seat in missing)
    return say("ranks-lacking", said=summary, who=say.listed(who)) if who else summary

"""What the forms over ranks and gems share: reading them off a table and off a form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scoring.games.nidavellir.solvers.army import CLASSES, Hold
from scoring.model.cells import MOST
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.text import messages
from scoring.text.localised import Text

say = messages.of(__name__)


def ranks_at(hold: Hold) -> dict[str, int]:
    """The cells of a form: ranks of each column as they stand at the table."""
    return {f"{kind}_ranks": min(hold.ranks_in_play(kind), MOST) for kind in CLASSES}


def ranks_of(seat: Seat) -> Mapping[str, int]:
    """Class to ranks, as a form says."""
    return {kind: seat.count(f"{kind}_ranks") for kind in CLASSES}


def without_ranks(form: Position) -> Sequence[str]:
    """The seats of a form that entered no rank: what they have is not known, so it is no 0."""
    return tuple(seat.id for seat in form if not any(ranks_of(seat).values()))


def without_the_missing(form: Position, missing: Iterable[str], said: Text) -> Text:
    """An answer, and whose entries it lacks."""
    who = tuple(form.name(seat) for seat in missing)
    return say("ranks-lacking", said=said, who=say.listed(who)) if who else said


def gem_held(seat: Seat) -> str | None:
    """The gem that counts in ties: the Crown Jeweler's covers the other one."""
    return "gem_6" if seat.has("distinctions", "crown_jeweler") else seat.choice("gem")


def gem_number(seat: Seat) -> int:
    """The value of a form's gem; 0 if none was entered."""
    gem = seat.choice("gem")
    return int(gem.removeprefix("gem_")) if gem else 0

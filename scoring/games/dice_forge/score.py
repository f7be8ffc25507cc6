"""Scores a seat's glory: the glory track, and the glory printed on each feat owned."""

from collections.abc import Iterator

from scoring.model.breakdown import Breakdown, Line
from scoring.model.catalogue import Entry, UnknownRule
from scoring.model.position import Position
from scoring.model.seat import Seat

from .messages import say


def score(position: Position) -> dict[str, Breakdown]:
    """Returns each seat's score in glory (rows and total), by seat id.

    Leftover resources and unfinished laps of the hammer track score nothing.
    """
    return {seat.id: Breakdown(tuple(_lines(position, seat))) for seat in position}


def _lines(position: Position, seat: Seat) -> Iterator[Line]:
    glory = position.catalogue["glory"]
    most = position.sheet.fields["glory"].cell.most
    more = {"label": say("glory-track"), "status": glory.status, "bounds": (0, most)}
    yield glory.line(seat.number("glory"), say("as-it-stands"), **more)
    owned = seat.tally("feats")
    for feat in position.catalogue.of_kind("feat"):
        if copies := owned.get(feat.id):
            yield _feat(feat, copies)


def _feat(feat: Entry, copies: int) -> Line:
    each, how = 0, "printed"
    for scores in feat.scores:
        match scores.rule:
            case "printed":
                each = scores["points"]
            case "forged_faces":
                how = "printed-and-tracked"
            case _:
                raise UnknownRule(feat)
    return feat.line(copies * each, say(how, n=copies, each=each), group=say("heroic-feats"))

"""From what an orchard keeper holds to explained lines."""

from collections.abc import Iterator, Mapping

from scoring.model.breakdown import Breakdown, Line
from scoring.model.catalogue import Entry
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.text import messages
from scoring.text.localised import Text

from . import points

say = messages.of(__name__)


def per_bundle(basket: Entry, festival: bool) -> int:
    """Points of one bundle."""
    return int(basket.scores[0]["points"]) + festival


def score(position: Position) -> dict[str, Breakdown]:
    """Every seat's rows."""
    return {seat.id: Breakdown(tuple(_lines(position, seat))) for seat in position}


def _lines(position: Position, seat: Seat) -> Iterator[Line]:
    catalogue = position.catalogue

    def line(
        id_: str, value: int | None, how: Text, given: Mapping[str, int] | None = None
    ) -> Line:
        entry = catalogue[id_]
        return Line(id_, entry.name, value, how, entry.cites, entry.status, id_, given or {})

    for basket in map(catalogue.__getitem__, seat.picked("baskets")):
        given = seat.grid("use").get(basket.id, {})
        number = points.bundles(given, basket.scores[0]["pieces"])
        each = per_bundle(basket, position.table.flag("festival"))
        yield line(basket.id, number * each, say("bundles", n=number, each=each), given)
    for tree, face in seat.faces("trees").items():
        yield line(tree, catalogue[tree].scores[0][face], say(face))
    if seat.flag("cat"):
        cat, answer = catalogue["cat"], position.rulings["cat_points"]
        said = catalogue["cat_points"].option(answer).name
        yield Line(
            "cat", cat.name, int(answer), said, cat.cites, cat.status, "cat", {}, ("cat_points",)
        )
    if guest := seat.choice("guest"):
        scores = catalogue[guest].scoring("flat")
        yield line(
            guest,
            scores["points"] if scores else None,
            say("as-guest") if scores else say("not-known"),
        )
    if coins := seat.count("coins"):
        scores = catalogue["coin"].scores[0]
        full = coins // scores["coins"]
        yield line("coin", full * scores["points"], say("count-coin", n=coins))
    if walk := seat.script("walk"):
        number, each = points.directions(walk), int(catalogue["walk"].scores[0]["points"])
        yield line("walk", number * each, say("directions", n=number, each=each))

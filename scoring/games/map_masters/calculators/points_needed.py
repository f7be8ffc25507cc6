"""Plans the fewest further points with which a seat surely ends the game at a place, or better.

The module of the calculators ``win``, ``second`` and ``third``, whose files name the place.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from scoring.model.plan import Alternatives, Plan, Proof
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.text.localised import Text, joined

from .. import points
from ..messages import say
from ..score import score
from ..solvers import mission
from ..solvers.points_needed import Amounts, Needs
from ..solvers.score_pad import COLUMNS, Pad, is_over


def plan(position: Position, seat: str, seconds: float, *, place: int) -> Plan:
    """Returns the fewest further points with which a seat surely ranks at ``place``, as a plan.

    ``place``: 1 for the winner. The search needs no ``seconds``. The first step lists what to gain,
    with as much as possible from primary objectives; further steps name other ways. In the plan's
    state these amounts are entered as expected from later rounds, and for the rivals the escapes
    and time bonuses that make it hardest. *Impossible* in co-op, while a row of any seat is
    unknown, or if nothing that the seat can still gain is enough.
    """
    if mission.played(position):
        return Plan.impossible(position.state, say("together"))
    if any(breakdown.partial for breakdown in score(position).values()):
        return Plan.impossible(position.state, say("row-still-open"))
    needs = Needs(Pad(position), seat)
    ways = needs.ways(place)
    if not ways:
        return Plan.impossible(position.state, say("not-for-sure"))
    after = _assumed(needs, place, ways[0])
    worth = score(after)[seat].total
    if worth is None:  # what the seat expected stood for a round that it has not entered
        return Plan.impossible(position.state, say("row-still-open"))
    points = Fraction(worth)
    wanted = _parts(ways[0])
    first = say("at-least", what=wanted) if wanted else say("nothing-more")
    steps = (first, *_others(ways), *_next_points(needs))
    return Plan(steps, after.state, points, Proof.of("exhaustive", points, points))


def alternatives(position: Position, seat: str, plan: Plan, seconds: float) -> Alternatives:
    """Returns by how much one more primary point, coin and so on would raise the seat's total.

    In ``one_more`` of the result, by column of the score. ``plan`` and ``seconds`` are not used.
    Empty in co-op, and once the game is over.
    """
    if mission.played(position) or is_over(position, position.seats[seat]):
        return Alternatives()
    before, player = score(position)[seat].total, position.seats[seat]
    more = player.tally("more")
    gains: dict[str, Fraction] = {}
    for part in COLUMNS:
        after = position.having(player.put(more={**more, part: more.get(part, 0) + 1}))
        total = score(after)[seat].total
        if total is not None and before is not None:
            gains[part] = Fraction(total - before)
    return Alternatives(gains)


def _assumed(needs: Needs, place: int, way: Amounts) -> Position:
    """Returns the table with ``way``, the seat's further amounts, entered as still expected.

    For the rivals, the escapes and time bonuses are entered that make ``place`` hardest to reach.
    ``place``: in the ranking, from 1.
    ``needs``: the table, and what the seat must still gain.
    """
    position = needs.pad.position
    seats = [_expecting(needs.seat, dict(zip(COLUMNS, way, strict=True)))]
    for rival, ticks, races in zip(needs.rivals, *needs.worst(place, way), strict=True):
        seat = position.seats[rival.seat]
        seats.append(_expecting(seat, {**seat.tally("more"), "escape": ticks, "time_bonus": races}))
    return position.having(*seats)


def _expecting(seat: Seat, more: dict[str, int]) -> Seat:
    return seat.put(more={part: more[part] for part in COLUMNS if more.get(part)})


def _parts(way: Amounts) -> Text:
    parts = [say(f"more-{part}", n=n) for part, n in zip(COLUMNS, way, strict=True) if n]
    return joined(parts, say("and"))


def _others(ways: Sequence[Amounts]) -> Iterator[Text]:
    """Yields sentences on further ways to gain enough points; the first of ``ways`` is left out.

    At most one sentence for each kind: a single amount besides primary points, or time bonuses and
    escapes together.
    """
    seen: set[tuple[bool, ...]] = set()
    for way in ways[1:]:
        kind = tuple(bool(n) for n in way[1:])
        alone = sum(kind) == 1 or kind == (False, True, True, False)
        if alone and kind not in seen:
            seen.add(kind)
            yield say("or-at-least", what=_parts(way))


def _next_points(needs: Needs) -> Iterator[Text]:
    if not is_over(needs.pad.position, needs.seat):
        pad, have = needs.pad, needs.have
        yield say("next-secondary", n=points.to_next(have.secondary, pad.half))
        yield say("next-coins", n=points.to_next(have.coins, pad.third))

"""Calculator for the best places of all tiles that wait beside a seat's map, found together.

Only turn order tiles, the Sea Bastion's closed road and the Sea Breese's boats score by places. The
plan's map is counted again like any other.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.model.breakdown import Breakdown
from scoring.model.calculator import Apply, changed
from scoring.model.chart import Chart, Readout
from scoring.model.errors_and_warnings import Doubt
from scoring.model.hex_grid import Place, Spot, neighbours
from scoring.model.plan import Alternatives, Plan
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.solving import deadline
from scoring.text.localised import EMPTY, Text, joined, number

from ..messages import say
from ..score import chart as village_chart
from ..solvers import map_layout, tile_placement
from ..solvers.layout import LaidTile, Layout
from ..solvers.map_layout import MAP, MapLayout, owned
from ..solvers.village import Village

INDEPENDENT = True
CONSISTENT = ("village", "summer_boats")
"""Fields that must not contradict the map: with two homes, or both sides of a summer boat, it is
unclear which tiles wait."""

MOST = 8
"""Most waiting tiles that are accepted, about those of one winter; more must be mapped first."""

PAID = ("sea_bastion", "sea_breese", "turn_order_1", "turn_order_2", "turn_order_3", "turn_order_4")
"""IDs of the rows on the score pad that depend on where tiles lie."""


@dataclass(frozen=True, slots=True)
class Question:
    """The tiles to find the best places for: owned by a seat, but not on its map yet."""

    village: Village
    layout: Layout
    tiles: tuple[str, ...]
    terms: map_layout.Terms


def plan(position: Position, seat: str, seconds: float) -> Plan:
    """Returns the plan that lays all tiles that a seat has won where its village scores most.

    *Optimal*, or *best found* if ``seconds`` run out. *Impossible* without a home on the map or
    with more than ``MOST`` such tiles: its only step names what to do first. Tiles on the map that
    are not connected to the home are returned as conflicts, as they must be laid anew first.
    """
    question, state = _question(position, position.seats[seat]), position.state
    if not question.layout.of_kind("home"):
        return Plan.impossible(state, say("place-home-first"))
    if len(question.tiles) > MOST:
        return Plan.impossible(state, say("place-too-many", n=len(question.tiles), most=MOST))
    name, lying = position.catalogue.name, question.layout.laid
    apart = tuple(
        Doubt(position.seats[seat].path(MAP, tile), say("doubt-map-apart", tile=name(tile)))
        for tile in (lying[place].tile for place in question.layout.apart)
    )
    if apart:
        return replace(Plan.impossible(state, *(e.message for e in apart)), conflicts=apart)
    solution = tile_placement.best(question.layout, question.tiles, question.terms, seconds)
    if solution.proof.verdict == "impossible":
        return Plan.impossible(state)
    return _plan(position, question, solution)


def alternatives(position: Position, seat: str, plan: Plan, seconds: float) -> Alternatives:
    """Returns a plan of equal points and the next best, from laying each tile elsewhere in turn.

    ``plan``: the best plan of the ``seat``. Any layout with a tile in another place than in the
    plan is worth no more than one of these. The search stops after ``seconds``.
    """
    if plan.proof.verdict == "impossible":
        return Alternatives()
    question = _question(position, position.seats[seat])
    lies = position.with_state(plan.after).seats[seat].spots(MAP)
    others: list[Plan] = []
    complete = True
    try:
        for tile in question.tiles:
            solution = tile_placement.best(
                question.layout,
                question.tiles,
                question.terms,
                deadline.left(seconds),
                barred=[(tile, lies[tile].place)],
            )
            complete = complete and solution.proof.verdict != "best found"
            if solution.proof.verdict != "impossible":
                others.append(_plan(position, question, solution))
    except deadline.OutOfTime:
        complete = False
    others.sort(key=lambda other: -other.worth)
    ties = [other for other in others if other.worth == plan.worth]
    lesser = next((other for other in others if other.worth < plan.worth), None)
    return Alternatives({}, lesser, tuple(ties[:1]), complete=complete)


def measure(scored: Mapping[str, Breakdown], seat: str) -> Fraction:
    """Returns the points of a seat's rows in ``scored`` that depend on where tiles lie."""
    return Fraction(sum(line.points or 0 for line in scored[seat].lines if line.id in PAID))


def chart(position: Position, seat: str, plan: Plan) -> Chart:
    """Returns a drawing of a seat's map after the plan; new tiles have the number of their step."""
    before = position.seats[seat].spots(MAP)
    after = position.with_state(plan.after)
    map_chart = village_chart(after, after.seats[seat])
    question = _question(position, position.seats[seat])
    laid = map_chart.laid
    new = [place for place, _ in _in_order(question, laid)] if laid != before else []
    readout = Readout("new", say("place-new"), number(len(new)), tuple(new))
    return replace(map_chart, waiting=(), offered=(), readouts=(readout,))


def apply(position: Position, seat: str, plan: Plan) -> Apply | None:
    """Returns the change that lays the plan's tiles on a seat's sheet; ``None`` if nothing changes.

    Numbers typed for what the map shows are cleared, so that the map's count applies.
    """
    laid = changed(position, seat, plan, MAP)
    if not laid:
        return None
    typed = changed(position, seat, plan, "loop", "chain", "turn_order")
    return Apply(say("place-apply"), laid | typed, say("place-apply-typed") if typed else EMPTY)


def _question(position: Position, seat: Seat) -> Question:
    village = Village(position, seat)
    mapped = village.mapped or MapLayout(seat, village.catalogue)
    kinds, mine = village.catalogue, set(owned(seat))
    covered = (t for t in mapped.covered if t in mine or kinds[t].kind == "turn_order")
    tiles = (*mapped.waiting, *covered)
    return Question(village, mapped.layout, tiles, map_layout.terms(village.catalogue, mine))


def _plan(position: Position, question: Question, solution: tile_placement.Placing) -> Plan:
    seat = question.village.seat
    laid = {each.tile: Spot(place, each.turn) for place, each in solution.layout.laid.items()}
    spots = {tile: str(spot) for tile, spot in laid.items()}
    # numbers typed by a player would take precedence over the map
    counted = dict.fromkeys(seat.tally("turn_order"), 0)
    after = seat.without("loop", "chain").put(**{MAP: spots, "turn_order": counted})
    steps = tuple(_steps(question, laid))
    now = map_layout.counted(question.layout, question.terms)
    gain = say("place-gain", n=solution.points - now) if steps else EMPTY
    state = position.having(after).state
    return Plan(steps, state, Fraction(solution.points), solution.proof, gain=gain)


def _in_order(question: Question, laid: Mapping[str, Spot]) -> list[tuple[Place, str]]:
    left = {tile: laid[tile].place for tile in question.tiles}
    layout, order = question.layout, list[tuple[Place, str]]()
    while left:
        tile = next(each for each, place in left.items() if layout.touching(place))
        order.append((left[tile], tile))
        layout = layout.put(left.pop(tile), LaidTile(tile, laid[tile].turn))
    return order


def _steps(question: Question, laid: Mapping[str, Spot]) -> Iterator[Text]:
    name, layout = question.village.catalogue.name, question.layout
    for place, tile in _in_order(question, laid):
        first, *more = layout.touching(place)
        side = say(f"edge-{neighbours(first).index(place)}")
        beside = say("step-beside", tile=name(layout.laid[first].tile), side=side)
        near = joined([beside, *(name(layout.laid[p].tile) for p in more)], say("and"))
        yield say("step-lay", tile=name(tile), near=near, turn=laid[tile].turn)
        layout = layout.put(place, LaidTile(tile, laid[tile].turn))

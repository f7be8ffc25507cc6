"""Calculator for the last transports and upgrades, together with the final decisions.

It solves an integer programme for each order of the remaining transport actions. The moves found
are replayed under the plain rules, and the scorer counts the final score again.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

from scoring.model.calculator import Apply, changed
from scoring.model.cells import CellPath
from scoring.model.chart import Chart, Readout
from scoring.model.plan import Alternatives, NoAnswer, Plan
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.solving import deadline
from scoring.text.localised import Text, joined, number

from ..messages import say
from ..score import chart as village_chart
from ..score import named, steps
from ..solvers import transport
from ..solvers.recorded_decisions import recorded, undecided
from ..solvers.transport_rules import Action, Illegal, TransportProblem, Trip
from ..solvers.village import Village

SEARCHING, COMPARING, LOOKING_ROUND = 0.45, 0.1, 0.45
"""Fractions of the time limit: for the plan, each comparison, and the alternatives. The rest is for
building and checking models, which a solver's own time limit does not include."""

FEW = 3
"""Up to this many actions are tried in every order; of more, only the order entered is tried."""

WRITTEN = ("resources", "skills", "storage", "village", "goods", "transports")
"""Fields of the sheet that the plan changes and a player may take over."""

MOST = 6
"""Most remaining actions that are accepted: no game ends with more, and they take too long."""

TIES_SHOWN = 2
"""Most other plans with the same score in an answer."""


type Question = tuple[TransportProblem, Sequence[Sequence[Action]]]
"""The last transports and upgrades to plan, and the orders of transport actions to try. All
decisions at the end of the game are open, except recorded ones."""


def plan(position: Position, seat: str, seconds: float) -> Plan:
    """Returns a seat's transports and upgrades with the highest final score, in any order.

    Decisions recorded on the sheet are kept. The verdict is *best found* if ``seconds`` run out, or
    with more than ``FEW`` actions, of which only one order is tried. If something must be entered
    first, the verdict is *impossible* and the plan's only step names it.
    """
    question = _question(position, position.seats[seat])
    if not isinstance(question, tuple):
        return Plan.impossible(position.state, question, method="ilp")
    problem, orders = question
    try:
        best = _best(problem, orders, seconds * SEARCHING)
        assert best is not None, "nothing has to be done"
        gain = joined(_gains(problem, best, seconds * COMPARING), say("between-sentences"))
        return replace(_plan(position, problem, best), gain=gain)
    except Illegal:
        return Plan.impossible(position.state, say("carry-too-many"), method="ilp")


def alternatives(position: Position, seat: str, plan: Plan, seconds: float) -> Alternatives:
    """Returns a seat's best plans that upgrade another set of tiles than ``plan``.

    Plans that upgrade the same tiles are left out, as they are worth no more than ``plan``. The
    search stops after ``seconds``.
    """
    question = _question(position, position.seats[seat])
    if plan.proof.verdict == "impossible" or not isinstance(question, tuple):
        return Alternatives()
    problem, orders = question
    upgrade_sets = [_turned(position, seat, plan)]
    ties: list[Plan] = []
    until = deadline.left(seconds) * LOOKING_ROUND
    try:
        with deadline.within(until):
            while True:
                others = replace(problem, excluded_upgrades=upgrade_sets)
                if (solution := _best(others, orders, until, plan.proof.bound)) is None:
                    return Alternatives({}, None, tuple(ties))
                other = _plan(position, problem, solution)
                certain = solution.proof.verdict == "optimal"
                if other.worth < plan.worth:
                    return Alternatives({}, other, tuple(ties), complete=certain)
                if other.worth > plan.worth:
                    # the plan was not proven, so the next best one is unknown
                    return Alternatives({}, None, tuple(ties), complete=False)
                if len(ties) == TIES_SHOWN:
                    return Alternatives({}, None, tuple(ties), more_ties=True, complete=certain)
                ties.append(other)
                upgrade_sets.append(solution.upgraded)
    except NoAnswer:
        return Alternatives({}, None, tuple(ties), complete=False)


def _best(
    problem: TransportProblem,
    orders: Sequence[Sequence[Action]],
    seconds: float,
    most: Fraction | None = None,
) -> transport.Transport | None:
    every = len(orders[0]) <= FEW
    return transport.best(problem, orders, deadline.left(seconds), every=every, most=most)


def _question(position: Position, seat: Seat) -> Question | Text:
    """Returns the last transports and upgrades to plan, or a text on why there is no plan.

    Such as no transport entered, or too many.
    """
    village = Village(position, seat)
    mapped = village.mapped
    if mapped is None or not mapped.layout.of_kind("home"):
        return say("place-home-first")
    actions = _actions(position, village)
    if not actions:
        return say("carry-no-action")
    if len(actions) > MOST:
        return say("carry-too-many-actions", n=len(actions), most=MOST)
    goods = {
        mapped.places[tile]: lying
        for tile, lying in seat.grid("goods").items()
        if tile in mapped.places
    }
    few = len(actions) <= FEW
    orders = list(dict.fromkeys(permutations(actions))) if few else [tuple(actions)]
    problem = TransportProblem(
        village.holding(undecided(seat)), mapped.layout, goods, recorded(village)
    )
    return problem, orders


def _gains(
    problem: TransportProblem, solution: transport.Transport, seconds: float
) -> Iterator[Text]:
    """Yields texts with the points that a plan gains over no action, and over no upgrade.

    ``solution``: the plan. ``seconds``: processor time for each of the two. A gain that is not
    proven in time is left out.
    """
    ways = {"carry-gain": list[Action]()}
    if solution.upgraded:
        ways["carry-gain-upgrades"] = [replace(action, upgrades=0) for action in solution.actions]
    with suppress(NoAnswer):
        for word, actions in ways.items():
            less = transport.best(problem, [actions], deadline.left(seconds))
            assert less is not None, "nothing has to be done"
            if less.proof.verdict == "optimal" and less.worth <= solution.worth:
                yield say(word, n=int(solution.worth - less.worth))


def _turned(position: Position, seat: str, plan: Plan) -> frozenset[str]:
    before = position.seats[seat].faces("village")
    after = position.with_state(plan.after).seats[seat].faces("village")
    return frozenset(tile for tile, face in after.items() if before.get(tile) != face)


def _plan(position: Position, problem: TransportProblem, solution: transport.Transport) -> Plan:
    texts = (*_moves(problem, solution), *steps(position, solution.seat))
    after = position.having(solution.seat.put(transports=None)).state
    ways = {n: trip.places for n, trip in enumerate(solution.moves, 1) if isinstance(trip, Trip)}
    gain = say("carry-other-upgrades")
    return Plan(texts, after, solution.worth, solution.proof, ways=ways, gain=gain)


def chart(position: Position, seat: str, plan: Plan) -> Chart:
    """Returns a drawing of a seat's map after the plan: arrows for carried goods, upgrades."""
    after = position.with_state(plan.after)
    map_chart = village_chart(after, after.seats[seat])
    turned = _turned(position, seat, plan)
    places = tuple(spot.place for tile, spot in map_chart.laid.items() if tile in turned)
    marks = dict.fromkeys(places, "▲")
    heading = say("carry-moves"), number(len(plan.ways))
    readout = Readout("moves", *heading, places, (), marks, arrows=plan.ways)
    return replace(map_chart, waiting=(), offered=(), readouts=(readout,))


def apply(position: Position, seat: str, plan: Plan) -> Apply | None:
    """Returns the change that writes the plan to a seat's sheet: goods, skills, tiles upgraded.

    The transports entered are used up. Decisions at the end of the game are not written: the final
    score's calculator finds them. ``None`` if no other cell changes.
    """
    cells = changed(position, seat, plan, *WRITTEN)
    if all(CellPath(path).field == "transports" for path in cells):
        return None
    return Apply(say("carry-apply"), cells, say("carry-apply-open"))


def sees(position: Position, seat: str) -> tuple[str, ...]:
    """Returns the face that lies up, *before* or *after* upgrade, of each transport tile to use.

    ``seat``: the seat planned for. The plan depends on no other cells of other seats: a player may
    use a tile of another village, whose owner may upgrade it meanwhile.
    """
    own_seat = position.seats[seat]
    return tuple(_face(position, own_seat, tile) for tile in own_seat.tally("transports"))


def _face(position: Position, own_seat: Seat, tile: str) -> str:
    """Returns the face of a transport tile that lies up: ``before`` or ``after`` its upgrade.

    ``own_seat``: the seat that uses the tile, whose sheet is read first; then those of all others.
    ``before`` if no seat has the tile.
    """
    owners = (own_seat, *(each for each in position if each.id != own_seat.id))
    return next(filter(None, (each.face("village", tile) for each in owners)), "before")


def _actions(position: Position, village: Village) -> list[Action]:
    """Returns the transport actions still to be used, one for each use entered on the sheet.

    Each has the steps of goods and the upgrades that the visible face of its tile gives.
    """
    actions: list[Action] = []
    seat = village.seat
    for tile, times in seat.tally("transports").items():
        face = _face(position, seat, tile)
        facts = village.catalogue[tile].facts
        mine = seat.has("village", tile)
        steps, upgrades = facts[f"transport_{face}"], facts[f"upgrade_{face}"]
        actions += [Action(steps, upgrades, tile if mine else "", tile)] * times
    return actions


def _moves(problem: TransportProblem, solution: transport.Transport) -> Iterator[Text]:
    name = problem.village.catalogue.name
    used = [action.called for action in solution.actions]

    for move in solution.moves:
        if isinstance(move, Trip):
            over = (name(problem.layout.laid[place].tile) for place in move.places)
            good = say.counted(move.good, name(move.good), move.number)
            text = say("step-carry", good=good, way=joined(over, say("way-on")))
        else:
            price = named(problem.village.catalogue, {**move.goods, **move.skills})
            text = say("step-upgrade", tile=name(move.tile), price=price)
        action = solution.actions[move.action]
        by = name(action.called)
        by = by if action.tile else say("carry-elsewhere", tile=by)
        time = used[: move.action + 1].count(action.called)
        again = time if used.count(action.called) > 1 else 0
        yield say("carry-action", n=again, by=by, move=text)

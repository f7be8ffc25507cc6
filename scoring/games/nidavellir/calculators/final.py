"""Planner for the best final score: takes all of a seat's end-of-game decisions together."""

from dataclasses import replace

from scoring.model.breakdown import Breakdown
from scoring.model.plan import Alternatives, Plan
from scoring.model.position import Position
from scoring.solving import deadline
from scoring.solving.ilp import Expr, total

from ..score import rows
from ..solvers.army import BY_RANK, PlayerArea, with_dwarf
from ..solvers.blank_cells import largest_coin
from ..solvers.last_placements import Placements, PlanRequest, rival_warriors
from ..solvers.placements import MODELLED, Choices, build
from .plan_of_placements import plan_of

ONE_MORE = ("blacksmith_card", "hunter_card", "explorer_11", "miner_2", "warrior_9")
"""Dwarves, one for each class; ``alternatives`` adds one of each in turn and plans anew."""
TIES_SHOWN = 4


def plan(position: Position, seat: str, seconds: float) -> Plan:
    """Returns the plan of end-of-game decisions with the most points for a seat.

    If placing the cards one by one, each where it adds most, would bring fewer points, a last step
    names the difference. ``seconds``: time limit for solving.
    """
    request = PlanRequest.of(position, seat, seconds)
    best = request.best()
    plan = plan_of(request, best, compared=True)
    return replace(plan, rise=_rise(request, best), certificate=request.certificate())


def sketch(position: Position, seat: str) -> Plan:
    """Returns the same plan as ``plan``, but not compared with placing the cards one by one."""
    request = PlanRequest.of(position, seat, deadline.SECONDS)
    best = request.best()
    return replace(plan_of(request, best), rise=_rise(request, best))


def _rise(request: PlanRequest, best: Placements) -> int | None:
    """Returns how many points more another plan may bring once blank cells are filled in.

    ``None`` if no bound was found in time.
    """
    area, rivals, after = request.area, request.rivals, best.after
    if area.is_decided or (area.coins_known and not any(area.wild_missing)):
        return 0
    coin = area.largest if area.coins_known else largest_coin(area)[1]
    choices = build(area, rivals, coin=coin)
    points = total(list(choices.rows.values()))
    bound = choices.model.solve(points, [], request.seconds).bound
    counted = rows(after, max(rivals.most, after.ranks("warrior")))
    lines = [each for each in counted if each.id in MODELLED or each.id == "wild_ranks"]
    now = Breakdown(tuple(lines)).range.most
    return None if bound is None or now is None else max(0, bound - now)


def sees(position: Position, seat: str) -> int:
    """Returns all that the plan depends on of other players: their most warrior ranks."""
    return rival_warriors(position, seat)


def alternatives(position: Position, seat: str, plan: Plan, seconds: float) -> Alternatives:
    """Returns other plans to compare with the best one, ``plan``.

    They are: the points gained with one more dwarf of each class (by id of its card), up to
    ``TIES_SHOWN`` plans with equal points, and the next best plan, ``None`` if there are more equal
    ones or no other. ``seconds``: time limit for each plan.
    """
    one_more = {}
    request = PlanRequest.of(position, seat, seconds)
    for dwarf in ONE_MORE:
        more = with_dwarf(request.seat, position.catalogue[dwarf])
        one_more[dwarf] = request.having(more).best().worth - plan.worth
    ties: list[Plan] = []
    known = [request.area.having(position.with_state(plan.after).seats[seat])]
    while True:
        choices = build(request.area, request.rivals)
        for n, after in enumerate(known):
            values = _values(choices, after, request.rivals.most)
            choices.model.exceeds(f"other_than_{n}", values)
        solution = choices.model.solve(total(list(choices.rows.values())), choices.prefer, seconds)
        if solution.verdict == "impossible":
            return Alternatives(one_more, None, tuple(ties))
        placed = request.placed(choices, solution)
        other = plan_of(request, placed, compared=True)
        if other.worth < plan.worth:
            return Alternatives(one_more, other, tuple(ties))
        if len(ties) == TIES_SHOWN:
            return Alternatives(one_more, None, tuple(ties), more_ties=True)
        ties.append(other)
        known.append(placed.after)


def _values(choices: Choices, after: PlayerArea, most: int) -> list[tuple[Expr, int]]:
    """Returns (expression, points in a known plan) for each row of the model."""
    counted = rows(after, max(most, after.ranks("warrior")))
    scored = {line.id: line.points or 0 for line in counted}
    for id_ in (*BY_RANK, "ratatosk"):
        (kind,) = after.catalogue[id_].facts["class"]
        scored[kind] += scored.get(id_, 0)
    return [(row, scored[id_]) for id_, row in choices.rows.items()]

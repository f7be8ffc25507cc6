"""Planner for the best final score: takes all of a seat's end-of-game decisions together."""

from dataclasses import replace

from scoring.model.plan import Alternatives, Plan
from scoring.model.position import Position
from scoring.solving import deadline
from scoring.solving.ilp import total

from ..score import steps
from ..solvers.army import with_dwarf
from ..solvers.end_decisions import PlanRequest, rival_warriors
from ..solvers.end_decisions_programme import build

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
    plan = request.plan(best, steps(request.area, best.after, request.missed(best)))
    return replace(plan, rise=request.rise(best), certificate=request.certificate())


def sketch(position: Position, seat: str) -> Plan:
    """Returns the best plan of a seat's end-of-game decisions with fewer texts than ``plan``.

    Its steps do not tell how many points placing the cards one by one would miss.
    """
    request = PlanRequest.of(position, seat, deadline.SECONDS)
    best = request.best()
    plan = request.plan(best, steps(request.area, best.after))
    return replace(plan, rise=request.rise(best))


def sees(position: Position, seat: str) -> int:
    """Returns what a seat's plan depends on of other players: their most warrior ranks."""
    return rival_warriors(position, seat)


def alternatives(position: Position, seat: str, plan: Plan, seconds: float) -> Alternatives:
    """Returns variants of a seat's ``plan``: equal ones, the next best, what one more dwarf brings.

    In ``one_more``, points gained with a dwarf of each class, by id of its card. At most
    ``TIES_SHOWN`` plans are equal; if there are more, the next best is ``None``. ``seconds``: time
    limit for each plan.
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
            choices.model.exceeds(f"other_than_{n}", request.points_in(choices, after))
        solution = choices.model.solve(total(list(choices.rows.values())), choices.prefer, seconds)
        if solution.verdict == "impossible":
            return Alternatives(one_more, None, tuple(ties))
        placed = request.placed(choices, solution)
        texts = steps(request.area, placed.after, request.missed(placed))
        other = request.plan(placed, texts)
        if other.worth < plan.worth:
            return Alternatives(one_more, other, tuple(ties))
        if len(ties) == TIES_SHOWN:
            return Alternatives(one_more, None, tuple(ties), more_ties=True)
        ties.append(other)
        known.append(placed.after)

"""Planner for the best final score: takes all of a seat's end-of-game decisions together."""

from __future__ import annotations

from dataclasses import replace

from scoring.games.nidavellir.solvers.army import BY_RANK, PLAIN, VALUED, PlayerArea
from scoring.games.nidavellir.solvers.blank_cells import largest_coin
from scoring.games.nidavellir.solvers.placements import MODELLED, Choices, build, most
from scoring.model.breakdown import Breakdown
from scoring.model.plan import Alternatives, Plan
from scoring.model.position import Position
from scoring.solving import deadline
from scoring.solving.ilp import Expr, total

from ..score import rows
from .placing import Undecided, best, planned, rival_warriors, undecided

ONE_MORE = ("blacksmith_card", "hunter_card", "explorer_11", "miner_2", "warrior_9")
"""Dwarves, one for each class; ``alternatives`` adds one of each in turn and plans anew."""
TIES_SHOWN = 4


def plan(position: Position, seat: str, seconds: float) -> Plan:
    """Returns the plan of end-of-game decisions with the most points for a seat.

    If placing the cards one by one, each where it adds most, would bring fewer points, a last step
    names the difference.
    """
    undecided_seat = undecided(position, seat)
    return _risen(undecided_seat, best(undecided_seat, seconds, compared=True), seconds)


def sketch(position: Position, seat: str) -> Plan:
    """Returns the same plan as ``plan`` without the step that compares it with placing one by one.

    That comparison takes as long as the plan itself.
    """
    undecided_seat = undecided(position, seat)
    return _risen(undecided_seat, best(undecided_seat, deadline.SECONDS), deadline.SECONDS)


def _risen(undecided_seat: Undecided, plan: Plan, seconds: float) -> Plan:
    """Returns the plan with its field ``rise`` filled in: ``None`` if no bound was found in time.

    ``rise`` is the number of points by which another plan may turn out better once the blank cells
    (coins, columns of Olwyn's doubles and Gullinbursti) are entered. It stays 0 if no decision is
    open or none of those cells is blank.
    """
    area = undecided_seat.area
    if area.is_decided or (area.coins_known and not any(area.wild_missing)):
        return plan
    coin = area.largest if area.coins_known else largest_coin(area)[1]
    best_ = most(area, undecided_seat.rivals, coin, seconds)
    after = area.having(undecided_seat.position.with_state(plan.after).seats[area.seat.id])
    lines = [
        each
        for each in rows(after, max(undecided_seat.rivals.most, after.ranks("warrior")))
        if each.id in MODELLED or each.id == "wild_ranks"
    ]
    now = Breakdown(tuple(lines)).range.most
    if best_ is None or now is None:
        return replace(plan, rise=None)
    return replace(plan, rise=max(0, best_ - now))


def sees(position: Position, seat: str) -> int:
    """Returns all that the plan depends on of other players: their most warrior ranks."""
    return rival_warriors(position, seat)


def alternatives(position: Position, seat: str, plan: Plan, seconds: float) -> Alternatives:
    """Returns other plans to compare with the best one.

    They are: the points gained with one more dwarf of each class, up to ``TIES_SHOWN`` plans with
    equal points, and the next best plan, ``None`` if there are more equal ones or no other.
    """
    one_more = {}
    for dwarf in ONE_MORE:
        more = best(undecided(_with_one(position, seat, dwarf), seat), seconds)
        one_more[dwarf] = more.worth - plan.worth
    undecided_seat = undecided(position, seat)
    ties: list[Plan] = []
    seen = [plan]
    while True:
        choices = build(undecided_seat.area, undecided_seat.rivals)
        for n, other in enumerate(seen):
            there = position.with_state(other.after)
            after = undecided_seat.area.having(there.seats[seat])
            choices.model.exceeds(
                f"other_than_{n}", _values(choices, after, undecided_seat.rivals.most)
            )
        solution = choices.model.solve(total(list(choices.rows.values())), choices.prefer, seconds)
        if solution.verdict == "impossible":
            return Alternatives(one_more, None, tuple(ties))
        other = planned(undecided_seat, choices, solution, compared=True)
        if other.worth < plan.worth:
            return Alternatives(one_more, other, tuple(ties))
        if len(ties) == TIES_SHOWN:
            return Alternatives(one_more, None, tuple(ties), more_ties=True)
        ties.append(other)
        seen.append(other)


def _with_one(position: Position, seat: str, dwarf: str) -> Position:
    seat_cells = position.seats[seat]
    (kind,) = position.catalogue[dwarf].facts["class"]
    if kind in PLAIN:
        return position.having(seat_cells.put(**{PLAIN[kind]: seat_cells.count(PLAIN[kind]) + 1}))
    cards = dict(seat_cells.tally(VALUED[kind]))
    cards[dwarf] = cards.get(dwarf, 0) + 1
    return position.having(seat_cells.put(**{VALUED[kind]: cards}))


def _values(choices: Choices, after: PlayerArea, most: int) -> list[tuple[Expr, int, int]]:
    """Returns (expression, points in a known plan, most points) for each row of the model.

    ``choices``: the model.
    ``after``: the player's area under the known plan.
    ``most``: most warrior ranks of any rival.
    """
    counted = rows(after, max(most, after.ranks("warrior")))
    scored = {line.id: line.points or 0 for line in counted}
    for id_ in (*BY_RANK, "ratatosk"):
        (kind,) = after.catalogue[id_].facts["class"]
        scored[kind] += scored.get(id_, 0)
    return [
        (row, scored[id_], max(choices.most[id_], scored[id_])) for id_, row in choices.rows.items()
    ]

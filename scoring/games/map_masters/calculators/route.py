"""Calculator that plans the path worth most through the dungeon described on a seat's sheet."""

from collections.abc import Mapping
from fractions import Fraction

from scoring.model.breakdown import Breakdown
from scoring.model.catalogue import Catalogue
from scoring.model.plan import Plan, Proof
from scoring.model.position import Position
from scoring.model.seat import Seat

from ..checks import unreadable_message
from ..messages import say
from ..solvers import average_icon_worth, dungeon, mission
from ..solvers.score_pad import LAST_ROUND, ROUNDS, of_round, played


def plan(position: Position, seat: str, seconds: float) -> Plan:
    """Returns the path worth most in the seat's next round, entered in that round, as a plan.

    *Best found* if ``seconds`` run out; *impossible* in co-op, and without a readable description
    of the dungeon and a primary objective of the round.
    """
    player, catalogue = position.seats[seat], position.catalogue
    if mission.played(position):
        return Plan.impossible(position.state, say("together"))
    number, described = played(player) + 1, player.script("dungeon")
    primary = None
    if number <= LAST_ROUND:
        primary = position.table.choice(of_round("primary_objective", number))
    if not primary or not described:
        return Plan.impossible(position.state, say("route-needs"))
    try:
        laid = dungeon.read(described)
    except dungeon.UnreadableDescription as error:
        return Plan.impossible(position.state, unreadable_message(error))
    route, proof = best_route(catalogue, player, laid, primary, seconds)
    met = [say.counted(icon, catalogue.name(icon), n) for icon, n in route.circled.items() if n]
    steps = [say("walk", path=route.text)]
    if met:
        steps.append(say.listed(met))
    after = position.having(_walked(player, number, route.text)).state
    return Plan(tuple(steps), after, Fraction(route.value, average_icon_worth.WHOLE), proof)


def best_route(
    catalogue: Catalogue, seat: Seat, laid: dungeon.Dungeon, primary: str, seconds: float
) -> tuple[dungeon.Route, Proof]:
    """Returns the path worth most with the seat's fairies and spellbooks, and its proof.

    ``laid``: the dungeon. ``primary``: id of the round's primary objective, or empty. ``seconds``:
    processor time; if it runs out, the path is the best found and the proof has a higher bound.
    """
    pays, whole = average_icon_worth.BOOK_PAYS, average_icon_worth.WHOLE
    route = dungeon.search(
        laid,
        average_icon_worth.values(catalogue, primary),
        whole * average_icon_worth.TICK,
        average_icon_worth.fairies_by_item(catalogue, seat.tally("fairies")),
        {pays[book]: 1 for book in seat.picked("books") if book in pays},
        seconds,
    )
    worth, bound = (Fraction(n, whole) for n in (route.value, route.bound))
    return route, Proof.of("exhaustive", worth, bound)


def _walked(seat: Seat, number: int, path: str) -> Seat:
    """Returns the seat's cells with ``path`` entered in round ``number``.

    ``path``: in typed signs. Expected escapes and time bonuses are lowered to the number of rounds
    that follow it.
    """
    left = LAST_ROUND - number
    more = {
        part: min(n, left) if part in ("escape", "time_bonus") else n
        for part, n in seat.tally("more").items()
    }
    return seat.put(**{of_round("path", number): path, "more": more})


def measure(scored: Mapping[str, Breakdown], seat: str) -> Fraction:
    """Returns the planned path's worth in points, which this planner maximises.

    ``scored``: every seat's score. Read from its last row for a round's primary objective: that
    row's points, plus the average worth of the circled icons while objectives are unknown, plus
    that of an escape.
    """
    rows = [scored[seat].line(of_round("primary", n)) for n in reversed(ROUNDS)]
    line = next((row for row in rows if row is not None), None)
    if line is None:
        return Fraction(0)
    worth = line.pieces.get("outer_opening", 0) * average_icon_worth.TICK * average_icon_worth.WHOLE
    for icon, each in average_icon_worth.values(_catalogue(), "").items():
        worth += each * line.pieces.get(icon, 0)
    return Fraction(line.points or 0) + Fraction(worth, average_icon_worth.WHOLE)


def _catalogue() -> Catalogue:
    from .. import GAME  # imported here since a module-level import would be circular

    return GAME.catalogue

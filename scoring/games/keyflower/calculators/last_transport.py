"""The last transports and upgrades with the final allocation: from sheet, map and goods.

One integer programme for each order of the actions that are left. The moves are replayed under the
plain rules, the final score is counted again by the scorer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

from scoring.core import clock, words
from scoring.core.breakdown import Breakdown
from scoring.core.hexes import Chart, Place, Readout
from scoring.core.plan import Plan, Proof
from scoring.core.seat import Position
from scoring.core.text import Text, number

from ..chart import chart as village_chart
from ..engines import transport
from ..engines.carrying import Action, Illegal, Step
from ..engines.mapped import Mapped
from ..engines.recorded import recorded, undecided
from ..engines.village import Village
from . import final

say = words.of(__name__)

CITES = ("transport", "upgrade", "storage_release")

FEW = 3
"""So many actions are tried in every order."""

MOST = 6
"""More actions than this are no end of a game, and no question for a second."""


def plan(position: Position, seat: str, seconds: float) -> Plan:
    """The moves after which the final score is highest, every order of the actions considered.

    With more than three different actions, or where time runs out, the best found. Decisions that
    are recorded stay. What has to be said first, if anything, is the only step.
    """
    decided = Village(position, position.seats[seat])
    it = decided.mapped
    actions = _actions(decided)
    first = _first(it, actions)
    if it is None or first is not None:
        proof = Proof("impossible", "ilp", None, 0.0)
        return Plan((first,) if first else (), position.state, Fraction(0), proof)
    village, kept = decided.holding(undecided(decided.seat)), recorded(decided)
    goods = {
        it.places[tile]: held
        for tile, held in decided.seat.grid("goods").items()
        if tile in it.places
    }
    few = len(actions) <= FEW
    orders = list(dict.fromkeys(permutations(actions))) if few else [tuple(actions)]
    found: transport.Transport | None = None
    order: Sequence[Action] = ()
    proven = few
    try:
        for each in orders:
            best = transport.best(village, it.layout, goods, each, kept, clock.left(seconds))
            proven = proven and best.proof.verdict == "optimal"
            if found is None or best.worth > found.worth:
                found, order = best, each
        still = transport.best(village, it.layout, goods, (), kept, clock.left(seconds))
    except Illegal:
        proof = Proof("impossible", "ilp", None, 0.0)
        return Plan((say("carry-too-many"),), position.state, Fraction(0), proof)
    assert found is not None, "there is an action"
    proof = found.proof
    if not proven:
        proof = replace(proof, verdict="best found", bound=None)
    steps = [*_moves(decided, it, order, found), *final.steps(position, found.seat)]
    gain = say("carry-gain", n=int(found.worth - still.worth))
    after = position.having(found.seat.put(goods=None, transports=None)).state
    moves = enumerate(found.moves, 1)
    ways = {n: (move.start, move.to) for n, move in moves if isinstance(move, Step)}
    return Plan(tuple(steps), after, found.worth, proof, ways=ways, gain=gain)


def measure(scored: Mapping[str, Breakdown], seat: str) -> Fraction:
    """Every row that is known; a blank one counts as 0 before and after."""
    return Fraction(scored[seat].known)


def chart(position: Position, seat: str, plan: Plan) -> Chart:
    """The village afterwards, with an arrow for each step, and what was upgraded marked."""
    after = position.sheet.position(plan.after, position.rulings)
    shown = village_chart(after, after.seats[seat])
    before = position.seats[seat].faces("village")
    turned: list[Place] = [
        shown.laid[tile].place
        for tile, face in after.seats[seat].faces("village").items()
        if tile in shown.laid and before.get(tile) != face
    ]
    marks = dict.fromkeys(turned, "▲")
    said = say("carry-moves"), number(len(plan.ways))
    readout = Readout("moves", *said, tuple(turned), (), marks, arrows=plan.ways)
    return replace(shown, waiting=(), offered=(), readouts=(readout,))


def _actions(village: Village) -> list[Action]:
    """The uses of transport tiles that are still to come, as their faces show.

    Of a tile that is not the seat's, the front.
    """
    found: list[Action] = []
    for tile, times in village.seat.tally("transports").items():
        mine = village.seat.face("village", tile)
        facts = village.catalogue[tile].facts
        face = mine or "before"
        action = Action(facts[f"transport_{face}"], facts[f"upgrade_{face}"], tile if mine else "")
        found += [action] * times
    return found


def _first(it: Mapped | None, actions: Sequence[Action]) -> Text | None:
    """What has to be entered before there is something to plan."""
    if it is None or not it.layout.of_kind("home"):
        return say("place-home-first")
    if not actions:
        return say("carry-no-action")
    if len(actions) > MOST:
        return say("carry-too-many-actions", n=len(actions), most=MOST)
    return None


def _moves(
    village: Village, it: Mapped, order: Sequence[Action], found: transport.Transport
) -> Iterator[Text]:
    name = village.catalogue.name

    def counted(pieces: Mapping[str, int]) -> Text:
        return say.listed(say.counted(p, name(p), n) for p, n in pieces.items() if n)

    for move in found.moves:
        if isinstance(move, Step):
            start, to = (it.layout.laid[place].tile for place in (move.start, move.to))
            good = say.counted(move.good, name(move.good), 1)
            said = say("step-carry", good=good, start=name(start), to=name(to))
        else:
            price = counted({**move.goods, **move.skills})
            said = say("step-upgrade", tile=name(move.tile), price=price)
        if len(order) > 1:
            tile = order[move.action].tile
            by = name(tile) if tile else say("carry-elsewhere")
            said = say("carry-action", n=move.action + 1, by=by, move=said)
        yield said

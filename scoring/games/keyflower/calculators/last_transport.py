"""The last transports and upgrades with the final allocation: from sheet, map and goods.

One integer programme for each order of the actions that are left. The moves are replayed under the
plain rules, the final score is counted again by the scorer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations

from scoring.games.keyflower.solvers import transport
from scoring.games.keyflower.solvers.carrying import Action, Illegal, Upgrade
from scoring.games.keyflower.solvers.mapped import Mapped
from scoring.games.keyflower.solvers.recorded import Recorded, recorded, undecided
from scoring.games.keyflower.solvers.trips import Trip, trips
from scoring.games.keyflower.solvers.village import Village
from scoring.model.calculator import Apply, changed
from scoring.model.cells import CellPath
from scoring.model.chart import Chart, Readout
from scoring.model.hex_grid import Place
from scoring.model.plan import Alternatives, NoAnswer, Plan, Proof
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.solving import deadline
from scoring.text import messages
from scoring.text.localised import Text, joined, number

from ..chart import chart as village_chart
from . import final

say = messages.of(__name__)

CITES = ("transport", "upgrade", "storage_release")

SEARCHING, COMPARING, LOOKING_ROUND = 0.45, 0.1, 0.8
"""Parts of the time that is left: for the plan, for each thing it is compared with, and then for
the other plans. The rest is for building and checking, which no solver's clock counts."""

FEW = 3
"""So many actions are tried in every order."""

WRITTEN = ("resources", "skills", "storage", "village", "goods", "transports")

MOST = 6
"""More actions than this are no end of a game, and no question for a second."""

TIES_SHOWN = 2


@dataclass(frozen=True, slots=True)
class Question:
    """The village with all decisions open, and its actions in every order that is tried."""

    decided: Village
    village: Village
    kept: Recorded
    it: Mapped
    goods: Mapping[Place, Mapping[str, int]]
    orders: Sequence[Sequence[Action]]

    def best(
        self,
        seconds: float,
        known: Sequence[frozenset[str]] = (),
        most: Fraction | None = None,
    ) -> transport.Transport | None:
        """The best of all orders with other upgrades than these, and what is proven of it.

        ``most``: what it cannot pass, if that is known.
        """
        asked = self.village, self.it.layout, self.goods, self.orders, known, self.kept
        every = len(self.orders[0]) <= FEW
        return transport.other(*asked, deadline.left(seconds), every=every, most=most)

    def with_only(self, actions: Sequence[Action], seconds: float) -> transport.Transport:
        """The best that these actions alone could do."""
        asked = self.village, self.it.layout, self.goods, actions, self.kept
        return transport.best(*asked, deadline.left(seconds))


def plan(position: Position, seat: str, seconds: float) -> Plan:
    """The moves after which the final score is highest, every order of the actions considered.

    With more than three different actions, or where time runs out, the best found. Decisions that
    are recorded stay. What has to be said first, if anything, is the only step.
    """
    asked = _question(position, position.seats[seat])
    if not isinstance(asked, Question):
        proof = Proof("impossible", "ilp", None, 0.0)
        return Plan((asked,), position.state, Fraction(0), proof)
    try:
        best = asked.best(seconds * SEARCHING)
        assert best is not None, "nothing has to be done"
        gain = joined(_gains(asked, best, seconds * COMPARING), say("between-sentences"))
        return replace(_plan(position, asked, best), gain=gain)
    except Illegal:
        proof = Proof("impossible", "ilp", None, 0.0)
        return Plan((say("carry-too-many"),), position.state, Fraction(0), proof)


def alternatives(position: Position, seat: str, plan: Plan, seconds: float) -> Alternatives:
    """The best plans that end with other tiles upgraded, or with none.

    Whatever upgrades the same tiles as this plan is worth no more than it.
    """
    asked = _question(position, position.seats[seat])
    if plan.proof.verdict == "impossible" or not isinstance(asked, Question):
        return Alternatives()
    known = [_turned(position, seat, plan)]
    ties: list[Plan] = []
    until = deadline.left(seconds) * LOOKING_ROUND
    try:
        with deadline.within(until):
            while (found := asked.best(until, known, plan.proof.bound)) is not None:
                other = _plan(position, asked, found)
                certain = found.proof.verdict == "optimal"
                if other.worth < plan.worth:
                    return Alternatives({}, other, tuple(ties), complete=certain)
                if other.worth > plan.worth:
                    # of a plan that is not proven: what lies next to it is not known then
                    return Alternatives({}, None, tuple(ties), complete=False)
                if len(ties) == TIES_SHOWN:
                    return Alternatives({}, None, tuple(ties), more_ties=True, complete=certain)
                ties.append(other)
                known.append(found.upgraded)
    except NoAnswer:
        return Alternatives({}, None, tuple(ties), complete=False)
    return Alternatives({}, None, tuple(ties))


def _question(position: Position, seat: Seat) -> Question | Text:
    """What is to be planned, or what has to be entered before."""
    decided = Village(position, seat)
    it = decided.mapped
    if it is None or not it.layout.of_kind("home"):
        return say("place-home-first")
    actions = _actions(position, decided)
    if not actions:
        return say("carry-no-action")
    if len(actions) > MOST:
        return say("carry-too-many-actions", n=len(actions), most=MOST)
    goods = {
        it.places[tile]: held for tile, held in seat.grid("goods").items() if tile in it.places
    }
    few = len(actions) <= FEW
    orders = list(dict.fromkeys(permutations(actions))) if few else [tuple(actions)]
    return Question(decided, decided.holding(undecided(seat)), recorded(decided), it, goods, orders)


def _gains(asked: Question, found: transport.Transport, seconds: float) -> Iterator[Text]:
    """What the plan adds to doing less, as far as there is time to prove it."""
    ways = {"carry-gain": list[Action]()}
    if found.upgraded:
        ways["carry-gain-upgrades"] = [replace(action, upgrades=0) for action in found.actions]
    with suppress(NoAnswer):
        for word, actions in ways.items():
            less = asked.with_only(actions, seconds)
            if less.proof.verdict == "optimal" and less.worth <= found.worth:
                yield say(word, n=int(found.worth - less.worth))


def _turned(position: Position, seat: str, plan: Plan) -> frozenset[str]:
    """The tiles that a plan upgrades."""
    before = position.seats[seat].faces("village")
    after = position.with_state(plan.after).seats[seat].faces("village")
    return frozenset(tile for tile, face in after.items() if before.get(tile) != face)


def _plan(position: Position, asked: Question, found: transport.Transport) -> Plan:
    told = trips(found.moves)
    moves = _moves(asked.decided, asked.it, found, told)
    steps = [*moves, *final.steps(position, found.seat)]
    after = position.having(found.seat.put(transports=None)).state
    ways = {n: trip.places for n, trip in enumerate(told, 1) if isinstance(trip, Trip)}
    gain = say("carry-other-upgrades")
    return Plan(tuple(steps), after, found.worth, found.proof, ways=ways, gain=gain)


def chart(position: Position, seat: str, plan: Plan) -> Chart:
    """The village afterwards, with an arrow for each step, and what was upgraded marked."""
    after = position.with_state(plan.after)
    shown = village_chart(after, after.seats[seat])
    turned = _turned(position, seat, plan)
    places = tuple(spot.place for tile, spot in shown.laid.items() if tile in turned)
    marks = dict.fromkeys(places, "▲")
    said = say("carry-moves"), number(len(plan.ways))
    readout = Readout("moves", *said, places, (), marks, arrows=plan.ways)
    return replace(shown, waiting=(), offered=(), readouts=(readout,))


def apply(position: Position, seat: str, plan: Plan) -> Apply | None:
    """What is left, where it lies, and which tiles are turned; all transports are used up.

    What a player gives to which tile at the end stays open: the result finds the best of it.
    """
    cells = changed(position, seat, plan, *WRITTEN)
    if all(CellPath(path).field == "transports" for path in cells):
        return None
    return Apply(say("carry-apply"), cells, say("carry-apply-open"))


def _actions(position: Position, village: Village) -> list[Action]:
    """The uses of transport tiles that are still to come, as their faces show.

    Of a tile that is another player's, as it lies there; of nobody's here, the front.
    """
    found: list[Action] = []
    own = village.seat
    for tile, times in own.tally("transports").items():
        owners = (own, *(each for each in position if each.id != own.id))
        face = next(filter(None, (each.face("village", tile) for each in owners)), "before")
        facts = village.catalogue[tile].facts
        mine = own.has("village", tile)
        steps, upgrades = facts[f"transport_{face}"], facts[f"upgrade_{face}"]
        found += [Action(steps, upgrades, tile if mine else "", tile)] * times
    return found


def _moves(
    village: Village, it: Mapped, found: transport.Transport, told: Sequence[Trip | Upgrade]
) -> Iterator[Text]:
    """Each trip and each upgrade under the tile that does it, as a player says it."""
    name = village.catalogue.name
    used = [action.called for action in found.actions]

    def counted(pieces: Mapping[str, int]) -> Text:
        return say.listed(say.counted(p, name(p), n) for p, n in pieces.items() if n)

    for move in told:
        if isinstance(move, Trip):
            over = (name(it.layout.laid[place].tile) for place in move.places)
            good = say.counted(move.good, name(move.good), move.number)
            said = say("step-carry", good=good, way=joined(over, say("way-on")))
        else:
            price = counted({**move.goods, **move.skills})
            said = say("step-upgrade", tile=name(move.tile), price=price)
        action = found.actions[move.action]
        by = name(action.called)
        by = by if action.tile else say("carry-elsewhere", tile=by)
        time = used[: move.action + 1].count(action.called)
        again = time if used.count(action.called) > 1 else 0
        yield say("carry-action", n=again, by=by, move=said)

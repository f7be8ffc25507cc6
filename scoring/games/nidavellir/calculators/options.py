"""Options that a seat has now (a hero, a coin to raise), each valued by the points that it adds.

For every option the best end-of-game decisions are found anew. Later rounds are not predicted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from time import perf_counter

from scoring.games.nidavellir.sheet_functions import BOXES, played
from scoring.games.nidavellir.solvers import coins, treasure
from scoring.games.nidavellir.solvers.army import CLASSES, PlayerArea, step_of, track
from scoring.games.nidavellir.solvers.placements import SolvedModels
from scoring.model.catalogue import Entry
from scoring.model.plan import Plan, Proof
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.solving import deadline
from scoring.text import messages
from scoring.text.localised import EMPTY, Text

from .placing import best, undecided

say = messages.of(__name__)

COSTLY = ("bonfur", "dagda", "crovax")
"""Heroes that cost the last dwarf of a column; the sheet does not record which dwarf that is."""
LOWEST = "khrad"
"""Id of the hero who raises the lowest coin; other raising heroes let the player choose."""
BRINGS = {"andumia": "note-needs-a-discard", "holda": "note-and-a-card"}
"""Heroes that bring a card of the player's choice, with the message that it is not counted here.

Andumia needs a card in the discard pile, which the sheet does not record.
"""

OTHERS_SHOWN = 26
"""Number of options listed in the ranking."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option that a seat may take, such as recruiting a hero.

    ``seat``: the seat's cells after taking it
    ``note``: remark on effects that those cells do not show
    ``at_most``: true if the option also costs a card, which its points do not take into account
    """

    name: Text
    seat: Seat
    note: Text = EMPTY
    at_most: bool = False
    certain: bool = True
    """False if the option depends on something not on the sheet; the plan then never takes it."""


class PlanRequest:
    """The seat to plan for, its time limit in seconds, and a cache of the plans solved."""

    def __init__(self, position: Position, seat: str, seconds: float) -> None:
        self.position, self.catalogue, self.seconds = position, position.catalogue, seconds
        self.undecided = undecided(position, seat)
        self.cache: SolvedModels = {}

    @property
    def area(self) -> PlayerArea:
        return self.undecided.area

    @property
    def seat(self) -> Seat:
        return self.area.seat

    def having(self, seat: Seat) -> PlanRequest:
        """Returns a new request, with the same time limit, for the seat with these cells."""
        return PlanRequest(self.position.having(seat), seat.id, self.seconds)

    def solved(self, seat: Seat, *, compared: bool = False) -> Plan:
        """Returns the plan with the best end-of-game decisions for a seat with these cells.

        ``compared``: true to add a step that compares it with placing the cards one by one.
        """
        deadline.check()
        undecided_seat = self.undecided.having(seat)
        return best(undecided_seat, self.seconds, compared=compared, cache=self.cache)

    # coins

    @property
    def jarika(self) -> bool:
        return self.area.has("jarika")

    @cached_property
    def treasure(self) -> dict[int, int]:
        """Coins left in the Royal Treasure, judged by the coins on all sheets: value to count."""
        return treasure.left(self.position)

    @cached_property
    def changeable_coins(self) -> list[int]:
        """Values of the seat's coins that may be traded or raised, smallest first."""
        return treasure.changeable(self.catalogue, self.seat.tally("coins"))

    @property
    def coins_lacking(self) -> int:
        """Number of coins that the seat has by the rules but that are not entered."""
        return max(0, self.area.purse - len(self.area.coins))

    def changed(self, change: coins.Change, seat: Seat) -> Seat:
        """Returns the seat after exchanging one coin for another.

        The valkyrie Svafa, if owned, moves a step for each point by which the new coin exceeds the
        target of the exchange.
        """
        if change.taken is None:
            return seat
        held = dict(seat.tally("coins"))
        given, taken = f"coin_{change.given}", f"coin_{change.taken}"
        held[given] -= 1
        held[taken] = held.get(taken, 0) + 1
        seat = seat.put(coins={coin: n for coin, n in held.items() if n})
        return self.moved(seat, "svafa", change.excess)

    def moved(self, seat: Seat, valkyrie: str, steps: int) -> Seat:
        """Returns the seat after a valkyrie moved down her track, at most to its last step.

        A seat without that valkyrie is returned unchanged.
        """
        faces = seat.faces("valkyries")
        if valkyrie not in faces:
            return seat
        last = len(track(self.catalogue[valkyrie])) - 1
        now = step_of(faces[valkyrie])
        step = f"step_{max(now, min(now + steps, last))}"
        return seat.put(valkyries={**faces, valkyrie: step})

    def raised(self, coin: int, by: int, seat: Seat | None = None) -> Option:
        change = coins.raise_coin(coin, by, self.treasure, jarika=self.jarika)
        name = say("option-raise-nothing", coin=coin)
        if change.taken is not None:
            name = say("option-raise", coin=coin, taken=change.taken)
        return Option(name, self.changed(change, seat or self.seat), missed(change))


def missed(change: coins.Change) -> Text:
    """Returns a note on a change if the treasure is empty or lacks the exact coin; else empty."""
    if change.taken is None:
        return say("note-treasure-empty")
    return EMPTY if change.taken == change.target else say("note-not-there", n=change.target)


# ── heroes ─────────────────────────────────────────────────────────────────────────────


def display(request: PlanRequest) -> Iterator[Entry]:
    """Yields the heroes on display: those of the expansions in play that no seat has.

    If the table names its expansions, those count; else expansions are inferred from the seats'
    cards.
    """
    seats = request.position.seats.values()
    recruited = {hero for seat in seats for hero in seat.picked("heroes")}
    boxes = {"base"} | {request.catalogue[hero].facts["box"] for hero in recruited}
    if any(seat.picked("mercenaries") or seat.picked("artifacts") for seat in seats):
        boxes.add("thingvellir")
    if named := played(request.position.table.cells):
        boxes = boxes - set(BOXES) | named
    for entry in request.catalogue.of_kind("hero"):
        deadline.check()
        if entry.id not in recruited and entry.facts["box"] in boxes:
            yield entry


def recruited(request: PlanRequest, hero: Entry, *, counts: bool = True) -> Iterator[Option]:
    """Yields the options of recruiting a hero, one for each choice that the hero brings.

    ``counts``: true if the valkyrie Sigrdrífa, if owned, moves a step for the hero; false only for
        a hero that comes by the god Odin.
    """
    seat_before = request.seat
    seat = seat_before.put(heroes=dict.fromkeys((*seat_before.picked("heroes"), hero.id), True))
    if counts:
        seat = request.moved(seat, "sigrdrifa", 1)
    lacks, lowest = request.coins_lacking, hero.id == LOWEST
    if "raises" in hero.facts and lacks and (lowest or not request.changeable_coins):
        note = say("note-coins-lacking", n=lacks, most=request.area.purse)
        yield Option(hero.name, seat, note, certain=False)
    elif "raises" in hero.facts:
        values = list(dict.fromkeys(request.changeable_coins))
        for coin in values[:1] if lowest else values:
            raised = request.raised(coin, int(hero.facts["raises"]), seat)
            name = say("option-hero-raises", hero=hero.name, coin=coin)
            yield Option(name, raised.seat, raised.note)
    elif hero.id == "olwyn":
        if seat_before.picked("doubles") or seat_before.count("doubles_lost"):
            return
        for pair in combinations(CLASSES, 2):
            where = say.listed(map(request.catalogue.name, pair))
            name = say("option-olwyn", hero=hero.name, where=where)
            yield Option(name, seat.put(doubles=dict.fromkeys(pair, True)))
    elif hero.id in COSTLY:
        yield Option(hero.name, seat, say("note-before-discard"), at_most=True)
    elif hero.id in BRINGS:
        sure = hero.id != "andumia"
        yield Option(hero.name, seat, say(BRINGS[hero.id]), certain=sure)
    else:
        yield Option(hero.name, seat)


# ── the best of them ───────────────────────────────────────────────────────────────────


def best_of(request: PlanRequest, options: Iterable[Option]) -> Plan:
    """Returns the plan of the best option; its last steps rank all options by the points they add.

    The plan never takes an option that is not ``certain`` or that has ``at_most`` set. The ranking
    lists those too, and ``OTHERS_SHOWN`` options at most.
    """
    born = perf_counter()
    now = request.solved(request.seat)
    tried = sorted(
        ((request.solved(option.seat), option) for option in options),
        key=lambda pair: -pair[0].worth,
    )
    chosen = next((o for _, o in tried if o.certain and not o.at_most), None)
    if chosen is None:
        return Plan((say("nothing-to-choose"),), now.after, now.worth, now.proof)
    plan = request.solved(chosen.seat, compared=True)
    steps = [_option_text(chosen, int(plan.worth - now.worth)), *plan.steps]
    if len(tried) > 1:
        steps.append(say("ranking"))
        steps += [
            _option_text(option, int(p.worth - now.worth)) for p, option in tried[:OTHERS_SHOWN]
        ]
    bounds = [p.proof.bound for p, _ in tried]
    known_bounds = [bound for bound in bounds if bound is not None]
    bound = max(known_bounds) if len(known_bounds) == len(bounds) else None
    checked = ("scorer", *plan.proof.checked[1:])
    proof = Proof.of("exhaustive", plan.worth, bound, perf_counter() - born, checked)
    return Plan(tuple(steps), plan.after, plan.worth, proof)


def _option_text(option: Option, gain: int) -> Text:
    worth = say("at-most" if option.at_most else "signed", n=gain)
    if option.note is EMPTY:
        return say("option", name=option.name, worth=worth)
    return say("option-noted", name=option.name, worth=worth, note=option.note)

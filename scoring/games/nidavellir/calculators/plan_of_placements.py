"""A request for a seat's best end-of-game decisions (its last placements), answered by a plan.

The plan has the cells to write, steps in words, the proof, and a comparison with placing the cards
one by one. Options that a seat has now (a hero, a coin to raise) are valued by the points that they
add: for each, the best decisions are found anew. Later rounds are not predicted.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations, islice
from typing import Any

from scoring.model.breakdown import Breakdown
from scoring.model.catalogue import Catalogue, Entry
from scoring.model.plan import Plan, Proof
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.solving import deadline
from scoring.solving.case_tree import Certificate
from scoring.solving.ilp import Solution, Var
from scoring.text import messages
from scoring.text.localised import EMPTY, Text

from ..score import rows
from ..sheet_functions import BOXES, played
from ..solvers import coins, treasure
from ..solvers.army import CLASSES, FIRST, SECOND, Card, PlayerArea, areas, moved_step, outside
from ..solvers.placements import (
    HOURYA_NEEDS,
    MODELLED,
    Choices,
    Recruit,
    Rivals,
    SolvedModels,
    solved,
)

say = messages.of(__name__)


def rival_warriors(position: Position, seat: str) -> int:
    """Returns the most warrior ranks of any other player, including players without a sheet."""
    others = (area for name, area in areas(position).items() if name != seat)
    return max([outside(position), *(area.ranks("warrior") for area in others)])


def _rivals(position: Position, seat: str) -> Rivals:
    most, totals = rival_warriors(position, seat), []
    for name, area in areas(position).items():
        if name != seat:
            counted = Breakdown(rows(area, most))
            bonus = counted.line("warrior_majority")
            assert bonus
            totals.append((counted.known - (bonus.points or 0), counted.known))
    return Rivals(most, tuple(totals))


@dataclass(frozen=True)
class PlanRequest:
    """A seat to plan for, its rivals, and the time limit in seconds; recorded decisions stay.

    ``cache``: cache of solved programmes.
    """

    position: Position
    area: PlayerArea
    rivals: Rivals
    seconds: float
    cache: SolvedModels = field(default_factory=dict)

    @classmethod
    def of(cls, position: Position, seat: str, seconds: float) -> "PlanRequest":
        rivals = _rivals(position, seat)
        return cls(position, areas(position)[seat], rivals, seconds)

    @property
    def seat(self) -> Seat:
        return self.area.seat

    @property
    def catalogue(self) -> Catalogue:
        return self.area.catalogue

    @property
    def changeable_coins(self) -> list[int]:
        """Values of the seat's coins that may be traded or raised, smallest first."""
        return treasure.changeable(self.catalogue, self.seat.tally("coins"))

    def having(self, seat: Seat) -> "PlanRequest":
        """Returns a copy in which the seat has the cells of another version of it."""
        return replace(self, position=self.position.having(seat), area=self.area.having(seat))

    def best(self, *, compared: bool = False) -> Plan:
        """Returns the plan with the most points that the seat can still reach.

        ``compared``: a last step names the points that placing the cards one by one would miss.
        That takes longer than the proof, so callers that need many plans leave it out.
        """
        if self.area.is_decided:
            worth = Fraction(_now(self.area, self.rivals))
            proof = Proof.of("exhaustive", worth, worth, checked=("scorer",))
            return Plan(tuple(_due(self.area)), self.position.state, worth, proof)
        return self.planned(*self._solved(None), compared=compared)

    def with_recruit(self, recruit: Recruit) -> Plan | None:
        """Returns the best plan that completes a line for a hero; ``None`` if no placement does.

        The seat has the hero already, as if recruited.
        """
        choices, solution = self._solved(recruit)
        return None if solution.verdict == "impossible" else self.planned(choices, solution)

    def _solved(self, recruit: Recruit | None) -> tuple[Choices, Solution]:
        return solved(self.area, self.rivals, recruit, self.seconds, self.cache)

    @property
    def _fixed(self) -> int:
        """Points of all score lines that are the same in every plan."""
        lines = rows(self.area, self.rivals.most)
        return sum(line.points or 0 for line in lines if line.id not in MODELLED)

    def certificate(self) -> Certificate | None:
        """Returns evidence, which anybody can check, that the plan of ``best`` is the best.

        ``None`` if no decision is open, or if the plan is not proven best.
        """
        if self.area.is_decided:
            return None
        choices, solution = self._solved(None)
        if solution.verdict != "optimal":
            return None
        return choices.model.certificate(solution, choices.rows | {"settled": self._fixed})

    def planned(self, choices: Choices, solution: Solution, *, compared: bool = False) -> Plan:
        """Turns a solution of the programme ``choices`` into a plan: cells, steps and proof.

        ``compared``: as in ``best``.
        """
        area, rivals = self.area, self.rivals

        def chosen(switches: Mapping[str, Var]) -> str | None:
            return next((kind for kind, variable in switches.items() if solution[variable]), None)

        enlist = {m: face for (m, face), variable in choices.enlist.items() if solution[variable]}
        lost = next((c for (c, _), variable in choices.discard.items() if solution[variable]), None)
        decisions: dict[str, Any] = {"enlist": {**area.seat.faces("enlist"), **enlist}}
        if choices.ylud and not area.ylud_final:
            decisions["ylud"] = chosen(choices.ylud)
        if lost:
            decisions["discard"] = lost
        if choices.mjollnir:
            decisions["mjollnir"] = chosen(choices.mjollnir)
        after = area.having(area.seat.put(**decisions))
        fixed = self._fixed
        bound = None if solution.bound is None else Fraction(solution.bound + fixed)
        worth = Fraction(solution.points + fixed)
        steps = [*_steps(area, after), *_due(after)]
        if compared and (gain := int(worth) - _one_by_one(area, rivals)) > 0:
            steps.append(say("step-gain", n=gain))
        return Plan(
            tuple(steps),
            self.position.having(after.seat).state,
            worth,
            Proof.of("ilp", worth, bound, checked=("scorer",)),
        )


def _steps(before: PlayerArea, area: PlayerArea) -> Iterator[Text]:
    name, seat = area.catalogue.name, area.seat
    for mercenary in before.waiting:
        yield say("step-enlist", card=name(mercenary), kind=name(area.enlisted[mercenary]))
    if area.ylud_final and not before.ylud_final:
        moves = seat.choice("ylud_at") not in (None, area.ylud_final)
        kind = name(area.ylud_final)
        yield say("step-ylud-moves" if moves else "step-ylud-stands", kind=kind)
    if area.gone and not before.gone:
        yield say("step-discard", card=_card_name(area, area.gone))
    elif area.discards and area.thor_ready and not area.gone:
        yield say("step-thor")
    if area.mjollnir_class and not before.mjollnir_class:
        yield say("step-mjollnir", kind=name(area.mjollnir_class))


def _due(area: PlayerArea) -> Iterator[Text]:
    if due := area.lines.due:
        yield say("step-heroes-due", n=due)


def _card_name(area: PlayerArea, card: Card) -> Text:
    if card.id in area.catalogue:
        return area.catalogue.name(card.id)
    return say("double-among", kind=area.catalogue.name(card.column))


def _now(area: PlayerArea, rivals: Rivals) -> int:
    """Returns the points of a seat with only the decisions that are recorded on its sheet."""
    return Breakdown(rows(area, max(rivals.most, area.ranks("warrior")))).known


def _one_by_one(area: PlayerArea, rivals: Rivals) -> int:
    """Returns a seat's points if it places its cards one by one, each where it adds most."""

    def now(seat: Seat) -> int:
        deadline.check()
        return _now(area.having(seat), rivals)

    seat, enlist = area.seat, dict(area.seat.faces("enlist"))
    for mercenary in area.waiting:
        trials = [enlist | {mercenary: face} for face in (FIRST, SECOND)]
        enlist = max(trials, key=lambda trial: now(seat.put(enlist=trial)))
    seat = seat.put(enlist=enlist)
    if area.has("ylud") and not area.ylud_final:
        seat = max((seat.put(ylud=kind) for kind in CLASSES), key=now)
    there = area.having(seat)
    if there.discard_open:
        losses = dict.fromkeys(card.id for card in there.placed if card.loose)
        seat = max((seat.put(discard=id_) for id_ in losses), key=now, default=seat)
    if area.has("mjollnir") and not area.mjollnir_class:
        seat = max((seat.put(mjollnir=kind) for kind in CLASSES), key=now)
    return now(seat)


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

    ``name``: the option in words
    ``seat``: the seat's cells after taking it
    ``note``: remark on effects that those cells do not show
    ``at_most``: true if the option also costs a card, which its points do not take into account
    """

    name: Text
    seat: Seat
    note: Text = EMPTY
    at_most: bool = False
    certain: bool = True
    """False if the option depends on something not on the sheet."""

    @property
    def for_sure(self) -> bool:
        """True if its points are sure, so that a plan may take it."""
        return self.certain and not self.at_most


# ── coins ──────────────────────────────────────────────────────────────────────────────


def changed(change: coins.Change, seat: Seat, catalogue: Catalogue) -> Seat:
    """Returns the seat after exchanging one coin for another.

    The valkyrie Svafa, if owned, moves a step for each point above the target of the exchange.
    """
    if change.taken is None:
        return seat
    purse = dict(seat.tally("coins"))
    given, taken = f"coin_{change.given}", f"coin_{change.taken}"
    purse[given] -= 1
    purse[taken] = purse.get(taken, 0) + 1
    seat = seat.put(coins={coin: n for coin, n in purse.items() if n})
    return moved(seat, catalogue["svafa"], change.excess)


def moved(seat: Seat, valkyrie: Entry, steps: int) -> Seat:
    """Returns the seat after a valkyrie moved down her track, at most to its end.

    ``steps``: number of steps. The seat is unchanged if it has not got her.
    """
    faces = seat.faces("valkyries")
    if valkyrie.id not in faces:
        return seat
    step = moved_step(valkyrie, faces[valkyrie.id], steps)
    return seat.put(valkyries={**faces, valkyrie.id: f"step_{step}"})


def exchanged(change: coins.Change, seat: Seat, catalogue: Catalogue) -> Option:
    """Returns the option of an exchange of coins, with a note if the exact coin is not there."""
    note = EMPTY
    if change.taken is None:
        note = say("note-treasure-empty")
    elif change.taken != change.target:
        note = say("note-not-there", n=change.target)
    return Option(exchange_text(change), changed(change, seat, catalogue), note)


def exchange_text(change: coins.Change) -> Text:
    """Returns the text of an exchange of coins: a trade of two coins, or a raise of one."""
    given, taken = change.given, change.taken
    if change.kept is None:
        if taken is None:
            return say("option-raise-nothing", coin=given)
        return say("option-raise", coin=given, taken=taken)
    low, high = sorted((given, change.kept))
    if taken is None:
        return say("option-trade-nothing", a=low, b=high)
    return say("option-trade", a=low, b=high, given=given, taken=taken)


def raises(request: PlanRequest, by: int) -> list[tuple[int, Option]]:
    """Returns for each of the seat's coins its value, and the option of raising it by ``by``.

    Equal coins are listed once, exchange coins not at all.
    """
    left, options = treasure.left(request.position), []
    for coin in dict.fromkeys(request.changeable_coins):
        change = coins.raise_coin(coin, by, left, jarika=request.area.has("jarika"))
        options.append((coin, exchanged(change, request.seat, request.catalogue)))
    return options


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


def offered(request: PlanRequest) -> Iterator[Option]:
    """Yields the options of recruiting each hero on display for a line that is complete."""
    for hero in display(request):
        if hero.id != "hourya" or request.area.ranks_in_play("explorer") >= HOURYA_NEEDS:
            yield from recruited(request, hero)


def recruited(request: PlanRequest, hero: Entry, *, counts: bool = True) -> Iterator[Option]:
    """Yields the options of recruiting a hero, one for each choice that the hero brings.

    ``counts``: true if the valkyrie Sigrdrífa, if owned, moves a step for the hero; false only for
        a hero that comes by the god Odin.
    """
    area, own = request.area, request.seat
    seat = own.put(heroes=dict.fromkeys((*own.picked("heroes"), hero.id), True))
    if counts:
        seat = moved(seat, request.catalogue["sigrdrifa"], 1)
    lacks, lowest = max(0, area.purse - len(area.coins)), hero.id == LOWEST
    if "raises" in hero.facts and lacks and (lowest or not request.changeable_coins):
        note = say("note-coins-lacking", n=lacks, most=area.purse)
        yield Option(hero.name, seat, note, certain=False)
    elif "raises" in hero.facts:
        ways = raises(request.having(seat), int(hero.facts["raises"]))
        for coin, raised in ways[:1] if lowest else ways:
            yield replace(raised, name=say("option-hero-raises", hero=hero.name, coin=coin))
    elif hero.id == "olwyn":
        if own.picked("doubles") or own.count("doubles_lost"):
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


def best_of(
    options: Callable[[PlanRequest], Iterable[Option]],
) -> Callable[[Position, str, float], Plan]:
    """Returns the planner that finds the best of the options that ``options`` yields for a seat.

    The planner takes a table, the id of a seat, and a time limit in seconds.

    The last steps of its plan rank all options by the points they add, ``OTHERS_SHOWN`` at most.
    The plan never takes an option that is not ``for_sure``; the ranking lists those too.
    """

    def plan(position: Position, seat: str, seconds: float) -> Plan:
        request = PlanRequest.of(position, seat, seconds)
        every = list(options(request))
        now = request.best()
        tried = sorted(
            ((request.having(option.seat).best(), option) for option in every),
            key=lambda pair: -pair[0].worth,
        )
        chosen = next((option for _, option in tried if option.for_sure), None)
        if chosen is None:
            return Plan((say("nothing-to-choose"),), now.after, now.worth, now.proof)
        best = request.having(chosen.seat).best(compared=True)
        steps = [_option_text(chosen, int(best.worth - now.worth)), *best.steps]
        if len(tried) > 1:
            ranked = ((option, int(each.worth - now.worth)) for each, option in tried)
            steps.append(say("ranking"))
            steps += [_option_text(*pair) for pair in islice(ranked, OTHERS_SHOWN)]
        bound = bound_among(each for each, _ in tried)
        proof = Proof.of("exhaustive", best.worth, bound, checked=("scorer",))
        return replace(best, steps=tuple(steps), proof=proof)

    return plan


def bound_among(plans: Iterable[Plan]) -> Fraction | None:
    """Returns the highest of the plans' bounds, in points; ``None`` if one of them has none.

    A bound is a number of points that no plan of that kind can exceed.
    """
    bounds = [plan.proof.bound for plan in plans]
    finite = [bound for bound in bounds if bound is not None]
    return max(finite) if len(finite) == len(bounds) else None


def _option_text(option: Option, gain: int) -> Text:
    worth = say("at-most" if option.at_most else "signed", n=gain)
    if option.note is EMPTY:
        return say("option", name=option.name, worth=worth)
    return say("option-noted", name=option.name, worth=worth, note=option.note)

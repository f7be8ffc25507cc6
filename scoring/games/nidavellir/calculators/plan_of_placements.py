"""A seat's best end-of-game decisions (its last placements) as a plan, and options valued by them.

The plan has the cells to write, steps in words, the proof, and a comparison with placing the cards
one by one. Options that a seat has now (a hero, a coin to raise) are valued by the points that they
add: for each, the best decisions are found anew. Later rounds are not predicted.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from scoring.model.catalogue import Catalogue, Entry
from scoring.model.plan import Plan, Proof
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.solving import deadline
from scoring.text.localised import EMPTY, Text

from ..solvers import coins, treasure
from ..solvers.army import CLASSES, Card, PlayerArea, moved_step
from ..solvers.last_placements import Placements, PlanRequest
from ..solvers.lines_and_leads import BOXES, played
from ..solvers.placements import HOURYA_NEEDS
from ..texts import say


def plan_of(request: PlanRequest, placed: Placements, *, compared: bool = False) -> Plan:
    """Returns placements as a plan: cells, steps and proof.

    ``compared``: a last step names the points that placing the cards one by one would miss. That
    takes longer than the proof.
    """
    area, after = request.area, placed.after
    if after is area:
        return Plan(tuple(_due(area)), request.position.state, placed.worth, placed.proof)
    steps = [*_steps(area, after), *_due(after)]
    if compared and (gain := int(placed.worth) - request.one_by_one()) > 0:
        steps.append(say("step-gain", n=gain))
    state = request.position.having(after.seat).state
    return Plan(tuple(steps), state, placed.worth, placed.proof)


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
    """Returns the seat after a valkyrie moved down her track, at most to its end."""
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
    """Returns for each of the seat's coins its value, and the option of raising it by ``by``."""
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

    The last steps of its plan rank all options by the points they add, ``OTHERS_SHOWN`` at most.
    The plan never takes an option that is not ``for_sure``; the ranking lists those too.
    """

    def plan(position: Position, seat: str, seconds: float) -> Plan:
        request = PlanRequest.of(position, seat, seconds)
        every = [(request.having(option.seat), option) for option in options(request)]
        now = request.best()
        tried = sorted(
            ((there.best(), there, option) for there, option in every),
            key=lambda each: -each[0].worth,
        )
        chosen = next((each for each in tried if each[2].for_sure), None)
        if chosen is None:
            return replace(plan_of(request, now), steps=(say("nothing-to-choose"),))
        best, there, option = chosen
        taken = _option_text(option, int(best.worth - now.worth))
        ranked = [
            _option_text(each, int(placed.worth - now.worth))
            for placed, _, each in tried[:OTHERS_SHOWN]
        ]
        ranking = (say("ranking"), *ranked) if len(tried) > 1 else ()
        bound = bound_among(each for each, _, _ in tried)
        proof = Proof.of("exhaustive", best.worth, bound, checked=("scorer",))
        plan = plan_of(there, best, compared=True)
        return replace(plan, steps=(taken, *plan.steps, *ranking), proof=proof)

    return plan


def bound_among(placed: Iterable[Placements]) -> Fraction | None:
    """Returns the highest of their bounds, in points; ``None`` if one of them has none."""
    bounds = [each.bound for each in placed]
    finite = [bound for bound in bounds if bound is not None]
    return max(finite) if len(finite) == len(bounds) else None


def _option_text(option: Option, gain: int) -> Text:
    worth = say("at-most" if option.at_most else "signed", n=gain)
    if option.note is EMPTY:
        return say("option", name=option.name, worth=worth)
    return say("option-noted", name=option.name, worth=worth, note=option.note)

"""Options that a seat has now (a hero, a coin to raise), valued by the points that they add.

For each, the best end-of-game decisions are found anew. Later rounds are not predicted. Its own
``plan`` is that of the calculator ``last_hero``.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from scoring.model.catalogue import Entry
from scoring.model.plan import Plan, Proof
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.text.localised import EMPTY, Text

from ..messages import say
from ..score import steps
from ..sheet_functions import CARD_OF
from ..solvers import coin_rules, treasure
from ..solvers.army import CLASSES, moved
from ..solvers.end_decisions import Placements, PlanRequest
from ..solvers.end_decisions_programme import HOURYA_NEEDS, Recruit

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
    """Something that a seat may do, such as recruit a hero, with the seat's cells afterwards.

    ``seat``: the seat with these cells.
    ``note``: remark on effects that those cells do not show.
    ``at_most``: true if the option also costs a card, which its points do not take into account.
    """

    name: Text
    seat: Seat
    note: Text = EMPTY
    at_most: bool = False
    certain: bool = True
    """False if the option depends on something not on the sheet."""

    @property
    def for_sure(self) -> bool:
        """True if a plan may take the option: its points are certain, and it costs no card."""
        return self.certain and not self.at_most


# ── coins ──────────────────────────────────────────────────────────────────────────────


def exchanged(change: coin_rules.Change, seat: Seat) -> Option:
    """Returns an exchange of coins as an option, noted if the treasure lacks the exact coin.

    ``seat``: its cells after the exchange.
    """
    note = EMPTY
    if change.taken is None:
        note = say("note-treasure-empty")
    elif change.taken != change.target:
        note = say("note-not-there", n=change.target)
    return Option(exchange_text(change), seat, note)


def exchange_text(change: coin_rules.Change) -> Text:
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


def raises(request: PlanRequest, by: int) -> Iterator[Option]:
    """Yields an option for each coin of the seat that may be raised by ``by`` points.

    ``request``: the seat to plan for, with its rivals.
    """
    return (exchanged(change, seat) for _, change, seat in request.raised(by))


def trades(request: PlanRequest) -> Iterator[Option]:
    """Yields an option for each pair of the seat's coins to trade; none without exchange coin.

    ``request``: the seat to plan for, with its rivals.
    """
    area, catalogue, left = request.area, request.catalogue, treasure.left(request.position)
    heroes = {"jarika": area.has("jarika"), "zolkur": request.seat.flag("zolkur_waits")}
    if not any("exchange" in catalogue[coin].facts for coin in request.seat.tally("coins")):
        return
    for pair in dict.fromkeys(combinations(request.changeable_coins, 2)):
        change = coin_rules.trade(pair, left, **heroes)
        option = exchanged(change, treasure.exchanged(change, request.seat, catalogue))
        if change.taken is not None:
            option = replace(option, seat=option.seat.without("zolkur_waits"))
        yield option


# ── heroes ─────────────────────────────────────────────────────────────────────────────


def offered(request: PlanRequest) -> Iterator[Option]:
    """Yields the options of recruiting each hero on display, as if a line allowed it.

    Only the hero Hourya's condition is checked. ``request``: the seat to plan for.
    """
    for hero in request.display():
        if hero.id != "hourya" or request.area.ranks_in_play("explorer") >= HOURYA_NEEDS:
            yield from recruited(request, hero)


def recruited(request: PlanRequest, hero: Entry, *, counts: bool = True) -> Iterator[Option]:
    """Yields the options of recruiting a hero, one for each choice that the hero brings.

    ``request``: the seat to plan for, with its rivals. ``hero``: its catalogue entry. ``counts``:
    true if the valkyrie Sigrdrífa, if owned, moves a step for the hero; false only for a hero that
    comes by the god Odin.
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
        ways = request.having(seat).raised(int(hero.facts["raises"]))
        for coin, change, after in ways[:1] if lowest else ways:
            name = say("option-hero-raises", hero=hero.name, coin=coin)
            yield replace(exchanged(change, after), name=name)
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


def odins(request: PlanRequest) -> Iterator[Option]:
    """Yields the options of giving back a neutral hero (without a class) for another on display.

    None without the god Odin, or once his power is used. ``request``: the seat to plan for, with
    its rivals.
    """
    own = request.seat
    if own.face("gods", "odin") != "ready":
        return
    for given in own.picked("heroes"):
        if "class" in request.catalogue[given].facts:
            continue
        seat = own.put(
            heroes={hero: True for hero in own.picked("heroes") if hero != given},
            gods={**own.faces("gods"), "odin": "used"},
        )
        # Olwyn's doubles stay, and so does what is entered of them
        leave = [f for f, card in CARD_OF.items() if card == given != "olwyn"]
        without = request.having(seat.without(*leave))
        name = request.catalogue.name(given)
        for hero in request.display():
            if "class" not in hero.facts:
                for option in recruited(without, hero, counts=False):
                    said = say("option-exchange", given=name, hero=option.name)
                    yield replace(option, name=said)


# ── the best of them ───────────────────────────────────────────────────────────────────


def best_of(
    options: Callable[[PlanRequest], Iterable[Option]],
) -> Callable[[Position, str, float], Plan]:
    """Returns a planner: a function that returns a seat's best plan among ``options``.

    Its arguments: the position, the id of the seat, the time limit in seconds. The last steps of
    its plan rank all options by the points they add, ``OTHERS_SHOWN`` at most. The plan never takes
    an option whose points are not certain; the ranking lists these, too.
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
            return request.plan(now, [say("nothing-to-choose")])
        best, there, option = chosen
        taken = _option_text(option, int(best.worth - now.worth))
        ranked = [
            _option_text(each, int(placed.worth - now.worth))
            for placed, _, each in tried[:OTHERS_SHOWN]
        ]
        ranking = (say("ranking"), *ranked) if len(tried) > 1 else ()
        bound = bound_among(each for each, _, _ in tried)
        proof = Proof.of("exhaustive", best.worth, bound, checked=("scorer",))
        decided = steps(there.area, best.after, there.missed(best))
        return replace(there.plan(best, (taken, *decided, *ranking)), proof=proof)

    return plan


def bound_among(placed: Iterable[Placements]) -> Fraction | None:
    """Returns the highest bound on points of several solutions; ``None`` if one has no bound.

    ``placed``: the solutions, each all end-of-game decisions of a seat.
    """
    bounds = [each.bound for each in placed]
    finite = [bound for bound in bounds if bound is not None]
    return max(finite) if len(finite) == len(bounds) else None


def _option_text(option: Option, gain: int) -> Text:
    worth = say("at-most" if option.at_most else "signed", n=gain)
    if option.note is EMPTY:
        return say("option", name=option.name, worth=worth)
    return say("option-noted", name=option.name, worth=worth, note=option.note)


# ── a hero for a last line ──────────────────────────────────────────────────────────────


def plan(position: Position, seat: str, seconds: float) -> Plan:
    """Returns a seat's best plan if cards placed at the end may complete a line, so bring a hero.

    A line is one rank of each class. Only one new hero is planned: where a second could follow, the
    plan is "best found", without a bound. ``seconds``: time limit for solving.
    """
    request = PlanRequest.of(position, seat, seconds)
    without_hero = request.best()
    tried: list[tuple[Placements, PlanRequest, Option]] = []
    second = False
    for hero in request.display() if request.area.line_possible else ():
        for option in recruited(request, hero):
            there = request.having(option.seat)
            second |= there.area.line_possible
            for moves in (True, False):
                if with_hero := there.with_recruit(Recruit(hero.id, moves)):
                    tried.append((with_hero, there, option))
    for_sure = [each for each in tried if each[2].for_sure]
    best = max(for_sure, key=lambda each: each[0].worth, default=None)
    if best and best[0].worth >= without_hero.worth:
        placed, there, option = best
        brings = say("step-line-brings", hero=option.name)
        plan = there.plan(placed, (brings, *steps(there.area, placed.after)))
    else:
        missed = request.missed(without_hero)
        plan = request.plan(without_hero, steps(request.area, without_hero.after, missed))
    bound = None if second else bound_among([*(each for each, _, _ in tried), without_hero])
    return replace(plan, proof=Proof.of("ilp", plan.worth, bound, checked=("scorer",)))

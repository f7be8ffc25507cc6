"""What is worth most now: a hero, a coin, a distinction, by what each adds to the final score.

Every option is tried out and its last placements solved anew. The value is that of the table
as it stands: what later rounds would make of an option is nobody's to know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from time import perf_counter
from typing import Any

from ...core.catalogue import Catalogue, Entry
from ...core.plan import Plan, Proof, Rulings, State
from ...core.text import EMPTY, Text, counted
from . import plans, tools
from .course import played
from .score import Hold, holds
from .sheet import CLASSES, classes_of, treasure

COSTLY = ("bonfur", "dagda", "crovax")
"""Heroes that cost the last dwarf of a column. Which one that is, the sheet does not say."""
BRINGS = ("andumia", "holda")
"""Heroes that bring a card of the player's choice, which is left out here."""

OTHERS_SHOWN = 25


@dataclass(frozen=True, slots=True)
class Try:
    """One option: its name, the seat's cells if it is taken, and what is not in them yet."""

    name: Text
    cells: dict[str, Any]
    note: Text = EMPTY
    at_most: bool = False


class Seat:
    """A seat that asks, and the state with other cells in its place."""

    def __init__(
        self, catalogue: Catalogue, state: State, seat: str, rulings: Rulings, seconds: float
    ) -> None:
        self.catalogue, self.state, self.seat = catalogue, state, seat
        self.rulings, self.seconds = rulings, seconds
        self.cells: dict[str, Any] = {
            k: v for k, v in state["seats"][seat].items() if k not in plans.DECISIONS
        }
        self.hold = Hold(catalogue, self.cells, rulings)
        self.known: plans.Known = {}

    def solved(self, cells: dict[str, Any], *, compared: bool = False) -> Plan:
        """The best final score with these cells; ``compared`` with the obvious placements."""
        state = self.state | {"seats": self.state["seats"] | {self.seat: cells}}
        return plans.final(
            self.catalogue,
            state,
            self.seat,
            self.rulings,
            self.seconds,
            compared=compared,
            known=self.known,
        )

    # coins

    @property
    def jarika(self) -> bool:
        return self.hold.has("heroes", "jarika")

    def treasure(self) -> dict[int, int]:
        """What the treasure still holds, by the coins on the sheet."""
        stock = treasure(self.catalogue, len(self.state["seats"]), self.rulings)
        table = holds(self.catalogue, self.state, self.rulings)
        return tools.treasure_left(stock, [hold.coins for hold in table.values()])

    def own(self) -> list[int]:
        """Coins that may be traded or raised, smallest first."""
        return sorted(
            int(self.catalogue[coin].facts["value"])
            for coin, number in self.cells.get("coins", {}).items()
            for _ in range(number)
            if "exchange" not in self.catalogue[coin].facts
        )

    def changed(self, change: tools.Change, cells: dict[str, Any] | None = None) -> dict[str, Any]:
        """Cells after a coin was given for another; Svafa moves by what exceeds the target."""
        cells = dict(self.cells if cells is None else cells)
        if change.taken is None:
            return cells
        coins = dict(cells.get("coins", {}))
        given, taken = f"coin_{change.given}", f"coin_{change.taken}"
        coins[given] -= 1
        coins[taken] = coins.get(taken, 0) + 1
        cells["coins"] = {coin: number for coin, number in coins.items() if number}
        return self.moved(cells, "svafa", change.over)

    def moved(self, cells: dict[str, Any], valkyrie: str, steps: int) -> dict[str, Any]:
        """Cells after a valkyrie's token went down; it stops at the last step."""
        if valkyrie not in cells.get("valkyries", {}):
            return cells
        last = len(self.catalogue[valkyrie].scores[0]["points"]) - 1
        now = int(cells["valkyries"][valkyrie][-1])
        step = f"step_{max(now, min(now + steps, last))}"
        return cells | {"valkyries": cells["valkyries"] | {valkyrie: step}}

    def raised(self, coin: int, by: int, cells: dict[str, Any] | None = None) -> Try:
        change = tools.raise_coin(coin, by, self.treasure(), jarika=self.jarika)
        name = Text("Raise the {coin} to {taken}", "{coin}を{taken}に上げる").fill(
            coin=coin, taken="–" if change.taken is None else change.taken
        )
        return Try(name, self.changed(change, cells), _missed(change))


def _missed(change: tools.Change) -> Text:
    """Says so when the treasure has no coin of the target's value."""
    if change.taken is None:
        return Text("the treasure is empty", "宝物庫が空")
    if change.taken == change.target:
        return EMPTY
    return Text("no {n} in the treasure", "宝物庫に{n}がない").fill(n=change.target)


# ── the questions ──────────────────────────────────────────────────────────────────────


def hero(catalogue: Catalogue, state: State, seat: str, rulings: Rulings, seconds: float) -> Plan:
    """Which hero on display adds most to the final score as things stand."""
    asking = Seat(catalogue, state, seat, rulings, seconds)
    display = [
        entry
        for entry in _display(asking)
        if entry.id != "hourya" or asking.hold.ranks_in_play("explorer") >= plans.HOURYA_NEEDS
    ]
    return _best("hero", asking, [t for entry in display for t in _recruited(asking, entry)])


def odin(catalogue: Catalogue, state: State, seat: str, rulings: Rulings, seconds: float) -> Plan:
    """Which neutral hero Odin best exchanges for which, while his power is unused."""
    asking = Seat(catalogue, state, seat, rulings, seconds)
    tries: list[Try] = []
    if asking.cells.get("gods", {}).get("odin") == "ready":
        for given in asking.cells.get("heroes", {}):
            if "class" not in catalogue[given].facts:
                tries += _exchanged(asking, given)
    return _best("odin", asking, tries)


def _exchanged(asking: Seat, given: str) -> Iterator[Try]:
    """Every neutral hero on display in the place of one that is given back."""
    gone = {"ylud": ("ylud_at",), "thrud": ("thrud_at",), "zolkur": ("zolkur_waits",)}
    cells = {k: v for k, v in asking.cells.items() if k not in gone.get(given, ())}
    cells["heroes"] = {h: True for h in cells["heroes"] if h != given}
    cells["gods"] = cells["gods"] | {"odin": "used"}
    state = asking.state | {"seats": asking.state["seats"] | {asking.seat: cells}}
    without = Seat(asking.catalogue, state, asking.seat, asking.rulings, asking.seconds)
    for entry in _display(asking):
        if "class" not in entry.facts:
            for option in _recruited(without, entry, counts=False):
                name = Text("{given} for {hero}", "{given}→{hero}")
                said = name.fill(given=asking.catalogue.name(given), hero=option.name)
                yield Try(said, option.cells, option.note, option.at_most)


def trade(catalogue: Catalogue, state: State, seat: str, rulings: Rulings, seconds: float) -> Plan:
    """Which two coins are best left in the pouch for a trade, as things stand."""
    asking = Seat(catalogue, state, seat, rulings, seconds)
    tries = []
    zolkur = bool(asking.cells.get("zolkur_waits"))
    exchange = [c for c in asking.cells.get("coins", {}) if "exchange" in catalogue[c].facts]
    if exchange:
        stock = asking.treasure()
        for pair in dict.fromkeys(combinations(asking.own(), 2)):
            change = tools.trade(pair, stock, jarika=asking.jarika, zolkur=zolkur)
            name = Text(
                "Trade {a} and {b}: the {given} becomes a {taken}", "{a}と{b}:{given}が{taken}に"
            )
            said = name.fill(
                a=pair[0],
                b=pair[1],
                given=change.given,
                taken="–" if change.taken is None else change.taken,
            )
            cells = asking.changed(change)
            if zolkur and change.taken is not None:
                cells = {k: v for k, v in cells.items() if k != "zolkur_waits"}
            tries.append(Try(said, cells, _missed(change)))
    return _best("trade", asking, tries)


def raise_by(
    by: int,
) -> Callable[[Catalogue, State, str, Rulings, float], Plan]:
    """The question which coin to raise by so much."""

    def ask(
        catalogue: Catalogue, state: State, seat: str, rulings: Rulings, seconds: float
    ) -> Plan:
        asking = Seat(catalogue, state, seat, rulings, seconds)
        tries = [asking.raised(coin, by) for coin in dict.fromkeys(asking.own())]
        return _best(f"raise_{by}", asking, tries)

    return ask


def evaluation(
    catalogue: Catalogue, state: State, seat: str, rulings: Rulings, seconds: float
) -> Plan:
    """What each distinction is worth to a seat at the end of Age 1, and what it takes to win it."""
    asking = Seat(catalogue, state, seat, rulings, seconds)
    plan = asking.solved(asking.cells)
    table = holds(catalogue, state, rulings)
    steps = []
    for distinction in catalogue.of_kind("distinction"):
        kind = distinction.facts["class"][0]
        ranks = {name: hold.ranks_in_play(kind) for name, hold in table.items()}
        own = ranks.pop(seat)
        most = max(ranks.values(), default=0)
        if own > most:
            takes = Text("yours, {n} to {m}", "獲得({n}対{m})")
        else:
            takes = Text("{x} needed, {n} to {m}", "あと{x}({n}対{m})")
        said = Text("{what}: {takes}; {worth}.", "{what}:{takes}、{worth}。")
        steps.append(
            said.fill(
                what=distinction.name,
                takes=takes.fill(
                    n=own, m=most, x=counted(most + 1 - own, "more rank", "more ranks", "個")
                ),
                worth=_distinction_worth(asking, distinction, plan.worth),
            )
        )
    return Plan("evaluation", seat, tuple(steps), plan.after, plan.worth, plan.proof)


def _distinction_worth(asking: Seat, distinction: Entry, now: Fraction) -> Text:
    cells = asking.cells
    won = cells | {"distinctions": cells.get("distinctions", {}) | {distinction.id: True}}
    won = asking.moved(won, "hildr", 1)
    coins = dict(cells.get("coins", {}))
    if distinction.id == "pioneer_of_the_kingdom":
        return Text("worth a card nobody knows yet", "価値は引くカード次第")
    if distinction.id == "hunting_master" and "coin_0" in coins:
        del coins["coin_0"]
        won = won | {"coins": coins | {"hunting_master_coin": 1}}
    options = [won]
    if distinction.id == "kings_hand":
        by = int(distinction.facts["raises"])
        options += [asking.raised(coin, by, won).cells for coin in dict.fromkeys(asking.own())]
        # the raise is no choice: only an army without coins goes without
        options = options[1:] or options
    gain = max(asking.solved(option).worth for option in options) - now
    return Text("worth {n} as things stand", "今の状態で{n}点").fill(n=gain)


def last_hero(
    catalogue: Catalogue, state: State, seat: str, rulings: Rulings, seconds: float
) -> Plan:
    """The best final score when the last placements may complete a line and bring one hero.

    A second hero is announced, not chosen; the plan is then the best found, without a bound.
    """
    born = perf_counter()
    asking = Seat(catalogue, state, seat, rulings, seconds)
    alone = asking.solved(asking.cells, compared=True)
    tried: list[tuple[Plan, Try]] = []
    second = False
    if _line_possible(asking.hold):
        for entry in _display(asking):
            for option in _recruited(asking, entry):
                second |= _line_possible(Hold(catalogue, option.cells, rulings))
                changed = state | {"seats": state["seats"] | {seat: option.cells}}
                for moved in (True, False):
                    recruit = plans.Recruit(entry.id, moved)
                    plan = plans.with_recruit(
                        catalogue, changed, seat, rulings, seconds, recruit, asking.known
                    )
                    if plan:
                        tried.append((plan, option))
    sure = [pair for pair in tried if not pair[1].at_most]
    best, chosen = max(sure, key=lambda pair: pair[0].worth, default=(alone, None))
    if best.worth < alone.worth:
        best, chosen = alone, None
    steps = list(best.steps)
    if chosen:
        steps.insert(
            0, Text("A line brings {hero}.", "列がそろい、{hero}。").fill(hero=chosen.name)
        )
    bounds = [plan.proof.bound for plan, _ in [*tried, (alone, None)]]
    known = [bound for bound in bounds if bound is not None]
    bound = None if second or len(known) < len(bounds) else max(known)
    proven = best.proof.verdict == "optimal" and bound == best.worth
    proof = Proof(
        "optimal" if proven else "best found", "ilp", bound, perf_counter() - born, ("scorer",)
    )
    return Plan("last_hero", seat, tuple(steps), best.after, best.worth, proof)


def _line_possible(hold: Hold) -> bool:
    """Could all open cards together complete one line more than there are heroes?"""
    if hold.has("artifacts", "megingjord"):
        return False
    wild = int(hold.has("heroes", "ylud")) + int(hold.has("heroes", "thrud"))
    pairs = [classes_of(hold.catalogue[mercenary]) for mercenary in hold.waiting]
    return all(
        hold.ranks_in_play(kind) + wild + sum(kind in pair for pair in pairs) > hold.heroes_counted
        for kind in CLASSES
    )


# ── what may be tried ──────────────────────────────────────────────────────────────────


def _display(asking: Seat) -> Iterator[Entry]:
    """Heroes nobody holds. Thingvellir's are there if it is played, as far as the sheet says."""
    held = {h for cells in asking.state["seats"].values() for h in cells.get("heroes", {})}
    boxes = set(played(asking.state))
    boxes |= {asking.catalogue[h].facts["box"] for h in held}
    if any(c.get("mercenaries") or c.get("artifacts") for c in asking.state["seats"].values()):
        boxes.add("thingvellir")
    for entry in asking.catalogue.of_kind("hero"):
        if entry.id not in held and entry.facts["box"] in {"base", *boxes}:
            yield entry


def _recruited(asking: Seat, hero: Entry, *, counts: bool = True) -> Iterator[Try]:
    """What recruiting a hero may lead to: one option, or one for each choice that he brings.

    Sigrdrífa counts him unless he comes through Odin.
    """
    cells = asking.cells
    cells = cells | {"heroes": cells.get("heroes", {}) | {hero.id: True}}
    if counts:
        cells = asking.moved(cells, "sigrdrifa", 1)
    if "raises" in hero.facts and (coins := list(dict.fromkeys(asking.own()))):
        # Khrad raises the lowest coin, Grid any
        for coin in coins[:1] if hero.id == "khrad" else coins:
            raised = asking.raised(coin, int(hero.facts["raises"]), cells)
            name = Text("{hero}, and the {coin} goes up", "{hero}、{coin}を上げる")
            yield Try(name.fill(hero=hero.name, coin=coin), raised.cells, raised.note)
    elif hero.id == "olwyn":
        for pair in combinations(CLASSES, 2):
            a, b = (asking.catalogue.name(kind) for kind in pair)
            name = Text("{hero}, doubles: {a}, {b}", "{hero}、分身:{a}と{b}")
            doubles = dict.fromkeys(pair, True)
            if not asking.cells.get("doubles"):
                yield Try(name.fill(hero=hero.name, a=a, b=b), cells | {"doubles": doubles})
    elif hero.id in COSTLY:
        note = Text("before the discard", "捨て札の前")
        yield Try(hero.name, cells, note, at_most=True)
    elif hero.id in BRINGS:
        yield Try(hero.name, cells, Text("and a card", "ほかにカード1枚"))
    else:
        yield Try(hero.name, cells)


def _best(question: str, asking: Seat, tries: list[Try]) -> Plan:
    """The option that leads to the best final score, the others listed with what they add."""
    born = perf_counter()
    now = asking.solved(asking.cells)
    tried = sorted(
        ((asking.solved(option.cells), option) for option in tries),
        key=lambda pair: -pair[0].worth,
    )
    sure = [(plan, option) for plan, option in tried if not option.at_most]
    if not sure:
        nothing = Text("Nothing to choose from.", "選べるものがありません。")
        return Plan(question, asking.seat, (nothing,), now.after, now.worth, now.proof)
    chosen = sure[0][1]
    plan = asking.solved(chosen.cells, compared=True)
    others = [(p, option) for p, option in tried if option is not chosen]
    steps = [_said(chosen, plan.worth - now.worth), *plan.steps]
    steps += [_said(option, p.worth - now.worth) for p, option in others[:OTHERS_SHOWN]]
    bounds = [p.proof.bound for p, _ in tried]
    known = [bound for bound in bounds if bound is not None]
    bound = max(known) if len(known) == len(bounds) else None
    proven = plan.proof.verdict == "optimal" and bound == plan.worth
    proof = Proof(
        "optimal" if proven else "best found",
        "exhaustive",
        bound,
        perf_counter() - born,
        ("scorer", *plan.proof.checked[1:]),
    )
    return Plan(question, asking.seat, tuple(steps), plan.after, plan.worth, proof)


def _said(option: Try, gain: Fraction) -> Text:
    most = Text("at most ", "最大") if option.at_most else EMPTY
    note = Text(" ({note})", "({note})").fill(note=option.note) if option.note.en else EMPTY
    sign = "+" if gain >= 0 else "−"
    return Text("{name}: {most}{sign}{gain}{note}", "{name}:{most}{sign}{gain}{note}").fill(
        name=option.name, most=most, sign=sign, gain=abs(gain), note=note
    )

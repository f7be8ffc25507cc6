"""Scores a seat: turns cards and coins into explained lines, and a plan's decisions into steps.

Blank decisions count as not taken.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from scoring.model.breakdown import Breakdown, Line
from scoring.model.catalogue import Entry, Scores, UnknownRule
from scoring.model.position import Position
from scoring.solving.cache import Cache
from scoring.text.localised import Text, Verbatim

from . import points
from .messages import say
from .solvers import blank_cells
from .solvers.army import (
    CLASSES,
    DOUBLES,
    Card,
    PlayerArea,
    areas,
    outside,
    ranks_of,
    step_of,
    track,
)

MOST_ON_IT = 99
"""Largest number of coins that the cell for the artifact Odroerir accepts."""

MOST_OUTSIDE = 99
"""Largest number of warrior ranks that the table's cell for players without a sheet accepts."""

IN_COLUMNS = ("values", "per_rank", "zero_pairs")
"""Names of scoring rules whose points count with a column, not in a line of the card's own."""


def score(position: Position) -> dict[str, Breakdown]:
    """Returns each seat's score (rows with points and reasons), by seat id.

    Cards without a column yet (waiting mercenaries, Ylud) bring no ranks and are listed as unused.
    """
    table = areas(position)
    most = max(outside(position), *(area.ranks("warrior") for area in table.values()))
    breakdowns = {}
    for seat, area in table.items():
        others = [other.most_ranks("warrior") for s, other in table.items() if s != seat]
        upto = MOST_OUTSIDE if area.only_seat_entered else max(most, *others, 0)
        matters = area.most_ranks("warrior") or area.rulings["no_warriors"] == "everyone"
        breakdowns[seat] = Breakdown(
            rows(area, most, upto),
            unused(area),
            counted=frozenset() if matters else frozenset({"outside_warriors"}),
            lacking=lacking(area),
            bounded=frozenset({"doubles"}),
            fall=fall(area, most),
        )
    return breakdowns


def fall(area: PlayerArea, most: int) -> int:
    """Returns the points that the seat would lose if its Armorer's blacksmith card were lost.

    ``area``: all that the player owns. ``most``: the most warrior ranks of any player. 0 without
    the distinction that brings the card, or if the sheet marks it as lost already.
    """
    if not area.has("kings_great_armorer") or area.seat.flag("armorer_lost"):
        return 0
    lost = area.having(area.seat.put(armorer_lost=True))
    return max(0, known(area, most) - known(lost, most))


def lacking(area: PlayerArea) -> dict[str, Text]:
    """Returns messages by field id on coins and Olwyn's doubles of which only some are entered.

    ``area``: all that the player owns.
    """
    n, all_ = len(area.coins), area.purse
    missing = {"coins": say("coins-lacking", n=n, most=all_)} if 0 < n < all_ else {}
    if doubles := area.wild_missing[0]:
        missing["doubles"] = say("doubles-lacking", n=DOUBLES - doubles, most=DOUBLES)
    return missing


def rows(area: PlayerArea, most: int, upto: int = 0) -> tuple[Line, ...]:
    """Returns all rows of a seat's score; cached by everything that they depend on.

    ``area``: all that the player owns. ``most``: the most warrior ranks of any player at the table.
    ``upto``: the most that it may become once the seats' blank cells are filled in; ignored if less
    than ``most``.
    """
    upto = max(most, upto)

    def count() -> tuple[Line, ...]:
        ranks = (*_wild(area, most, upto), _majority_line(area, most, upto))
        return tuple(_rows(area, *ranks))

    return _counted.get((*area.read, most, upto), count)


def known(area: PlayerArea, most: int) -> int:
    """Returns a seat's points now, without the ranges that its blank cells leave open.

    ``most``: the most warrior ranks of any player. ``area``: all that the player owns.
    """
    return Breakdown(tuple(_rows(area, _majority(area, most)))).known


def _rows(area: PlayerArea, *ranks: Line) -> Iterator[Line]:
    """Yields all rows of a seat's score. ``ranks``: those that depend on others' warriors."""
    army, kinds = area.catalogue.name("army"), area.catalogue.kinds
    for line in (*_army(area), *ranks):
        yield replace(line, group=army)
    for line in _cards(area):
        yield replace(line, group=kinds[area.catalogue[line.entry or line.id].kind].many)
    yield _coins(area, kinds["coin"].many)
    if area.has("crown_jeweler"):
        value, gem = area.number("crown_jeweler", "flat"), area.catalogue["gem_6"]
        how, group = say("how-crown-jeweler"), kinds[gem.kind].many
        yield gem.line(value, how, pieces={gem.id: 1}, group=group)


_counted: Cache[tuple[object, ...], tuple[Line, ...]] = Cache(256)


def unused(area: PlayerArea) -> dict[str, int]:
    """Returns a player's cards that belong in a column but are in none yet: id to number.

    ``area``: all that the player owns.
    """
    found = dict.fromkeys(area.waiting, 1)
    if area.has("ylud") and not area.ylud_at:
        found["ylud"] = 1
    return found


# ── columns ────────────────────────────────────────────────────────────────────────────


def _army(area: PlayerArea) -> Iterator[Line]:
    loss = ("vegvisir_discard",) if area.discards and area.has("vegvisir") else ()
    for kind in CLASSES:
        entry, n, pieces = area.catalogue[kind], area.ranks(kind), _joined(area, kind)
        value, how = _column(area, entry)
        yield entry.line(
            value,
            how,
            pieces=pieces,
            rulings=loss if kind == "explorer" else (),
            brief=say("count-rank", n=n),
        )
        for card, each in area.by_rank(kind):
            yield area.catalogue[card].line(n * each, say("how-per-rank", n=n, each=each))
        if kind == "miner" and area.has("ratatosk"):
            yield _ratatosk(area, n)


def _joined(area: PlayerArea, kind: str) -> Mapping[str, int]:
    cards = Counter(
        "olwyns_double" if card.id.startswith("double_") else card.id for card in area.columns[kind]
    )
    return {id_: n for id_, n in cards.items() if area.catalogue[id_].kind != "dwarf"}


def _column(area: PlayerArea, entry: Entry) -> tuple[int, Text]:
    n, values, scores = area.ranks(entry.id), area.values[entry.id], entry.scores[0]
    match scores.rule:
        case "growing":
            return points.blacksmiths(n, scores["first"], scores["step"]), say("how-growing", n=n)
        case "square":
            return points.hunters(n), say("how-square", n=n)
        case "sum_times_ranks":
            return points.miners(values), say("how-sum-times-ranks", n=n, sum=sum(values))
        case "sum":
            return sum(values), say("how-sum", n=n, sum=sum(values))
    raise UnknownRule(entry)


def _ratatosk(area: PlayerArea, ranks: int) -> Line:
    """Returns the score's row of the animal Ratatosk. ``ranks``: number of the miners' ranks."""
    wild = any(card.wild for card in area.columns["miner"])
    pairs = area.pairs
    value = points.miners([0] * ranks, pairs * area.number("ratatosk", "zero_pairs"))
    how = say("how-zero-pairs", pairs=pairs, n=ranks)
    rulings = ("ratatosk_wild",) if wild else ()
    return area.catalogue["ratatosk"].line(value, how, rulings=rulings)


def _wild(area: PlayerArea, most: int, upto: int) -> Iterator[Line]:
    """Yields one unknown row of the score for two kinds of card whose columns are not entered.

    They are Olwyn's doubles and Gullinbursti, whose effects combine; none if all are entered. The
    row's bounds are the least and the most points over all columns. ``most``, ``upto``: the most
    warrior ranks of any player, now and later.
    """
    if any(area.wild_missing):
        there, doubles_only = _placeable(area, most), not area.wild_missing[1]
        worth = [
            _placeable(own, level) - there
            for own in blank_cells.possible_columns(area)
            for level in {most, upto}
        ]
        card = area.catalogue["olwyns_double" if doubles_only else "gullinbursti"]
        bounds = min(worth), max(worth)
        yield card.line(None, say("how-no-column"), id="wild_ranks", bounds=bounds)


def _placeable(area: PlayerArea, most: int) -> int:
    """Returns the points of all rows of a seat's score that one more card in a column may change.

    ``most``: the most warrior ranks of any player.
    """
    mjollnir = (line for line in _cards(area) if line.id == "mjollnir")
    majority = _majority(area, max(most, area.ranks("warrior")))
    return Breakdown((*_army(area), majority, *mjollnir)).known


def _majority_line(area: PlayerArea, most: int, upto: int) -> Line:
    """Returns the score's row of the warrior majority, with its range while that may change.

    ``most``, ``upto``: the most warrior ranks of any player, now and later. The seat's own cards
    without a column count in another row instead, if its coins are known.
    """
    line, wild = _majority(area, most), any(area.wild_missing)
    if wild and area.coins_known:
        return line
    there = tuple(blank_cells.possible_columns(area)) if wild else (area,)
    if line.points is None:
        line = replace(line, bounds=_span(there, {most}))
    return line if upto == most else replace(line, waits=_span(there, {most, upto}))


def _span(there: Iterable[PlayerArea], levels: Iterable[int]) -> tuple[int, int]:
    """Returns the least and the most points that the warrior majority may bring a player.

    ``there``: what the player owns, for each choice of columns. ``levels``: possible numbers of the
    most warrior ranks of any player.
    """
    lines = [_majority(own, max(n, own.ranks("warrior"))) for own in there for n in levels]
    spans = [each.bounds or (each.points or 0, each.points or 0) for each in lines]
    return min(a for a, _ in spans), max(b for _, b in spans)


def _majority(area: PlayerArea, most: int) -> Line:
    own, everyone = area.ranks("warrior"), area.rulings["no_warriors"] == "everyone"
    alone, could = area.only_seat_entered, own + sum(area.wild_missing)
    leads = points.majority(own, most, 1, when_nobody=everyone) == 1
    value = points.majority(own, most, area.largest, when_nobody=everyone)
    how = say("how-fewer-warriors", n=own, most=most)
    if leads:
        who = say("how-most-warriors-alone" if alone else "how-most-warriors", n=own)
        how = say("how-majority", who=who, coin=area.largest)
    line = area.catalogue["warrior_majority"].line(
        value, how, rulings=() if most else ("no_warriors",), rivals=None if alone else (0, value)
    )
    if not area.coins_known and (leads or could >= max(1, most)):
        least, largest = blank_cells.largest_coin(area)
        line = replace(
            line,
            points=None,
            how=say("how-no-coins"),
            status="unknown",
            bounds=(least if leads else 0, largest),
            rivals=None if alone else (0, largest),
        )
    return line if most and not (leads and alone) else replace(line, status="inferred")


# ── cards beside the columns ───────────────────────────────────────────────────────────


def _cards(area: PlayerArea) -> Iterator[Line]:
    for field in ("heroes", "artifacts", "gods", "giants", "valkyries"):
        for card in area.seat.picked(field):
            entry = area.catalogue[card]
            yield from filter(None, (_card(area, entry, scores) for scores in entry.scores))


def _card(area: PlayerArea, entry: Entry, scores: Scores) -> Line | None:
    """Returns the score's row of a card by ``scores``, one of its scoring rules.

    ``None`` for a giant that has captured nothing, and for points that another row counts. Raises
    ``UnknownRule``.
    """
    seat = area.seat
    match scores.rule:
        case "set":
            return _brothers(area, entry, scores)
        case "flat":
            return entry.line(int(scores["points"]), say("how-flat"))
        case "captor_coin" | "captive" if seat.face("giants", entry.id) != "captured":
            return None
        case "largest_coin" | "captor_coin":
            if area.coins_known:
                return entry.line(area.largest, say("how-largest-coin", coin=area.largest))
            return entry.line(None, say("how-no-coins"), bounds=blank_cells.largest_coin(area))
        case "captive":
            return _captive(area, entry, int(scores["times"]))
        case "track":
            step = step_of(seat.faces("valkyries")[entry.id])
            return entry.line(points.printed(step, track(entry)), say("count-step", n=step))
        case "big_coins":
            return _big_coins(area, entry, scores)
        case "per_hero":
            n, each = len(seat.picked("heroes")), int(scores["points"])
            return entry.line(n * each, say("how-per-hero", n=n, each=each))
        case "per_mercenary":
            n, each = area.mercenaries, int(scores["points"])
            return entry.line(n * each, say("how-per-mercenary", n=n, each=each))
        case "best_class":
            return _mjollnir(area, entry, int(scores["points"]))
        case "coins_on_it":
            there = seat.number("odroerir_coins")
            if there is None:
                return entry.line(None, say("how-cauldron-open"), bounds=(0, MOST_ON_IT))
            return entry.line(there, say("how-coins-on-it"))
        case rule if rule not in IN_COLUMNS:
            raise UnknownRule(entry)
    return None


def _brothers(area: PlayerArea, entry: Entry, scores: Scores) -> Line | None:
    """Returns one row of the score for all Dwerg brothers of a seat, at the first of them.

    ``None`` if ``entry`` is another. ``scores``: the brothers' scoring rule, with points by their
    number.
    """
    heroes = map(area.catalogue.__getitem__, area.seat.picked("heroes"))
    together = [hero.id for hero in heroes if hero.scoring(scores.rule)]
    if entry.id != together[0]:
        return None
    return entry.line(
        points.printed(len(together), scores["points"]),
        say("how-brothers", n=len(together)),
        id="dwerg_brothers",
        label=say("dwerg-brothers"),
        pieces=dict.fromkeys(together, 1),
    )


def _captive(area: PlayerArea, giant: Entry, times: int) -> Line:
    captive = area.seat.choice("gymir_captive")
    if not captive:
        explorers = (ranks_of(each, "explorer") for each in area.catalogue.of_kind("dwarf"))
        numbers = [sum(values) * times for values in explorers if values]
        return giant.line(None, say("how-no-captive"), bounds=(min(numbers), max(numbers)))
    number = int(area.catalogue[captive].facts["value"])
    return giant.line(number * times, say("how-captive", n=number, times=times))


def _mjollnir(area: PlayerArea, entry: Entry, each: int) -> Line:
    kind = area.seat.choice("mjollnir")
    if not kind:
        return entry.line(0, say("how-no-class"))
    n, name = area.ranks(kind), area.catalogue.name(kind)
    return entry.line(n * each, say("how-best-class", n=n, kind=name, each=each))


def _big_coins(area: PlayerArea, entry: Entry, scores: Scores) -> Line:
    least, each = scores["least"], int(scores["points"])
    if not area.coins_known:
        bounds = 0, each * len(blank_cells.best_coins(area))
        return entry.line(None, say("how-no-coins"), bounds=bounds)
    n = sum(coin >= least for coin in area.coins)
    return entry.line(n * each, say("how-big-coins", n=n, least=least, each=each))


def _coins(area: PlayerArea, name: Text) -> Line:
    """Returns the score's row of a seat's coins. ``name``: its label, and its heading."""
    entry, coins = area.catalogue["royal_treasure"], area.seat.tally("coins")
    more = {"id": "coins", "label": name, "group": name, "pieces": coins}
    if not area.coins_known:
        bounds = blank_cells.all_coins(area)
        return entry.line(None, say("how-no-coins"), bounds=bounds, **more)
    every = "+".join(map(str, reversed(area.coins)))
    how: Text = Verbatim(every)
    if len(area.coins) < area.purse:
        how = say("how-coins-so-far", every=every, n=len(area.coins), most=area.purse)
    return entry.line(sum(area.coins), how, **more)


# ── decisions ───────────────────────────────────────────────────────────────────────────


def steps(before: PlayerArea, area: PlayerArea, missed: int = 0) -> Iterator[Text]:
    """Yields the texts of a plan's steps: each decision added, the heroes that are then due.

    ``before``, ``area``: all that the player owns, without and with the plan. ``missed``: points
    that placing the cards one by one would miss; a last step names them.
    """
    if area is not before:
        yield from _decisions(before, area)
    if due := area.lines.due:
        yield say("step-heroes-due", n=due)
    if missed > 0:
        yield say("step-gain", n=missed)


def _decisions(before: PlayerArea, area: PlayerArea) -> Iterator[Text]:
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


def _card_name(area: PlayerArea, card: Card) -> Text:
    if card.id in area.catalogue:
        return area.catalogue.name(card.id)
    return say("double-among", kind=area.catalogue.name(card.column))

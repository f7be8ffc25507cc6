"""Scores a seat: turns cards and coins into explained lines. Blank decisions count as not taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from scoring.games.nidavellir.solvers.army import (
    CLASSES,
    DOUBLES,
    Card,
    PlayerArea,
    areas,
    most_warriors,
    ranks_of,
    step_of,
    track,
)
from scoring.model.breakdown import Breakdown, Line
from scoring.model.catalogue import Entry, Scores
from scoring.model.position import Position
from scoring.model.status import Status
from scoring.solving.cache import Cache
from scoring.text import messages
from scoring.text.localised import EMPTY, Text, Verbatim

from . import points
from .solvers import blank_cells

say = messages.of(__name__)

MOST_ON_IT = 99
"""Largest number of coins that the cell for the artifact Odroerir accepts."""

MOST_OUTSIDE = 99
"""Largest number of warrior ranks that the table's cell for players without a sheet accepts."""

IN_COLUMNS = ("values", "per_rank", "zero_pairs")
"""Scoring rules of cards whose points are counted with a column, not in the card's own line."""


def score(position: Position) -> dict[str, Breakdown]:
    """Returns each seat's breakdown, seat id to breakdown.

    Cards without a column yet (waiting mercenaries, Ylud) bring no ranks and are listed as unused.
    """
    table = areas(position)
    most, breakdowns = most_warriors(position, table), {}
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

    0 without the distinction that brings the card, or if the sheet marks it as lost already.
    ``most``: the most warrior ranks of any player.
    """
    if not area.has("kings_great_armorer") or area.seat.flag("armorer_lost"):
        return 0
    lost = area.having(area.seat.put(armorer_lost=True))
    now, then = (Breakdown(rows(each, most)).known for each in (area, lost))
    return max(0, now - then)


def lacking(area: PlayerArea) -> dict[str, Text]:
    """Returns messages on coins and Olwyn's doubles if entered only in part, field id to text."""
    n, all_ = len(area.coins), area.purse
    missing = {"coins": say("coins-lacking", n=n, most=all_)} if 0 < n < all_ else {}
    if doubles := area.wild_missing[0]:
        missing["doubles"] = say("doubles-lacking", n=DOUBLES - doubles, most=DOUBLES)
    return missing


def rows(area: PlayerArea, most: int, upto: int = 0) -> tuple[Line, ...]:
    """Returns all score lines of a seat; cached by everything that they depend on.

    ``most``: the most warrior ranks of any player at the table. ``upto``: the most that it may
    become once the seats' blank cells are filled in; ignored if less than ``most``.
    """
    upto = max(most, upto)
    return _counted.get(
        (*area.read, most, upto),
        lambda: (
            *_army(area),
            *_wild(area, most, upto),
            _majority_line(area, most, upto),
            *_cards(area),
            *_treasure(area),
        ),
    )


_counted: Cache[tuple[object, ...], tuple[Line, ...]] = Cache(256)


def unused(area: PlayerArea) -> dict[str, int]:
    """Returns the cards that belong in a column but are in none yet: card id to number."""
    found = dict.fromkeys(area.waiting, 1)
    if area.has("ylud") and not area.ylud_at:
        found["ylud"] = 1
    return found


def _line(
    area: PlayerArea,
    entry: Entry,
    value: int | None,
    how: Text,
    pieces: Mapping[str, int] | None = None,
    rulings: tuple[str, ...] = (),
    *,
    id_: str = "",
    label: Text | None = None,
    status: Status | None = None,
    group: Text | None = None,
    bounds: tuple[int, int] | None = None,
    brief: Text = EMPTY,
    rivals: tuple[int, int] | None = None,
) -> Line:
    return Line(
        id_ or entry.id,
        entry.name if label is None else label,
        value,
        how,
        entry.cites,
        status or entry.status,
        entry.id,
        pieces or {},
        rulings,
        area.catalogue.kinds[entry.kind].many if group is None else group,
        bounds,
        brief,
        rivals,
    )


def _unhandled(entry: Entry, scores: Scores) -> ValueError:
    return ValueError(f"{entry.id}: nothing counts the rule {scores.rule!r}")


# ── columns ────────────────────────────────────────────────────────────────────────────


def _army(area: PlayerArea) -> Iterator[Line]:
    army = area.catalogue.name("army")
    loss = ("vegvisir_discard",) if area.discards and area.has("vegvisir") else ()
    for kind in CLASSES:
        entry = area.catalogue[kind]
        value, how = _column(area, entry)
        rulings = loss if kind == "explorer" else ()
        n = area.ranks(kind)
        ranks, joined = say("count-rank", n=n), _joined(area, kind)
        yield _line(area, entry, value, how, joined, rulings, group=army, brief=ranks)
        for card, each in area.by_rank(kind):
            how = say("how-per-rank", n=n, each=each)
            yield _line(area, area.catalogue[card], n * each, how, group=army)
        if kind == "miner" and area.has("ratatosk"):
            yield _ratatosk(area, n, army)


def _joined(area: PlayerArea, kind: str) -> Mapping[str, int]:
    """Returns the cards other than dwarves (such as heroes) in a class's column: id to number."""
    cards = Counter(_drawn_as(card) for card in area.columns[kind])
    return {id_: n for id_, n in cards.items() if area.catalogue[id_].kind != "dwarf"}


def _drawn_as(card: Card) -> str:
    return "olwyns_double" if card.id.startswith("double_") else card.id


def _column(area: PlayerArea, entry: Entry) -> tuple[int, Text]:
    """Returns the points of a class's column and the text that explains them."""
    n, values, scores = area.ranks(entry.id), area.values(entry.id), entry.scores[0]
    match scores.rule:
        case "growing":
            return points.blacksmiths(n, scores["first"], scores["step"]), say("how-growing", n=n)
        case "square":
            return points.hunters(n), say("how-square", n=n)
        case "sum_times_ranks":
            return points.miners(values), say("how-sum-times-ranks", n=n, sum=sum(values))
        case "sum":
            return sum(values), say("how-sum", n=n, sum=sum(values))
    raise _unhandled(entry, scores)


def _ratatosk(area: PlayerArea, ranks: int, army: Text) -> Line:
    """Returns the line of the points that the animal Ratatosk adds to the miners' column.

    Each pair of zeros adds to the sum of the miners' values, which is multiplied by ``ranks``.
    """
    wild = any(card.wild for card in area.columns["miner"])
    pairs = area.pairs()
    more = pairs * area.number("ratatosk", "zero_pairs")
    return _line(
        area,
        area.catalogue["ratatosk"],
        points.miners([0] * ranks, more),
        say("how-zero-pairs", pairs=pairs, n=ranks),
        rulings=("ratatosk_wild",) if wild else (),
        group=army,
    )


def _wild(area: PlayerArea, most: int, upto: int) -> Iterator[Line]:
    """Yields one line for Olwyn's doubles and Gullinbursti if their columns are not entered.

    One line, since their effects combine; its points are unknown. Its bounds are the least and the
    most over all columns. ``most``, ``upto``: the most warrior ranks of any player, now and later.
    """
    if not any(area.wild_missing):
        return
    gullinbursti = area.wild_missing[1] > 0
    there = Breakdown(tuple(_placeable(area, most))).known
    worth = [
        Breakdown(tuple(_placeable(own, level))).known - there
        for own in blank_cells.possible_columns(area)
        for level in {most, upto}
    ]
    yield _line(
        area,
        area.catalogue["gullinbursti" if gullinbursti else "olwyns_double"],
        None,
        say("how-no-column"),
        status="unknown",
        group=area.catalogue.name("army"),
        bounds=(min(worth), max(worth)),
        id_="wild_ranks",
    )


def _placeable(area: PlayerArea, most: int) -> Iterator[Line]:
    """Yields the lines that one more card in a column may change: columns, majority, Mjöllnir."""
    yield from _army(area)
    yield _majority(area, max(most, area.ranks("warrior")))
    yield from (line for line in _cards(area) if line.id == "mjollnir")


def _majority_line(area: PlayerArea, most: int, upto: int) -> Line:
    """Returns the line of the warrior majority, with its range while ``most`` may become ``upto``.

    Both are the most warrior ranks of any player. The seat's own cards without a column count in
    the line of ``_wild`` instead, if its coins are known.
    """
    line, wild = _majority(area, most), any(area.wild_missing)
    if wild and area.coins_known:
        return line
    there = tuple(blank_cells.possible_columns(area)) if wild else (area,)
    if line.points is None:
        line = replace(line, bounds=_span(there, {most}))
    return line if upto == most else replace(line, waits=_span(there, {most, upto}))


def _span(there: Iterable[PlayerArea], levels: Iterable[int]) -> tuple[int, int]:
    """Returns the least and the most points that the warrior majority may bring a seat.

    ``there``: the seat's area, once for each way to fill in its blank cells. ``levels``: possible
    values of the most warrior ranks of other players.
    """
    lines = [_majority(own, max(n, own.ranks("warrior"))) for own in there for n in levels]
    spans = [
        (each.points, each.points) if each.points is not None else each.bounds or (0, 0)
        for each in lines
    ]
    return min(a for a, _ in spans), max(b for _, b in spans)


def _majority(area: PlayerArea, most: int) -> Line:
    own, everyone = area.ranks("warrior"), area.rulings["no_warriors"] == "everyone"
    leads = points.majority(own, most, 1, when_nobody=everyone) == 1
    value: int | None = points.majority(own, most, area.largest, when_nobody=everyone)
    bounds: tuple[int, int] | None = None
    if leads:
        how = say(
            "how-most-warriors-alone" if area.only_seat_entered else "how-most-warriors", n=own
        )
        how = say("how-majority", who=how, coin=area.largest)
    else:
        how = say("how-fewer-warriors", n=own, most=most)
    could = bool(own + sum(area.wild_missing)) and own + sum(area.wild_missing) >= most
    if not area.coins_known and (leads or could):
        least, largest = blank_cells.largest_coin(area)
        value, how, bounds = None, say("how-no-coins"), (least if leads else 0, largest)
    return _line(
        area,
        area.catalogue["warrior_majority"],
        value,
        how,
        rulings=() if most else ("no_warriors",),
        status=("unknown" if value is None else None)
        if most and not (leads and area.only_seat_entered)
        else "inferred",
        group=area.catalogue.name("army"),
        bounds=bounds,
        rivals=None
        if area.only_seat_entered
        else (0, value if value is not None else (bounds or (0, 0))[1]),
    )


# ── cards beside the columns ───────────────────────────────────────────────────────────


def _cards(area: PlayerArea) -> Iterator[Line]:
    """Yields the lines of heroes, artifacts, gods, giants and valkyries outside the columns."""
    for field in ("heroes", "artifacts", "gods", "giants", "valkyries"):
        for card in area.seat.picked(field):
            yield from _card(area, area.catalogue[card])


def _card(area: PlayerArea, entry: Entry) -> Iterator[Line]:
    seat = area.seat
    for scores in entry.scores:
        match scores.rule:
            case "set":
                yield from _brothers(area, entry, scores)
            case "flat":
                yield _line(area, entry, int(scores["points"]), say("how-flat"))
            case "largest_coin":
                yield _coin_again(area, entry)
            case "captor_coin":
                if seat.face("giants", entry.id) == "captured":
                    yield _coin_again(area, entry)
            case "captive":
                if seat.face("giants", entry.id) == "captured":
                    yield _captive(area, entry, int(scores["times"]))
            case "track":
                step = step_of(seat.faces("valkyries")[entry.id])
                value = points.track(step, track(entry))
                yield _line(area, entry, value, say("count-step", n=step))
            case "big_coins":
                yield _big_coins(area, entry, scores)
            case "per_hero":
                n, each = len(seat.picked("heroes")), int(scores["points"])
                yield _line(area, entry, n * each, say("how-per-hero", n=n, each=each))
            case "per_mercenary":
                n, each = area.mercenaries, int(scores["points"])
                yield _line(area, entry, n * each, say("how-per-mercenary", n=n, each=each))
            case "best_class":
                yield _mjollnir(area, entry, int(scores["points"]))
            case "coins_on_it":
                yield _cauldron(area, entry)
            case rule if rule not in IN_COLUMNS:
                raise _unhandled(entry, scores)


def _brothers(area: PlayerArea, entry: Entry, scores: Scores) -> Iterator[Line]:
    """Yields one line for all Dwerg brothers of a seat if ``entry`` is the first of them."""
    heroes = map(area.catalogue.__getitem__, area.seat.picked("heroes"))
    together = [hero.id for hero in heroes if hero.scoring(scores.rule)]
    if entry.id == together[0]:
        yield _line(
            area,
            entry,
            points.brothers(len(together), scores["points"]),
            say("how-brothers", n=len(together)),
            dict.fromkeys(together, 1),
            id_="dwerg_brothers",
            label=say("dwerg-brothers"),
        )


def _captive(area: PlayerArea, giant: Entry, times: int) -> Line:
    captive = area.seat.choice("gymir_captive")
    if not captive:
        explorers = (ranks_of(each, "explorer") for each in area.catalogue.of_kind("dwarf"))
        numbers = [sum(values) * times for values in explorers if values]
        bounds = min(numbers), max(numbers)
        return _line(area, giant, None, say("how-no-captive"), status="unknown", bounds=bounds)
    number = int(area.catalogue[captive].facts["value"])
    return _line(area, giant, number * times, say("how-captive", n=number, times=times))


def _mjollnir(area: PlayerArea, entry: Entry, each: int) -> Line:
    kind = area.seat.choice("mjollnir")
    if not kind:
        return _line(area, entry, 0, say("how-no-class"))
    n, name = area.ranks(kind), area.catalogue.name(kind)
    return _line(area, entry, n * each, say("how-best-class", n=n, kind=name, each=each))


def _cauldron(area: PlayerArea, entry: Entry) -> Line:
    """Returns the line of the coins on the artifact Odroerir: 0 to ``MOST_ON_IT`` if unknown."""
    there = area.seat.number("odroerir_coins")
    if there is not None:
        return _line(area, entry, there, say("how-coins-on-it"))
    how = say("how-cauldron-open")
    return _line(area, entry, None, how, status="unknown", bounds=(0, MOST_ON_IT))


def _coin_again(area: PlayerArea, entry: Entry) -> Line:
    """Returns the line of a card that scores the value of the player's largest coin once more."""
    if area.coins_known:
        return _line(area, entry, area.largest, say("how-largest-coin", coin=area.largest))
    bounds = blank_cells.largest_coin(area)
    return _line(area, entry, None, say("how-no-coins"), status="unknown", bounds=bounds)


def _big_coins(area: PlayerArea, entry: Entry, scores: Scores) -> Line:
    least, each = scores["least"], int(scores["points"])
    if not area.coins_known:
        bounds, how = (0, each * len(blank_cells.best_coins(area))), say("how-no-coins")
        return _line(area, entry, None, how, status="unknown", bounds=bounds)
    n = sum(coin >= least for coin in area.coins)
    return _line(area, entry, n * each, say("how-big-coins", n=n, least=least, each=each))


# ── coins and the gem ──────────────────────────────────────────────────────────────────


def _coins_held(area: PlayerArea) -> Text:
    """Returns the coins as a sum, as "5+4+3"; says how many are entered if some are missing."""
    every = "+".join(map(str, reversed(area.coins)))
    if len(area.coins) >= area.purse:
        return Verbatim(every)
    return say("how-coins-so-far", every=every, n=len(area.coins), most=area.purse)


def _treasure(area: PlayerArea) -> Iterator[Line]:
    name = area.catalogue.kinds["coin"].many
    known = area.coins_known
    yield _line(
        area,
        area.catalogue["royal_treasure"],
        sum(area.coins) if known else None,
        _coins_held(area) if known else say("how-no-coins"),
        area.seat.tally("coins"),
        status=None if known else "unknown",
        id_="coins",
        label=name,
        group=name,
        bounds=None if known else blank_cells.all_coins(area),
    )
    if area.has("crown_jeweler"):
        value = area.number("crown_jeweler", "flat")
        how = say("how-crown-jeweler")
        yield _line(area, area.catalogue["gem_6"], value, how, {"gem_6": 1})

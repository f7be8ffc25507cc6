"""From what a player holds to explained lines. Decides nothing: it counts what is recorded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from scoring.core import words
from scoring.core.breakdown import Breakdown, Line
from scoring.core.catalogue import Entry, Scores
from scoring.core.seat import Position
from scoring.core.status import Status
from scoring.core.text import Text, Verbatim

from . import points
from .engines.army import CLASSES, Hold, holds, most_warriors, step_of, track

say = words.of(__name__)

IN_COLUMNS = ("values", "per_rank", "zero_pairs")
"""Rule words of cards that score with the column they stand in."""


def score(position: Position) -> dict[str, Breakdown]:
    """Every seat's rows; cards that still wait for a column are listed as unused."""
    table = holds(position)
    most = most_warriors(position, table)
    return {seat: Breakdown(rows(hold, most), unused(hold)) for seat, hold in table.items()}


def known(breakdowns: Mapping[str, Breakdown], seat: str) -> Fraction:
    """A seat's points as far as they are known: a plan is worth these even beside an open row."""
    return Fraction(breakdowns[seat].known)


def rows(hold: Hold, most: int) -> tuple[Line, ...]:
    """Every row of a seat; ``most`` are the warrior ranks of whoever has the most at the table."""
    return (*_army(hold), _majority(hold, most), *_cards(hold), *_treasure(hold))


def unused(hold: Hold) -> dict[str, int]:
    """Cards that belong into a column and stand in none."""
    found = dict.fromkeys(hold.waiting, 1)
    if hold.has("ylud") and not hold.ylud_at:
        found["ylud"] = 1
    return found


def _line(
    hold: Hold,
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
        hold.catalogue.kinds[entry.kind].many if group is None else group,
    )


def _unhandled(entry: Entry, scores: Scores) -> ValueError:
    return ValueError(f"{entry.id}: nothing counts the rule {scores.rule!r}")


# ── columns ────────────────────────────────────────────────────────────────────────────


def _army(hold: Hold) -> Iterator[Line]:
    army = hold.catalogue.name("army")
    loss = ("vegvisir_discard",) if hold.discards and hold.has("vegvisir") else ()
    for kind in CLASSES:
        entry = hold.catalogue[kind]
        value, how = _column(hold, entry)
        rulings = loss if kind == "explorer" else ()
        yield _line(hold, entry, value, how, rulings=rulings, group=army)
        n = hold.ranks(kind)
        for card, each in hold.by_rank(kind):
            how = say("how-per-rank", n=n, each=each)
            yield _line(hold, hold.catalogue[card], n * each, how, group=army)
        if kind == "miner" and hold.has("ratatosk"):
            yield _ratatosk(hold, n, army)


def _column(hold: Hold, entry: Entry) -> tuple[int, Text]:
    """What the ranks of a class score, and why."""
    n, values, scores = hold.ranks(entry.id), hold.values(entry.id), entry.scores[0]
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


def _ratatosk(hold: Hold, ranks: int, army: Text) -> Line:
    """What joins the miners' sum before it is multiplied, as a row of its own."""
    wild = any(card.wild for card in hold.columns["miner"])
    pairs = hold.pairs()
    more = pairs * hold.number("ratatosk", "zero_pairs")
    return _line(
        hold,
        hold.catalogue["ratatosk"],
        points.miners([0] * ranks, more),
        say("how-zero-pairs", pairs=pairs, n=ranks),
        rulings=("ratatosk_wild",) if wild else (),
        group=army,
    )


def _majority(hold: Hold, most: int) -> Line:
    own = hold.ranks("warrior")
    everyone = hold.rulings["no_warriors"] == "everyone"
    if own >= most and (own or everyone):
        how = say("how-most-warriors", n=own, coin=hold.largest)
    else:
        how = say("how-fewer-warriors", n=own, most=most)
    return _line(
        hold,
        hold.catalogue["warrior_majority"],
        points.majority(own, most, hold.largest, when_nobody=everyone),
        how,
        rulings=() if most else ("no_warriors",),
        status=None if most else "inferred",
        group=hold.catalogue.name("army"),
    )


# ── cards beside the columns ───────────────────────────────────────────────────────────


def _cards(hold: Hold) -> Iterator[Line]:
    """Heroes, artifacts, gods, giants with a captive, valkyries."""
    for field in ("heroes", "artifacts", "gods", "giants", "valkyries"):
        for card in hold.seat.picked(field):
            yield from _card(hold, hold.catalogue[card])


def _card(hold: Hold, entry: Entry) -> Iterator[Line]:
    seat = hold.seat
    for scores in entry.scores:
        match scores.rule:
            case "set":
                yield from _brothers(hold, entry, scores)
            case "flat":
                yield _line(hold, entry, int(scores["points"]), say("how-flat"))
            case "largest_coin":
                yield _line(hold, entry, hold.largest, say("how-largest-coin", coin=hold.largest))
            case "captor_coin":
                if seat.face("giants", entry.id) == "captured":
                    how = say("how-largest-coin", coin=hold.largest)
                    yield _line(hold, entry, hold.largest, how)
            case "captive":
                if seat.face("giants", entry.id) == "captured":
                    yield _captive(hold, entry, int(scores["times"]))
            case "track":
                step = step_of(seat.faces("valkyries")[entry.id])
                value = points.track(step, track(entry))
                yield _line(hold, entry, value, say("count-step", n=step))
            case "big_coins":
                n, each = sum(c >= scores["least"] for c in hold.coins), int(scores["points"])
                how = say("how-big-coins", n=n, least=scores["least"], each=each)
                yield _line(hold, entry, n * each, how)
            case "per_hero":
                n, each = len(seat.picked("heroes")), int(scores["points"])
                yield _line(hold, entry, n * each, say("how-per-hero", n=n, each=each))
            case "per_mercenary":
                n, each = hold.mercenaries, int(scores["points"])
                yield _line(hold, entry, n * each, say("how-per-mercenary", n=n, each=each))
            case "best_class":
                yield _mjollnir(hold, entry, int(scores["points"]))
            case "coins_on_it":
                yield _line(hold, entry, seat.count("odroerir_coins"), say("how-coins-on-it"))
            case rule if rule not in IN_COLUMNS:
                raise _unhandled(entry, scores)


def _brothers(hold: Hold, entry: Entry, scores: Scores) -> Iterator[Line]:
    """One row for the brothers together, in the place of the first of them."""
    heroes = map(hold.catalogue.__getitem__, hold.seat.picked("heroes"))
    together = [hero.id for hero in heroes if hero.scoring(scores.rule)]
    if entry.id == together[0]:
        yield _line(
            hold,
            entry,
            points.brothers(len(together), scores["points"]),
            say("how-brothers", n=len(together)),
            dict.fromkeys(together, 1),
            id_="dwerg_brothers",
            label=say("dwerg-brothers"),
        )


def _captive(hold: Hold, giant: Entry, times: int) -> Line:
    captive = hold.seat.choice("gymir_captive")
    if not captive:
        return _line(hold, giant, None, say("how-no-captive"), status="unknown")
    number = int(hold.catalogue[captive].facts["value"])
    return _line(hold, giant, number * times, say("how-captive", n=number, times=times))


def _mjollnir(hold: Hold, entry: Entry, each: int) -> Line:
    kind = hold.seat.choice("mjollnir")
    if not kind:
        return _line(hold, entry, 0, say("how-no-class"))
    n, name = hold.ranks(kind), hold.catalogue.name(kind)
    return _line(hold, entry, n * each, say("how-best-class", n=n, kind=name, each=each))


# ── coins and the gem ──────────────────────────────────────────────────────────────────


def _treasure(hold: Hold) -> Iterator[Line]:
    name = hold.catalogue.kinds["coin"].many
    yield _line(
        hold,
        hold.catalogue["royal_treasure"],
        sum(hold.coins),
        Verbatim("+".join(map(str, reversed(hold.coins))) or "0"),
        hold.seat.tally("coins"),
        id_="coins",
        label=name,
        group=name,
    )
    if hold.has("crown_jeweler"):
        value = hold.number("crown_jeweler", "flat")
        how = say("how-crown-jeweler")
        yield _line(hold, hold.catalogue["gem_6"], value, how, {"gem_6": 1})

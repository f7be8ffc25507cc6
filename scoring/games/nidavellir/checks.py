"""Warnings about cells of the sheet that the game's box or other cells contradict."""

from collections.abc import Iterator, Mapping, Set

from scoring.model.catalogue import Catalogue, Entry
from scoring.model.errors_and_warnings import Doubt
from scoring.model.position import Position
from scoring.model.seat import Seat

from .messages import say
from .sheet_functions import CARD_OF
from .solvers.army import DOUBLES, FIELDS, PLAIN, VALUED, WAITING, PlayerArea, step_of, track
from .solvers.lines_and_leads import BOXES, played
from .solvers.treasure import stocked

SEATS_UNKNOWN = 1
"""Number of seats on a sheet that somebody fills in alone: the number of players is then unknown,
and five, the most, is assumed."""
SINGLE = ("coin_0", "coin_2", "coin_3", "coin_4", "hunting_master_coin")
"""Coins that a player can have only once."""
BOXED = ("hero", "mercenary", "artifact", "god", "giant", "valkyrie", "animal")
"""Kinds of cards that may come from an expansion."""


def doubts(position: Position) -> Iterator[Doubt]:
    boxes, seats = played(position.table.cells), len(position.seats)
    treasure = stocked(position.catalogue, seats, position.rulings)
    for seat in position:
        area = PlayerArea(seat, position.catalogue, position.rulings)
        yield from _coins(area)
        yield from _misplaced(area)
        yield from _undecidable(area)
        if boxes:
            yield from _not_played(position.catalogue, seat, boxes)
        for valkyrie, face in seat.faces("valkyries").items():
            if step_of(face) >= len(track(position.catalogue[valkyrie])):
                yield Doubt(seat.path("valkyries", valkyrie), say("doubt-past-the-track"))
    yield from _too_many_dwarves(position)
    yield from _too_many_coins(position, treasure)
    yield from _gems(position)


def _coins(area: PlayerArea) -> Iterator[Doubt]:
    seat, coins = area.seat, area.seat.tally("coins")
    if sum(coins.values()) > area.purse:
        # always at the same cell, so that a plan that gives the first coin away adds no doubt
        yield Doubt(seat.path("coins", SINGLE[0]), say("doubt-coins", n=area.purse))
    for coin in SINGLE:
        if coins.get(coin, 0) > 1:
            yield Doubt(seat.path("coins", coin), say("doubt-one-each"))
    if "hunting_master_coin" in coins:
        if not seat.has("distinctions", "hunting_master"):
            path = seat.path("coins", "hunting_master_coin")
            yield Doubt(path, say("doubt-hunting-master"))
        if "coin_0" in coins:
            yield Doubt(seat.path("coins", "coin_0"), say("doubt-coin-0"))


def _misplaced(area: PlayerArea) -> Iterator[Doubt]:
    seat, odin = area.seat, "odin" in area.cards
    for field, card in CARD_OF.items():
        # Odin may have returned Olwyn, whose doubles stay: no warning if Odin is held.
        there = card in area.cards or (card == "olwyn" and odin)
        if seat.entered(field) and (
            not there or (field == "discard" and seat.flag("discard_done"))
        ):
            yield Doubt(seat.path(field), say("doubt-not-yours"))
    doubles = seat.picked("doubles")
    if doubles and "olwyn" not in area.cards and not odin:
        yield Doubt(seat.path("doubles", doubles[0]), say("doubt-no-olwyn"))
    if len(doubles) > DOUBLES:
        yield Doubt(seat.path("doubles", doubles[DOUBLES]), say("doubt-doubles"))
    elif len(doubles) + seat.count("doubles_lost") > DOUBLES:
        yield Doubt(seat.path("doubles_lost"), say("doubt-doubles"))
    if seat.choice("gymir_captive") and seat.face("giants", "gymir") == "empty":
        yield Doubt(seat.path("gymir_captive"), say("doubt-no-captive"))


def _undecidable(area: PlayerArea) -> Iterator[Doubt]:
    """Yields warnings about recorded end-of-game decisions that cannot be carried out."""
    seat = area.seat
    for mercenary in seat.faces("enlist"):
        if seat.face("mercenaries", mercenary) != WAITING:
            yield Doubt(seat.path("enlist", mercenary), say("doubt-not-waiting"))
    if area.discards and seat.choice("discard") and not area.loss:
        yield Doubt(seat.path("discard"), say("doubt-no-such-card"))
    stands = seat.choice("ylud_at")
    if (
        seat.flag("ylud_done")
        and "ylud" in area.cards
        and not (stands and stands == area.ylud_final)
    ):
        yield Doubt(seat.path("ylud_done"), say("doubt-ylud-done"))


def _not_played(catalogue: Catalogue, seat: Seat, boxes: Set[str]) -> Iterator[Doubt]:
    """Yields warnings about cards of an expansion that is none of the ``boxes`` in play."""
    names = catalogue.facts["box"].words
    for field in map(FIELDS.__getitem__, BOXED):
        for card in seat.picked(field):
            box = catalogue[card].facts["box"]
            if box in BOXES and box not in boxes:
                yield Doubt(seat.path(field, card), say("doubt-not-played", box=names[box]))


def _in_box(dwarf: Entry, seats: int) -> int:
    """Returns the number of copies of a dwarf card in the decks of both ages together.

    ``seats``: number of players; ``SEATS_UNKNOWN`` counts as five, who play with extra cards.
    """
    five = seats in (5, SEATS_UNKNOWN)
    return 2 * int(dwarf.facts["per_age"] + (dwarf.facts["extra_five"] if five else 0))


def _too_many_dwarves(position: Position) -> Iterator[Doubt]:
    seats = len(position.seats)
    for dwarf in position.catalogue.of_kind("dwarf"):
        if "per_age" not in dwarf.facts:
            continue  # the Armorer's, which comes with its distinction
        (kind,) = dwarf.facts["class"]
        where = (PLAIN[kind],) if kind in PLAIN else (VALUED[kind], dwarf.id)
        numbers, most = position.numbers(*where), _in_box(dwarf, seats)
        if (every := sum(numbers.values())) > most:
            said = say("doubt-dwarves", what=dwarf.name, most=most, seats=seats, sum=every)
            yield from (Doubt(seat.path(*where), said) for seat in numbers)


def _too_many_coins(position: Position, treasure: Mapping[int, int]) -> Iterator[Doubt]:
    """Yields warnings about coins that the seats together have more of than the treasure had.

    ``treasure``: at the start of the game, coin value to count.
    """
    seats = len(position.seats)
    for value, number in treasure.items():
        numbers = position.numbers("coins", f"coin_{value}")
        most = number + (seats if value == 5 else 0)
        if sum(numbers.values()) > most:
            # the text omits the sum, so that a plan that gives one of them away adds no doubt
            said = say("doubt-coin", most=most)
            yield from (Doubt(seat.path("coins", f"coin_{value}"), said) for seat in numbers)


def _gems(position: Position) -> Iterator[Doubt]:
    taken, seats = set(), len(position.seats)
    for seat in position:
        gem = seat.choice("gem")
        players = int(position.catalogue[gem].facts["min_players"]) if gem else 0
        if seats != SEATS_UNKNOWN and players > seats:
            yield Doubt(seat.path("gem"), say("doubt-gem-players", n=players, seats=seats))
        if gem and gem in taken:
            yield Doubt(seat.path("gem"), say("doubt-gem"))
        taken.add(gem)

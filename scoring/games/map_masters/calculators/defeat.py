"""Calculator that tells if a co-op mission is lost or won, and how many cards can still be played.

It also offers a button that enters the end of a turn.
"""

from collections.abc import Iterator

from scoring.model.calculator import Answer, Apply, Block, Changes, FormCells, Row
from scoring.model.cells import CellPath
from scoring.model.position import Position
from scoring.text.localised import EMPTY, Text, number

from ..messages import say
from ..sheet_functions import named
from ..solvers import mission

NO_CARD, OWN_CONDITION = "coop_defeat_no_card", "coop_defeat_mission"


def fill(position: Position, seat: str) -> FormCells:
    hands = {each.id: each.entries("cards_in_hand") for each in position}
    table = position.table.entries("groups", "cards_in_deck", "empty_slots")
    return hands | {"table": table | {"active": position.play.choice("first")}}


def answer(form: Position) -> Answer:
    empty = [form.name(seat.id) for seat in form if seat.number("cards_in_hand") == 0]
    summary, offers = _summary(form, empty)
    blocks = [Block(say("ways-to-lose"), tuple(_ways_to_lose(form, empty)))]
    if not mission.lost_by(form.table) and not _no_card(form):
        offers += _turn(form)
    if playable := _playable(form):
        blocks.append(Block(say("cards"), (playable,)))
    cites = tuple(entry.id for entry in form.catalogue.of_kind("defeat"))
    return Answer(summary, tuple(blocks), tuple(offers), cites=(*cites, "coop_victory"))


def _full(form: Position) -> bool:
    return form.table.number("empty_slots") == 0 and not mission.home(form.table)


def _no_card(form: Position) -> bool:
    """True if the mission is lost because the player whose turn it is cannot play a card.

    Either the tableau has no empty slot or the player's hand is empty, while a group still has to
    meet its goal. Source: ruling ``coop_empty_hand``.
    """
    active = form.seats.get(form.table.choice("active") or "")
    broke = active is not None and active.number("cards_in_hand") == 0
    return _full(form) or (broke and not mission.home(form.table))


def _summary(form: Position, empty: list[Text]) -> tuple[Text, list[Apply]]:
    table, name = form.table, form.catalogue.name
    lost = [*mission.lost_by(table), *([NO_CARD] if _no_card(form) else [])]
    if lost:
        return say("lost", why=say.listed(map(name, lost))), [_record(form, each) for each in lost]
    if mission.home(table):
        return say("all-home"), [Apply(say("record-victory"), {"table/mission_won": True})]
    if empty:
        return say("lost-once-playing", who=say.listed(empty)), []
    if not mission.stands(table):
        return say("set-groups"), []
    away = mission.unmet_groups(table)
    return say("not-lost", n=len(away), who=named(away)), []


def _record(form: Position, defeat: str) -> Apply:
    label = say("record-defeat", what=form.catalogue.name(defeat))
    return Apply(label, {CellPath.to("table", "defeats", defeat): True})


def _ways_to_lose(form: Position, empty: list[Text]) -> Iterator[Row]:
    table, name = form.table, form.catalogue.name
    for stand, entry in mission.LOST_STANDS.items():
        who = [group for group, where in mission.stands(table).items() if where == stand]
        yield Row(name(entry), say("yes-lost") if who else say("no"), named(who), entry)
    if _full(form):
        value, how = say("yes-lost"), say("no-slot-empty")
    elif _no_card(form):
        value, how = say("yes-lost"), say("hand-empty")
    elif empty and not mission.home(table):
        value, how = say("soon"), say("once-playing", who=say.listed(empty))
    elif table.number("empty_slots") is None:
        value, how = say("not-known"), say("slots-not-entered")
    else:
        value, how = say("no"), EMPTY
    yield Row(name(NO_CARD), value, how, NO_CARD)
    yield Row(name(OWN_CONDITION), say("not-known"), say("see-booklet"), OWN_CONDITION)


def _turn(form: Position) -> Iterator[Apply]:
    """Yields a button that ends the present player's turn; none if the form names nobody."""
    table, seats = form.table, list(form.seats)
    active = table.choice("active")
    if active not in form.seats:
        return
    following = seats[(seats.index(active) + 1) % len(seats)]
    cells: Changes = {"play/first": following}
    if slots := table.number("empty_slots"):
        cells[table.path("empty_slots")] = slots - 1
    deck, hand = table.number("cards_in_deck"), form.seats[active].number("cards_in_hand")
    if deck:
        cells[table.path("cards_in_deck")] = deck - 1
    elif deck == 0 and hand:
        cells[form.seats[active].path("cards_in_hand")] = hand - 1
    label = say("turn-is-over", who=form.name(active), other=form.name(following))
    yield Apply(label, cells)


def _playable(form: Position) -> Row | None:
    """Returns the answer's row with the number of cards that all players can still play.

    ``None`` while the deck or a hand is not entered.
    """
    deck, slots = form.table.number("cards_in_deck"), form.table.number("empty_slots")
    hands = [hand for seat in form if (hand := seat.number("cards_in_hand")) is not None]
    if deck is None or len(hands) < len(form.seats):
        return None
    cards = deck + sum(hands)
    if slots is None:
        return Row(say("still-playable"), number(cards), say("deck-and-hands"))
    how = say("deck-hands-slots", cards=cards, slots=slots)
    return Row(say("still-playable"), number(min(cards, slots)), how)

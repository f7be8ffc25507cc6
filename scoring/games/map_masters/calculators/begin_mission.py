"""Calculator for the start of a co-op mission: its groups' goals, cards to deal, sheet to fill."""

from collections.abc import Iterator, Sequence

from scoring.model.calculator import Answer, Apply, Block, Changes, FormCells, Row
from scoring.model.catalogue import Catalogue, Entry
from scoring.model.cells import CellPath
from scoring.model.errors_and_warnings import Value
from scoring.model.position import Position
from scoring.text.localised import EMPTY, number

from ..messages import say
from ..sheet_functions import called
from ..solvers.mission import GOAL_ICONS, GROUPS

HAND, HAND_ALONE = 3, 4
"""``HAND``: cards dealt to each player of a mission. ``HAND_ALONE``: to a player who plays alone.
"""

BEGINS = "under_way"


def fill(position: Position, seat: str) -> FormCells:
    return {"table": position.table.entries("mission", "difficulty")}


def answer(form: Position) -> Answer:
    table, seats = form.table, tuple(form.seats)
    chosen = table.choice("mission")
    if chosen is None:
        return Answer(say("choose-a-mission"))
    level: Changes = {}
    if table.entered("difficulty"):
        level = {table.path("difficulty"): table.choice("difficulty")}
    if chosen not in form.catalogue:
        cells: Changes = {"table/coop": True, table.path("mission"): chosen}
        apply = Apply(say("begin"), cells | level)
        return Answer(say("mission-not-public"), applies=(apply,), cites=("missions_2_to_14",))
    entry = form.catalogue[chosen]
    dealt = HAND if len(seats) > 1 else HAND_ALONE
    left = int(entry.facts["deck_cards"]) - dealt * len(seats)
    summary = say(
        "mission-begins",
        groups=int(entry.facts["groups"]),
        coins=int(entry.facts["coins"]),
        dealt=dealt,
        left=left,
    )
    begun = dict(_begun(entry, seats, dealt, left))
    apply = Apply(say("begin"), begun | level)
    blocks = tuple(_recipe(form.catalogue, entry))
    return Answer(summary, blocks, (apply,), cites=(chosen,))


def _begun(
    entry: Entry, seats: Sequence[str], dealt: int, left: int
) -> Iterator[tuple[str, Value | None]]:
    """Yields (path, value) of each cell to enter in the sheet when a co-op mission begins.

    A path is such as ``table/mission``. A value of ``None`` empties the cell. ``entry``: the
    mission. ``seats``: ids. ``dealt``: cards dealt to each seat. ``left``: cards left in the deck.
    """
    yield from (("table/coop", True), ("table/mission", entry.id))
    for group, (icon, n) in zip(GROUPS, entry.facts["asks"].items(), strict=True):
        # a goal that is no common icon is an artifact of this mission
        yield CellPath.to("table", "groups", group), BEGINS
        for common in GOAL_ICONS:
            yield CellPath.to("table", "asked", group, common), int(n) if common == icon else None
        yield (
            CellPath.to("table", "asked_artifact", group),
            True if icon not in GOAL_ICONS else None,
        )
    yield "table/cards_in_deck", left
    yield from ((CellPath.to(seat, "cards_in_hand"), dealt) for seat in seats)


def _recipe(catalogue: Catalogue, entry: Entry) -> Iterator[Block]:
    goals = tuple(
        Row(called(group), number(n), catalogue.name(icon), icon)
        for group, (icon, n) in zip(GROUPS, entry.facts["asks"].items(), strict=True)
    )
    yield Block(say("goals-one-each"), goals)
    deck = Row(say("player-deck"), EMPTY, entry.facts["deck"], "build_player_deck")
    tableau = Row(say("tableau"), EMPTY, entry.body[0], "lay_tableau")
    yield Block(say("set-up"), (deck, tableau))

"""Calculator for co-op: what to spend on obstacles so that a group still meets its goal.

It chooses among the group's circled items, fairies and spellbooks.
"""

from collections.abc import Iterator, Mapping

from scoring.model.calculator import Answer, Apply, Block, Changes, FormCells, Row
from scoring.model.catalogue import Catalogue
from scoring.model.cells import CellPath
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.text.localised import EMPTY, Text, number

from ..messages import say
from ..sheet_functions import called
from ..solvers import mission
from ..solvers.average_icon_worth import BOOK_PAYS, fairies_by_item
from ..solvers.market import MOST_FAIRIES

MOST_ICONS = 30
"""Highest number of icons of a kind that the form accepts."""


def fill(position: Position, seat: str) -> FormCells:
    table = position.table
    about = table.entries("difficulty")
    group = table.choice("planning") or next(iter(mission.stands(table)), None)
    if group:
        icons = mission.goal_icons(position, group)
        icons.pop("artifact", None)
        fairies = table.grid("group_fairies").get(group, {})
        about |= {
            "group": group,
            "asked": _capped(icons, MOST_ICONS),
            "circled": _capped(table.grid("circled").get(group, {}), MOST_ICONS),
            "struck": _capped(table.grid("struck").get(group, {}), MOST_ICONS),
            "fairies": _capped(fairies, MOST_FAIRIES),
            "books": {b: True for b in mission.books(table, group) if b in BOOK_PAYS},
        }
    return {"table": about}


def _capped(numbers: Mapping[str, int], most: int) -> dict[str, int]:
    return {id_: min(n, most) for id_, n in numbers.items()}


def answer(form: Position) -> Answer:
    table, catalogue = form.table, form.catalogue
    obstacles = table.tally("obstacles")
    if not obstacles:
        return Answer(say("enter-obstacles"))
    level, goal = mission.difficulty(form), mission.goal(form, table.tally("asked"))
    fairies = fairies_by_item(catalogue, table.tally("fairies"))
    group = mission.Group(table.tally("circled"), table.tally("struck"), fairies)
    books = {BOOK_PAYS[book]: 1 for book in table.picked("books")}
    spending = mission.spend(goal, obstacles, group, books)
    if spending is None:
        return Answer(say("nothing-works", level=catalogue.name(level)))
    spent = list(_spent(catalogue, spending))
    summary = say(
        "spend",
        level=catalogue.name(level),
        what=say.listed(_icon_text(catalogue, id_, n) for id_, n in spent),
    )
    rows = tuple(
        Row(
            catalogue.name(id_),
            number(n),
            say("strike-out") if id_ in spending.items else EMPTY,
            id_,
        )
        for id_, n in spent
    )
    applies = tuple(_written(catalogue, table, spending))
    return Answer(summary, (Block(say("what-to-spend"), rows),), applies, cites=(level,))


def _spent(catalogue: Catalogue, spending: mission.Spending) -> Iterator[tuple[str, int]]:
    book_of = {item: book for book, item in BOOK_PAYS.items()}
    fairy_of = {str(fairy.facts["stands_in"]): fairy.id for fairy in catalogue.of_kind("fairy")}
    yield from ((book_of[item], n) for item, n in spending.books.items())
    yield from ((fairy_of[item], n) for item, n in spending.fairies.items())
    yield from spending.items.items()


def _icon_text(catalogue: Catalogue, id_: str, n: int) -> Text:
    name = catalogue.name(id_)
    return say("quoted", name=name) if id_ in BOOK_PAYS else say.counted(id_, name, n)


def _written(catalogue: Catalogue, table: Seat, spending: mission.Spending) -> Iterator[Apply]:
    """Yields the button that enters what a group spends in the sheet; none without a group.

    ``spending``: items, fairies and spellbooks. ``table``: cells that all seats share.
    """
    group = table.choice("group")
    if not group:
        return
    cells: Changes = {}
    for icon, n in table.tally("circled").items():
        cells[CellPath.to("table", "circled", group, icon)] = n
    for item, n in spending.items.items():
        struck = table.tally("struck").get(item, 0) + n
        cells[CellPath.to("table", "struck", group, item)] = struck
    for fairy, n in table.tally("fairies").items():
        used = spending.fairies.get(str(catalogue[fairy].facts["stands_in"]), 0)
        cells[CellPath.to("table", "group_fairies", group, fairy)] = (n - used) or None
    for book, item in BOOK_PAYS.items():
        if item in spending.books:
            cells[CellPath.to("table", "books_spent", book)] = True
    yield Apply(say("write-spending", group=called(group)), cells)

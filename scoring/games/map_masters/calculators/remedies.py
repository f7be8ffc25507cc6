"""Calculator for co-op: what to spend on obstacles so that a group still meets its goal.

It chooses among the group's circled items, fairies and spellbooks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scoring.games.map_masters.solvers import coop, mission
from scoring.games.map_masters.solvers.icon_values import BOOK_PAYS
from scoring.model.calculator import Answer, Apply, Block, Row
from scoring.model.catalogue import Catalogue
from scoring.model.cells import CellPath
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.model.validation import Value
from scoring.text import messages
from scoring.text.localised import EMPTY, Text, number

from .groups import called, table_alone

say = messages.of(__name__)

MOST_ICONS, MOST_FAIRIES = 30, 5
"""Highest numbers that the form accepts: icons of a kind, and fairies of a kind."""


def fill(position: Position, seat: str) -> Mapping[str, Mapping[str, Any]]:
    table = position.table
    about: dict[str, Any] = {}
    if table.entered("difficulty"):
        about["difficulty"] = table.choice("difficulty")
    group = table.choice("planning") or next(iter(mission.stands(table)), None)
    if group:
        asked = mission.goal_icons(position, group)
        asked.pop("artifact", None)
        fairies = table.grid("group_fairies").get(group, {})
        about |= {
            "group": group,
            "asked": _capped(asked, MOST_ICONS),
            "circled": _capped(table.grid("circled").get(group, {}), MOST_ICONS),
            "struck": _capped(table.grid("struck").get(group, {}), MOST_ICONS),
            "fairies": _capped(fairies, MOST_FAIRIES),
            "books": {b: True for b in mission.books(table, group) if b in BOOK_PAYS},
        }
    return table_alone(position, about)


def _capped(numbers: Mapping[str, int], most: int) -> dict[str, int]:
    return {id_: min(n, most) for id_, n in numbers.items()}


def answer(form: Position) -> Answer:
    table, catalogue = form.table, form.catalogue
    cites = ("requirement_met", "coop_paths", "collect_before")
    obstacles = table.tally("obstacles")
    if not obstacles:
        return Answer(say("enter-obstacles"), cites=cites)
    fairies = {
        str(catalogue[fairy].facts["stands_in"]): n for fairy, n in table.tally("fairies").items()
    }
    level = mission.difficulty(form)
    spending = coop.spend(
        catalogue,
        obstacles,
        table.tally("circled"),
        fairies,
        {BOOK_PAYS[book]: 1 for book in table.picked("books")},
        table.tally("asked"),
        level,
        form.rulings["hard_exact"],
        table.tally("struck"),
    )
    if spending is None:
        return Answer(say("nothing-works", level=catalogue.name(level)), cites=cites)
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
    return Answer(summary, (Block(say("what-to-spend"), rows),), applies, cites=(*cites, level))


def _spent(catalogue: Catalogue, spending: coop.Spending) -> Iterator[tuple[str, int]]:
    """Yields the entry id and number of each spellbook, fairy and item to spend."""
    book_of = {item: book for book, item in BOOK_PAYS.items()}
    fairy_of = {str(fairy.facts["stands_in"]): fairy.id for fairy in catalogue.of_kind("fairy")}
    yield from ((book_of[item], n) for item, n in spending.books.items())
    yield from ((fairy_of[item], n) for item, n in spending.fairies.items())
    yield from spending.items.items()


def _icon_text(catalogue: Catalogue, id_: str, n: int) -> Text:
    name = catalogue.name(id_)
    return say("quoted", name=name) if id_ in BOOK_PAYS else say.counted(id_, name, n)


def _written(catalogue: Catalogue, table: Seat, spending: coop.Spending) -> Iterator[Apply]:
    """Yields the button that enters the spending for the form's group in the sheet.

    Items are struck out, fairies and spellbooks used up. Yields nothing if the form names no group.
    """
    group = table.choice("group")
    if not group:
        return
    cells: dict[str, Value | None] = {}
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

"""Warnings about cells of a score pad or a co-op mission, and messages on faulty typed paths."""

from collections.abc import Iterator

from scoring.model.catalogue import Catalogue
from scoring.model.errors_and_warnings import Doubt
from scoring.model.position import Position
from scoring.model.seat import Seat
from scoring.text.localised import Text

from .messages import say
from .solvers import dungeon, mission, typed_paths
from .solvers.market import BOOKS
from .solvers.score_pad import COLUMNS, ROUNDS, Pad, is_over, of_round, rounds_left

FAIRIES_OF_KIND = 1
"""Fairies of each kind that a group may hold at once."""


def doubts(position: Position) -> Iterator[Doubt]:
    yield from _mission(position)
    pad = Pad(position)
    for n in ROUNDS:
        yield from _races(position, n)
    for seat in position:
        for n in ROUNDS:
            yield from _walked(pad, seat, n)
        yield from _forecast(position, seat)
        for book in seat.picked("books")[BOOKS:]:
            yield Doubt(seat.path("books", book), say("strange-three-books"))
        if described := seat.script("dungeon"):
            try:
                dungeon.read(described)
            except dungeon.UnreadableDescription as error:
                yield Doubt(seat.path("dungeon"), unreadable_message(error))


def broken(catalogue: Catalogue, finding: typed_paths.Fault) -> Text:
    """Returns the message that explains why a step of a typed path is illegal."""
    match finding.reason:
        case "no-item":
            return say("fault-no-item", item=catalogue.name(finding.what))
        case "unknown-sign":
            return say("fault-unknown-sign", sign=finding.what)
        case reason:
            return say(f"fault-{reason}")


def unusual_message(finding: str) -> Text:
    """Returns the warning about something odd in a typed path, which is recorded all the same."""
    return say(f"strange-{finding}")


def unreadable_message(error: dungeon.UnreadableDescription) -> Text:
    """Returns the message that explains why a typed description of a dungeon cannot be read."""
    if error.reason == "misplaced":
        return say("unclear-misplaced", statement=error.statement, sign=error.what)
    return say(f"unclear-{error.reason}", statement=error.statement)


def _races(position: Position, n: int) -> Iterator[Doubt]:
    cell, table = of_round("first", n), position.table
    first = [seat for seat in position if seat.flag(cell)]
    if len(first) > 1:
        for seat in first:
            yield Doubt(seat.path(cell), say("doubt-first-twice"))
    entered = table.entered(of_round("primary_objective", n))
    if first and entered and not table.flag(of_round("hourglass", n)):
        yield Doubt(first[0].path(cell), say("doubt-no-hourglass"))


def _walked(pad: Pad, seat: Seat, n: int) -> Iterator[Doubt]:
    cell, ticked = of_round("path", n), of_round("escaped", n)
    if not (typed := seat.script(cell)):
        return
    walk = typed_paths.walk(typed)
    for each in walk.doubts:
        if each == "three-books" and len(seat.picked("books")) > BOOKS:
            continue  # already reported for the books field
        yield Doubt(seat.path(cell), unusual_message(each))
    if fault := walk.fault:
        why = broken(pad.catalogue, fault)
        yield Doubt(seat.path(cell), say("doubt-fault", n=fault.at + 1, why=why))
    for part in ("primary", "secondary"):
        scored, entered = pad.scored(seat, part, n), seat.number(of_round(part, n))
        if scored is None or not scored.objective or entered is None:
            continue
        if (met := walk.circled.get(scored.icon, 0)) != entered:
            yield Doubt(seat.path(of_round(part, n)), say("doubt-other-icons", n=met))
    if seat.flag(ticked) and not walk.escaped:
        yield Doubt(seat.path(ticked), say("doubt-no-escape"))


def _forecast(position: Position, seat: Seat) -> Iterator[Doubt]:
    left, more = rounds_left(seat), seat.tally("more")
    for part in COLUMNS:
        if is_over(position, seat):
            if more.get(part, 0):
                yield Doubt(seat.path("more", part), say("doubt-nothing-to-come"))
        elif part in ("escape", "time_bonus") and more.get(part, 0) > left:
            yield Doubt(seat.path("more", part), say("doubt-rounds-left", n=left))


def _mission(position: Position) -> Iterator[Doubt]:
    table = position.table
    yield from _more_than_in_box(position)
    circled = table.grid("circled")
    for group, struck in table.grid("struck").items():
        for item, n in struck.items():
            if n > circled.get(group, {}).get(item, 0):
                yield Doubt(table.path("struck", group, item), say("doubt-struck"))
    for group, fairies in table.grid("group_fairies").items():
        for fairy, n in fairies.items():
            if n > FAIRIES_OF_KIND:
                path = table.path("group_fairies", group, fairy)
                yield Doubt(path, say("doubt-group-fairies"))
    group_of = table.faces("group_books")
    for group in mission.GROUPS:
        for book in [book for book in group_of if group_of[book] == group][BOOKS:]:
            yield Doubt(table.path("group_books", book), say("doubt-group-books"))
    if mission.defeats(table) and table.flag("mission_won"):
        yield Doubt(table.path("mission_won"), say("doubt-won-and-lost"))
    elif table.flag("mission_won") and (away := mission.unmet_groups(table)):
        yield Doubt(table.path("mission_won"), say("doubt-won-too-early", n=len(away)))


def _more_than_in_box(position: Position) -> Iterator[Doubt]:
    table, fairies = position.table, position.table.grid("group_fairies")
    for fairy in position.catalogue.of_kind("fairy"):
        groups = [group for group in fairies if fairies[group].get(fairy.id)]
        total = sum(fairies[group][fairy.id] for group in groups)
        if total > (most := int(fairy.facts["in_box"])):
            message = say("doubt-box", most=most, what=fairy.name, n=total)
            for group in groups:
                yield Doubt(table.path("group_fairies", group, fairy.id), message)

"""The seating page: the table drawn with its free places, before and after it is opened.

Before, the card in the middle asks for the host's name; after, it shows the code for the others.
"""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest

from companion.http import random_keys
from companion.messages import say
from companion.sheet_pages.section_views import options
from companion.tables import access, frequent_players, invitations, ledger
from companion.tables.frequent_players import FrequentPlayer
from companion.tables.models import Device, Table
from companion.tables.scoreboard_page import seating
from scoring.game import Game
from scoring.model.cells import CellPath
from scoring.model.plan import State
from scoring.model.player_names_and_colours import players
from scoring.model.sheet_fields import OWN
from scoring.text.localised import Text

DRAWN = {"sitter": "table/seating.html#place", "middle": "table/seating.html#middle"}
"""Templates of a place and of the table's middle, in place of those used during the game."""


def before_opening(
    request: HttpRequest, game: Game, typed: Mapping[str, str], last: Table | None
) -> dict[str, Any]:
    """Returns the template context of the seating page of a table that is not opened yet.

    ``typed``: path to text of the host's name and colour, and of the options. ``last``: this
    phone's last table of the game, whose boxes and modes are listed, if any.
    """
    host = FrequentPlayer(typed["p1/name"], typed["p1/colour"])
    here = {"seat": "p1", "order": 0, "name": host.name, "owner": host, "taken": True}
    offered = [(path, field, typed[path]) for path, field in options(game)]
    return {
        "game": game,
        "mine": host,
        "seating": _with_free_places(game, [here], "p1"),
        "in_play": in_play(game, last.state) if last else [],
        "options": offered,
        "presets": list(game.catalogue.presets.values()),
        "form_key": random_keys.new_form_key(),
        **DRAWN,
    } | _known_players(request, game, [host.name])


def opened(request: HttpRequest, game: Game, who: Device) -> dict[str, Any]:
    """Returns a table's seating page as template context: places, join code, what a host may do."""
    table = who.table
    seats = seat_rows(game, table)
    shown = game.sheet.seen(table.state, access.seen_by_all(table))
    own = {field.id for field in OWN}
    entered = any(cells.keys() - own for cells in shown["seats"].values())
    context = {
        "game": game,
        "table": table,
        "who": who,
        "seats": seats,
        "seating": _with_free_places(game, seats, who.seat),
        "in_play": in_play(game, table.state),
        "started": entered or game.sheet.phases.has_progress(table.state),
        "form_key": random_keys.new_form_key(),
        "chosen": request.GET.get("place", ""),
        **DRAWN,
        "room": not table.finished and len(seats) < game.sheet.most_seats,
    } | invitations.invitation_context(request, table)
    for each in seats:
        each["may_rename"] = access.may_write(who, each["seat"])
    if who.role != "host":
        return context
    alone = len(seats) == 1 or table.finished
    for each in seats:
        each["may_go"] = not alone and ledger.empty(table, each["seat"])
    others = (each for each in seats if each["seat"] != who.seat)
    if not (alone or all(each["may_go"] for each in others)):
        context["stays"] = say("seat-not-empty")
    names = [str(cells.get("name", "")) for cells in table.state["seats"].values()]
    phones = table.devices.exclude(pk=who.pk).exclude(role=access.REMOVED).order_by("pk")
    context["phones"] = [
        {
            "id": each.pk,
            "role": each.role,
            "name": game.sheet.name(table.state, each.seat)
            if each.seat in table.state["seats"]
            else None,
            "seen": each.seen,
        }
        for each in phones
    ]
    return context | _known_players(request, game, names)


def seat_rows(game: Game, table: Table) -> list[dict[str, Any]]:
    """Returns a dict for each seat, in the table's order: ``seat`` (its id), ``order``, ``name``.

    Also ``owner``: name, colour and letters; ``taken``: a phone holds the seat; ``named``: it is
    taken, or has a name.
    """
    sitting = set(table.devices.exclude(seat="").values_list("seat", flat=True))
    owners = players(game.sheet, table.state)
    return [
        {
            "seat": seat,
            "order": n,
            "name": game.sheet.name(table.state, seat),
            "owner": owners[seat],
            "named": "name" in table.state["seats"][seat] or seat in sitting,
            "taken": seat in sitting,
        }
        for n, seat in enumerate(game.sheet.seats(table.state))
    ]


def in_play(game: Game, state: State) -> list[Text]:
    """Returns the names of the boxes (game, expansions) and modes that a table plays with."""
    cells = game.sheet.cells(game.sheet.known_part(state))
    found = []
    for path, field in options(game):
        value = cells.get(CellPath(path))
        if field.kind == "flag" and value:
            found.append(field.label)
        found += [each.name for each in field.cell.options or () if each.id == value]
    return found


def _with_free_places(
    game: Game, seats: list[dict[str, Any]], mine: str
) -> dict[str, list[dict[str, Any]]]:
    """Returns seats and free places by side of the table: ``me``, ``left``, ``top``, ``right``.

    A free place's ``seat`` is None, its ``place`` the id of the seat that would be there.
    ``seats``: a dict for each seat. ``mine``: id of this phone's seat, at the bottom of the table.
    """
    ids = [f"p{n}" for n in range(1, game.sheet.most_seats + 1)]
    there = [row["seat"] for row in seats]
    free = [each for each in ids if each not in there]
    order = [*there, *free] if there != sorted(there) else ids
    drawn = [row | {"order": order.index(row["seat"])} for row in seats]
    drawn += [{"seat": None, "place": each, "order": order.index(each)} for each in free]
    return seating(drawn, mine)


def _known_players(request: HttpRequest, game: Game, names: list[str]) -> dict[str, Any]:
    """Returns template context: buttons for players of earlier tables, except ``names``.

    ``group``: the other players of this phone's last table; ``group_value``: text that their common
    button posts. ``regulars``: players of its last tables.
    """
    names = [name for name in names if name]
    room = game.sheet.most_seats - max(1, len(names))
    group = frequent_players.last_group(request, names, room)
    return {
        "group": group,
        "group_value": "\n".join(each.value for each in group),
        "regulars": frequent_players.frequent_players(request, names) if room else [],
    }

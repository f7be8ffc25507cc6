"""Creation of a table: for a new game, for a re-match with the same players, or as a pad."""

from datetime import timedelta
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone

from companion.sheet_pages.page_names import RULINGS
from companion.sheet_pages.section_views import options
from companion.tables import ledger
from companion.tables.models import Device, Table
from scoring.game import Game
from scoring.model.cells import CellPath
from scoring.model.errors_and_warnings import Value
from scoring.model.plan import State

OPENED = "opened"
"""Idempotency key of every table's first event, the only one that the log cannot undo."""

CODE = "code-"
"""Beginning of the idempotency key of events that merge a sheet from another phone's QR code."""

FORMS = UUID("7b0c53c0-5d0c-4f3c-9a5e-6a6c3f6c4b1e")
"""Fixed random namespace for ``uuid5``: a table's UUID is computed from the form that opens it."""
SAME_TAP = timedelta(minutes=1)


def once(game: Game, form: str, state: State, screens: bool) -> Table:
    """Creates a table; the same form sent again within ``SAME_TAP`` returns the same table.

    ``form``: the posted form as a string, with the random key of its page. ``state``: seats and
    cells of the new table. ``screens``: each seat's sheet is hidden from the other phones.
    """
    new = {"game": game.slug, "state": state, "screens": screens}
    found, made = Table.everywhere.get_or_create(uid=uuid5(FORMS, form), defaults=new)
    if made or (found.removed is None and timezone.now() - found.made < SAME_TAP):
        return found
    return Table.objects.create(**new)


def open_pad(game: Game, state: State) -> Table:
    """Creates a pad (sheets on one phone, without a table) that contains ``state``.

    The first event in its ledger has all these cells, even those that the game does not know.
    """
    with transaction.atomic():
        made = Table.objects.create(
            pad=True, game=game.slug, state=state, revision=1, last_event_by_seat={"": 1}
        )
        made.events.create(number=1, idempotency_key=OPENED, cells=game.sheet.cells(state))
    return made


def rematch(game: Game, who: Device, previous: Table) -> Table:
    old = game.sheet.known_part(previous.state)
    kept = {"name", "colour"}
    shared = {path for path, _ in options(game)}
    cells: dict[str, Value | None] = {
        path: value
        for path, value in game.sheet.cells(old).items()
        if path in shared or CellPath(path).holder == RULINGS or CellPath(path).field in kept
    }
    state = game.sheet.blank(1) | {"seats": {seat: {} for seat in old["seats"]}}
    table = Table.objects.create(
        game=game.slug, state=state, screens=previous.screens, group=previous.group
    )
    ledger.write(table.key, None, who.seat, cells, 0, OPENED)
    return table

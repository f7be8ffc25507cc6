"""Functions shared by co-op calculators: names of groups, and forms without cells of seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scoring.games.map_masters.sheet_functions import group_name
from scoring.model.position import Position
from scoring.text import messages
from scoring.text.localised import Text

say = messages.of(__name__)


def called(group: str) -> Text:
    return say("the-group", name=group_name(group))


def named(groups: Iterable[str]) -> Text:
    return say.listed(map(group_name, groups))


def table_alone(position: Position, cells: Mapping[str, Any]) -> Mapping[str, Mapping[str, Any]]:
    """Returns cells to fill in a form: ``cells`` for the table as a whole, none for any seat.

    ``position``: the form's table; only its seats' ids are used.
    """
    nobody: dict[str, Mapping[str, Any]] = {seat: {} for seat in position.seats}
    return nobody | {"table": cells}

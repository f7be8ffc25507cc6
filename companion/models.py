"""All models, imported for Django from the parts of the app that declare them.

``new_key`` is here because migrations refer to it by this path.
"""

from companion.history.models import Alias, Arrival, Group, Play
from companion.http.keys import new_key
from companion.pads.models import Pad, Result
from companion.sync.models import Copy
from companion.tables.models import Code, Device, Event, Link, Note, Table, Wish, WrongCode

__all__ = [
    "Alias",
    "Arrival",
    "Code",
    "Copy",
    "Device",
    "Event",
    "Group",
    "Link",
    "Note",
    "Pad",
    "Play",
    "Result",
    "Table",
    "Wish",
    "WrongCode",
    "new_key",
]

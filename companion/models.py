"""All models, for Django; each part of the app declares its own.

``new_key`` is here for the migrations, which name it so.
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

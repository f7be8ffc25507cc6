"""All database models, imported for Django from the parts of the app that declare them.

``new_key`` is here because migrations refer to it by this path.
"""

from companion.history.models import Alias, Group, PendingImport, Play
from companion.http.random_keys import new_key
from companion.sync.models import Copy, TakenCode
from companion.tables.models import (
    Code,
    Device,
    Event,
    Link,
    Notice,
    Result,
    SeatRequest,
    Table,
    WrongCode,
)

__all__ = [
    "Alias",
    "Code",
    "Copy",
    "Device",
    "Event",
    "Group",
    "Link",
    "Notice",
    "PendingImport",
    "Play",
    "Result",
    "SeatRequest",
    "Table",
    "TakenCode",
    "WrongCode",
    "new_key",
]

"""One cell of a score sheet: its type and limits, how its value is read, and its path."""

import re
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from scoring.text.localised import Text
from scoring.text.messages import SHARED as say

from .errors_and_warnings import Unreadable, Value, unknown_word
from .hex_grid import SPOT

type Schema = dict[str, Any]

MOST = 999
"""Highest number that a cell accepts: more than any game needs, low enough to catch typing
errors."""

MOST_STORED = 9999
"""Highest number that is read from a stored state, which may have been entered under other
limits."""


SEAT = re.compile(r"p[1-9]\Z")
_SUM = re.compile(r"[+-]?[0-9]{1,12}([+-][0-9]{1,12}){0,60}\Z")
_TERM = re.compile(r"[+-]?[0-9]+")
# Keyboards of phones type several minus signs; a Japanese one types the sign for a long vowel.
_SIGNS = str.maketrans({" ": None, "−": "-", "–": "-", "ー": "-"})


class CellPath(str):
    """The path of a cell, a string: its holder, its field, and the ids of rows below the field.

    >>> path = CellPath("p1/resources/wood")
    >>> path.holder, path.field, path.rows
    ('p1', 'resources', ('wood',))
    >>> CellPath.to("p1", "use", "windmill", "red")
    CellPath('p1/use/windmill/red')

    The holder is a seat or, for cells of the whole table, ``table`` (what all seats share),
    ``play`` (progress of the game) or ``rulings`` (answers to open rules questions). A path can be
    made for a cell that does not exist: ask ``Sheet.cell``.
    """

    __slots__ = ()

    @classmethod
    def to(cls, holder: str, *ids: str) -> "CellPath":
        return cls("/".join((holder, *ids)))

    @property
    def holder(self) -> str:
        return self.partition("/")[0]

    @property
    def field(self) -> str:
        return self.split("/", 2)[1] if "/" in self else ""

    @property
    def rows(self) -> tuple[str, ...]:
        return tuple(self.split("/")[2:])

    def __repr__(self) -> str:
        return f"CellPath({str(self)!r})"


def is_set(table: Mapping[str, Any], path: str) -> bool:
    """True if a cell of the table as a whole is filled in.

    ``table``: the table's cells, by field id. ``path``: such as ``table/coop``.
    """
    held: Any = table
    for key in path.removeprefix("table/").split("/"):
        held = held.get(key) if isinstance(held, Mapping) else None
    return bool(held)


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a choice, one row of a field, or one answer to an open rules question.

    ``cites``: ids of the sources of an answer.
    ``piece``: id of the entry or symbol drawn for it, if ``id`` is no entry itself.
    ``when``: path of a cell of the table; the option is offered only if that cell is set.
    """

    id: str
    name: Text
    cites: tuple[str, ...] = ()
    piece: str = ""
    when: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """Type and limits of one cell. ``read`` takes a value from JSON, ``parse`` takes typed text.

    ``least`` and ``most``: limits of a number. A larger number that was recorded under another
        limit can still be read.
    ``open``: a blank number is ``None`` rather than 0, so 0 can be entered.
    ``options``: the options of a choice.
    ``length``: maximum number of characters of a text.

    A cell of kind *spot* holds the place and turn of a map tile, such as ``-1,2/5`` (column, row,
    turn).
    """

    kind: Literal["number", "flag", "choice", "text", "spot"]
    least: int = 0
    most: int = MOST
    open: bool = False
    options: tuple[Option, ...] = ()
    length: int = 60

    def read(self, value: object) -> Value | None:
        """Returns the value to record for a value from JSON, or ``None`` for a blank.

        Raises ``Unreadable`` for a value of another type, or beyond the cell's limits.
        """
        if value is None or value == "":
            return None
        match self.kind:
            case "flag":
                if not isinstance(value, bool):
                    raise Unreadable(say("needs-flag"))
                return value or None
            case "number":
                if isinstance(value, float) and value.is_integer():
                    value = int(value)
                if isinstance(value, bool) or not isinstance(value, int):
                    raise Unreadable(say("needs-number"))
                return self._bounded(value)
            case "choice":
                if not isinstance(value, str) or value not in {o.id for o in self.options}:
                    raise Unreadable(unknown_word(value, [o.id for o in self.options]))
                return value
            case "text":
                if not isinstance(value, str):
                    raise Unreadable(say("needs-text"))
                clean = "".join(c for c in value if c.isprintable()).strip()
                if len(clean) > self.length:
                    raise Unreadable(say("too-long", n=self.length))
                return clean or None
            case "spot":
                if not isinstance(value, str) or not SPOT.match(value):
                    raise Unreadable(say("needs-spot"))
                return value

    def stored(self, value: object) -> Value | None:
        """Returns the value of a recorded cell; unlike new input, a number may exceed the limit.

        Raises ``Unreadable`` for a value of another type.
        """
        if self.kind != "number":
            return self.read(value)
        return replace(self, most=max(self.most, MOST_STORED)).read(value)

    def beyond(self, value: Value) -> bool:
        """True if the value is a number above the most that may be newly entered in the cell."""
        return self.kind == "number" and type(value) is int and value > self.most

    def parse(self, typed: str) -> Value | None:
        """Returns the value of typed text: ``"3+6+2"`` is 11, and full-width digits are digits.

        ``None`` for a blank. Raises ``Unreadable`` for any other text.

        >>> Cell("number").parse("３＋6 + 2")
        11
        """
        typed = typed.strip()
        if not typed:
            return None
        match self.kind:
            case "flag":
                return typed != "0" or None
            case "number":
                plain = unicodedata.normalize("NFKC", typed).translate(_SIGNS)
                if _SUM.match(plain):
                    return self._bounded(sum(int(term) for term in _TERM.findall(plain)))
                raise Unreadable(say("needs-number-or-sum"))
            case _:
                return self.read(typed)

    def _bounded(self, value: int) -> int | None:
        if value < self.least:
            raise Unreadable(say("at-least", n=self.least) if self.least else say("not-negative"))
        if value > self.most:
            raise Unreadable(say("at-most", n=self.most))
        return value if value or self.open else None

    def schema(self) -> Schema:
        match self.kind:
            case "flag":
                return {"type": "boolean"}
            case "number":
                return {"type": "integer", "minimum": self.least, "maximum": self.most}
            case "choice":
                return {"enum": ["", *(o.id for o in self.options)]}
            case "text":
                return {"type": "string", "maxLength": self.length}
            case "spot":
                return {"type": "string", "pattern": f"^{SPOT.pattern.removesuffix('\\Z')}$"}


def object_schema(properties: Mapping[str, Schema], needed: Collection[str] = ()) -> Schema:
    """Returns the JSON Schema of an object with no other keys than those of ``properties``.

    ``properties``: key to the schema of its value. ``needed``: keys that must be there.
    """
    required = {"required": list(needed)} if needed else {}
    return {
        "type": "object",
        "properties": dict(properties),
        **required,
        "additionalProperties": False,
    }

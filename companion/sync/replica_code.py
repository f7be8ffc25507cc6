"""Encodes a replica (a phone's copy of a score) as text that fits into one QR code.

The text is compressed JSON. The game's sheet defines the order of the cells, so a code has no names
of cells, and both phones need the same version of the sheet: see
``docs/decisions/0031-codes-are-json.md``.
"""

import json
import re
import zlib
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import sha256
from itertools import pairwise
from operator import itemgetter
from string import ascii_uppercase, digits
from typing import Any
from uuid import UUID

from companion.messages import say
from companion.sync import replica as replicas
from companion.sync.replica import Part, Replica, Version
from scoring import game as find_game
from scoring import games
from scoring.game import Game
from scoring.model.cells import Cell
from scoring.model.drawing_by_lot import PROOFS
from scoring.model.errors_and_warnings import Unreadable as NotReadable
from scoring.model.errors_and_warnings import Value
from scoring.model.sheet_fields import OWN, SEATS
from scoring.text.localised import Text

VERSION, BEFORE = "B", "A"
"""First and last letter of a code: now, and as earlier versions of the app wrote it.

It ends with a letter, since chats cut off other signs at the end of a link.
"""

LETTERS = digits + ascii_uppercase
"""Letters of a code: those that a QR code packs tightly and no chat takes for the end of a link."""

MOST_LETTERS = 4000
"""Characters of the longest code; one QR code holds 4,296, and the rest is for the address."""

MOST_TAKEN = 2500
"""Characters of the longest code that a replica has after another one was merged into it.

What is left up to ``MOST_LETTERS`` is for what is entered afterwards: a full table has 1,300.
"""

MOST_TEXT = 16_000
"""Bytes of the longest JSON; measured, that of a full table has 4,500 (decision 31)."""

MOST_TIME = 9999
"""Highest counter in a version of a value.

A replica's counter rises at most once for each code shown or read.
"""

MOST_ID = (1 << 32) - 1
"""Highest id of a replica: 32 bits of a hash."""

EPOCH = datetime(2020, 1, 1, tzinfo=UTC)
MOST_MINUTES = 1 << 26
"""Minutes from ``EPOCH`` to the latest end of a game, in the year 2147."""

_SPACE = re.compile(r"\s+")
_WHOLE = re.compile(f"{VERSION}[0-9A-Z]{{8,{MOST_LETTERS}}}{VERSION}\\Z")
_ANY = re.compile(f"{VERSION}[0-9A-Z]{{8,}}{VERSION}")
_BEFORE = re.compile(f"{BEFORE}[0-9A-Z]{{60,}}{BEFORE}")
_STRANGE = (zlib.error, ValueError, TypeError, AttributeError, LookupError, RecursionError)
"""Errors raised while a code is decoded that ``encode`` has not written."""


class Unreadable(ValueError):
    """Raised for a text without a sheet that can be read here; ``message``: the reason."""

    def __init__(self, message: Text) -> None:
        super().__init__(message.en)
        self.message = message


class TooLong(ValueError):
    """Raised if a phone's copy of a score has more cells than fit into one QR code."""


# ── letters ────────────────────────────────────────────────────────────────────────────


def encode(replica: Replica) -> str:
    """Returns a phone's copy of a score as capitals and digits (``LETTERS``) for one QR code.

    Raises ``TooLong`` if it does not fit.
    """
    text = _text(replica)
    value, code = int.from_bytes(zlib.compress(text, 9)), ""
    while value:
        value, digit = divmod(value, len(LETTERS))
        code = LETTERS[digit] + code
    if len(text) > MOST_TEXT or len(code) + 2 > MOST_LETTERS:
        raise TooLong
    return f"{VERSION}{code}{VERSION}"


def decode(text: str) -> Replica:
    """Returns the copy of a score that is in a QR code's text, such as a link that ends with it.

    Raises ``Unreadable`` if there is none.
    """
    value = int(found_in(text)[1:-1], len(LETTERS))
    try:
        unpacking = zlib.decompressobj()
        found = unpacking.decompress(value.to_bytes((value.bit_length() + 7) // 8), MOST_TEXT)
        if not unpacking.eof or unpacking.unused_data:
            raise ValueError
        replica = _replica(json.loads(found))
        if _text(replica) != found:
            raise ValueError
    except Unreadable:
        raise
    except _STRANGE:
        raise Unreadable(say("code-broken")) from None
    return replica


def found_in(text: str) -> str:
    """Returns the letters of a sheet's code in a pasted or scanned text, such as a link.

    Raises ``Unreadable`` if there are none.
    """
    if len(text) > 4 * MOST_LETTERS:
        raise Unreadable(say("code-too-long"))
    _, link, after = text.rpartition("#")
    letters = [_SPACE.sub("", each).upper() for each in (after if link else text, text)]
    for each in letters:
        if _WHOLE.match(each):
            return each
    if within := _ANY.findall(text.upper()):
        longest: str = max(within, key=len)
        if _WHOLE.match(longest):
            return longest
    raise Unreadable(say("code-before" if _BEFORE.search(letters[0]) else "code-none"))


def bounded(replica: Replica, copy: int = 0) -> Replica:
    """Returns a copy of a score that fits into a QR code with room for later entries.

    If needed, it forgets the counters of phones that wrote none of its values; ``copy``: its own
    id. Raises ``TooLong`` if the code still has more than ``MOST_TAKEN`` characters.
    """
    for each in (replica, replica.without_silent(copy)):
        with suppress(TooLong):
            if len(encode(each)) <= MOST_TAKEN:
                return each
    raise TooLong


# ── game and layout of the sheet ───────────────────────────────────────────────────────


def _game(slug: Any, layout: Any) -> Game:
    game = find_game(slug) if slug in games() else None
    if game is None or game.stage == "draft" or not game.sheet.sections:
        raise Unreadable(say("code-no-game"))
    if layout != _layout(slug):
        raise Unreadable(say("code-other-version", game=game.name))
    return game


@cache
def _layout(slug: str) -> int:
    """Returns a hash of the order and types of all cells of a sheet of the game ``slug``.

    A QR code with a sheet contains it, and is read only by a version of the app with the same hash.
    """
    game = find_game(slug)
    description = [
        f"{holder} {path} {cell.kind} {cell.least} {cell.length} {[o.id for o in cell.options]}"
        for holder in replicas.holders(game)
        for path, (_, cell) in _cells(slug, holder).items()
    ]
    return int.from_bytes(sha256("\n".join(description).encode()).digest()[:2])


@cache
def _cells(slug: str, holder: str) -> dict[str, tuple[int, Cell]]:
    """Returns the cells of a seat, by path, as pairs of position in a QR code and the cell itself.

    ``slug``: the game's. ``holder``: the seat's id, or that of a shared part such as ``table``. The
    paths lack this id.
    """
    sheet = find_game(slug).sheet
    if holder == SEATS:
        seats = [f"p{n}" for n in range(1, sheet.most_seats + 1)]
        own = [(f"{seat}/{field.id}", field.cell) for seat in seats for field in OWN]
        listed = [*((seat, Cell("flag")) for seat in seats), *own]
    else:
        fields = sheet.fields_of(holder).values()
        elsewhere = {*replicas.OWN_FIELDS, *(PROOFS if holder == "play" else ())}
        fields_here = [field for field in fields if field.id not in elsewhere]
        listed = [("/".join(path), f.cell) for f in fields_here for path in f.paths()]
    return {path: (at, cell) for at, (path, cell) in enumerate(listed)}


# ── both directions ────────────────────────────────────────────────────────────────────


def _text(replica: Replica) -> bytes:
    """Returns a copy of a score as JSON for a QR code: game, uid, ids of phones' copies, cells.

    The cells are in a list for each seat and shared part, 0 for one that is unknown.
    """
    game = find_game(replica.game)
    ids = sorted({copy for part in replica.parts.values() for copy in part.seen})
    ended = (replica.finished - EPOCH) // timedelta(minutes=1) if replica.finished else 0
    plain = [
        replica.game,
        _layout(replica.game),
        replica.uid.hex,
        int(replica.table),
        int(replica.screens),
        min(max(ended, 0), MOST_MINUTES),
        ids,
        [
            _plain_part(replica.game, holder, replica.parts[holder], ids)
            if holder in replica.parts
            else 0
            for holder in replicas.holders(game)
        ],
    ]
    return json.dumps(plain, separators=(",", ":"), ensure_ascii=False).encode()


def _plain_part(slug: str, holder: str, part: Part, ids: list[int]) -> list[list[Any]]:
    cells = _cells(slug, holder)
    coded = [
        (cells[path][0], version, _short(cells[path][1], value))
        for path, register in part.registers.items()
        if path in cells
        for version, values in register.items()
        for value in values
        if _holds(cells[path][1], value)
    ]
    coded.sort(key=itemgetter(0, 1))
    versions = sorted({version for _, version, _ in coded})
    index = {version: n for n, version in enumerate(versions)}
    # - for each of ``ids``, of copies, the number of its writes that are included, 0 for none
    # - the versions of the values, each as the index of its id and its number
    # - for each value, the number of cells from that of the value before
    # - for each value, the index of its version
    # - the values
    return [
        [part.seen.get(copy, 0) for copy in ids],
        [[ids.index(version.copy), version.time] for version in versions],
        [at - before for before, at in pairwise([-1, *(at for at, _, _ in coded)])],
        [index[version] for _, version, _ in coded],
        [value for _, _, value in coded],
    ]


def _replica(plain: Any) -> Replica:
    """Returns the copy of a score in ``plain``, a QR code's JSON.

    Raises ``ValueError`` or another of the errors ``_STRANGE`` if it is invalid.
    """
    slug, layout, uid, table, screens, ended, ids, parts = plain
    game = _game(slug, layout)
    for copy in ids:
        _whole(copy, 0, MOST_ID)
    found = {
        holder: _part(slug, holder, part, ids)
        for holder, part in zip(replicas.holders(game), parts, strict=True)
        if part
    }
    finished = EPOCH + timedelta(minutes=_whole(ended, 0, MOST_MINUTES)) if ended else None
    return Replica(UUID(hex=uid), slug, found, bool(table), bool(screens), finished)


def _part(slug: str, holder: str, plain: Any, ids: list[int]) -> Part:
    counters, stamps, steps, by, values = plain
    pairs = zip(ids, counters, strict=True)
    seen = {copy: _whole(time, 1, MOST_TIME) for copy, time in pairs if time}
    versions = [Version(ids[at], _whole(time, 1, seen[ids[at]])) for at, time in stamps]
    cells, at = [(path, cell) for path, (_, cell) in _cells(slug, holder).items()], -1
    registers: dict[str, dict[Version, tuple[Value | None, ...]]] = {}
    for step, version, short in zip(steps, by, values, strict=True):
        at += step
        path, cell = cells[at]
        register, stamp = registers.setdefault(path, {}), versions[version]
        register[stamp] = (*register.get(stamp, ()), _value(cell, short))
    return Part(seen, registers)


def _whole(value: Any, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise ValueError
    return value


def _short(cell: Cell, value: Value | None) -> Value | None:
    """Returns a cell's value as a QR code has it: 1 for a tick, the index of an option.

    Other values, and ``None`` for a blank, stay as they are.
    """
    if value is None or cell.kind not in ("flag", "choice"):
        return value
    return 1 if cell.kind == "flag" else [option.id for option in cell.options].index(str(value))


def _value(cell: Cell, short: Any) -> Value | None:
    """Returns a cell's value from ``short``, as a QR code has it: 1 for a tick, an option's index.

    Raises ``ValueError`` if the cell cannot hold it.
    """
    value: Value | None = short
    if short is not None and cell.kind in ("flag", "choice"):
        value = True if cell.kind == "flag" else cell.options[short].id
    if not _holds(cell, value):
        raise ValueError
    return value


def _holds(cell: Cell, value: Any) -> bool:
    try:
        read = cell.read(value)
    except NotReadable:
        return False
    return type(read) is type(value) and bool(read == value)

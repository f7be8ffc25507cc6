"""Encodes a replica (a phone's copy of a score) as text that fits into one QR code.

The game's sheet defines order and type of the cells; the code has only cells that were filled in,
and no names of cells. Both phones need the same version of the sheet, see
``docs/decisions/0026-sync-by-qr-codes.md``.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from hashlib import sha256
from string import ascii_uppercase, digits
from uuid import UUID

from companion.messages import say
from companion.sync import replica as replicas
from companion.sync.arithmetic_coding import Broken, Coder, Reader, Writer, number, one_of, plain
from companion.sync.replica import Part, Register, Replica, Version
from scoring import game as find_game
from scoring import games
from scoring.game import Game
from scoring.model.cells import SEAT, Cell
from scoring.model.fields import Field
from scoring.model.hex_grid import SIDES, SPOT
from scoring.model.sheet_fields import OWN, SEATS
from scoring.model.validation import Unreadable as NotReadable
from scoring.model.validation import Value
from scoring.text.localised import Text

VERSION = "A"
"""First and last letter of a code.

It ends with a letter, since chats cut off other signs at the end of a link.
"""

LETTERS = digits + ascii_uppercase
MOST_LETTERS = 4000
"""Maximum characters of a code; one QR code holds 4,296 alphanumeric characters."""
MOST_COPIES, MOST_STAMPS, MOST_VALUES = 32, 16, 8
MOST_TIME = 1 << 30
SUM = 4
MARK = 16
"""Bits of the hashes that identify a game and its sheet's layout."""

EPOCH = datetime(2020, 1, 1, tzinfo=UTC)
MINUTES = 26

_SPACE = re.compile(r"\s+")
_WHOLE = re.compile(f"{VERSION}[0-9A-Z]{{8,{MOST_LETTERS}}}{VERSION}\\Z")
_ANY = re.compile(f"{VERSION}[0-9A-Z]{{8,}}{VERSION}")


class Unreadable(ValueError):
    """Raised for a text without a code that can be read here; ``message`` gives the reason."""

    def __init__(self, message: Text) -> None:
        super().__init__(message.en)
        self.message = message


class TooLong(ValueError):
    """Raised if a replica has more cells than fit into one code."""


# ── letters ────────────────────────────────────────────────────────────────────────────


def encode(replica: Replica) -> str:
    """Encodes a replica as a code of letters and digits. Raises ``TooLong`` if it does not fit."""
    game = find_game(replica.game)
    writer = Writer()
    _head(writer, game)
    try:
        _code_replica(writer, game, replica)
    except Broken:
        raise TooLong from None
    data = writer.done()
    data += zlib.crc32(data).to_bytes(SUM)
    value, code = int.from_bytes(b"\1" + data), ""
    while value:
        value, digit = divmod(value, len(LETTERS))
        code = LETTERS[digit] + code
    if len(code) + 2 > MOST_LETTERS:
        raise TooLong
    return f"{VERSION}{code}{VERSION}"


def decode(text: str) -> Replica:
    """Decodes the replica from a text with a code, such as a link. Raises ``Unreadable``."""
    code = found_in(text)
    value = 0
    for letter in code[1:-1]:
        value = value * len(LETTERS) + LETTERS.index(letter)
    data = value.to_bytes((value.bit_length() + 7) // 8)
    data, total = data[1:-SUM], data[-SUM:]
    if zlib.crc32(data).to_bytes(SUM) != total:
        raise Unreadable(say("code-broken"))
    try:
        reader = Reader(data)
        game = _game(reader)
        known = _code_replica(reader, game)
    except Broken:
        raise Unreadable(say("code-broken")) from None
    if encode(known) != code:
        raise Unreadable(say("code-broken"))
    return known


def found_in(text: str) -> str:
    """Returns the code of a sheet within pasted or scanned text. Raises ``Unreadable``."""
    if len(text) > 4 * MOST_LETTERS:
        raise Unreadable(say("code-too-long"))
    _, link, after = text.rpartition("#")
    for each in (after if link else text, text):
        if _WHOLE.match(plain_letters := _SPACE.sub("", each).upper()):
            return plain_letters
    if within := _ANY.findall(text.upper()):
        longest: str = max(within, key=len)
        if _WHOLE.match(longest):
            return longest
    raise Unreadable(say("code-none"))


# ── game and layout of the sheet ───────────────────────────────────────────────────────


def _head(coder: Coder, game: Game) -> None:
    plain(coder, MARK, _mark(game.slug))
    plain(coder, MARK, _layout(game.slug))


def _game(reader: Reader) -> Game:
    mark, layout = plain(reader, MARK), plain(reader, MARK)
    slug = next((slug for slug in games() if _mark(slug) == mark), None)
    if slug is None:
        raise Unreadable(say("code-no-game"))
    game = find_game(slug)
    if game.stage == "draft" or not game.sheet.sections:
        raise Unreadable(say("code-no-game"))
    if _layout(slug) != layout:
        raise Unreadable(say("code-other-version", game=game.name))
    return game


def _mark(words: str) -> int:
    return int.from_bytes(sha256(words.encode()).digest()[: MARK // 8])


@cache
def _layout(slug: str) -> int:
    """Returns a hash of the order and types of all cells of a game's sheet.

    A code can be read only by a version of the app with the same hash.
    """
    game = find_game(slug)
    description = [f"{game.sheet.most_seats}"]
    for holder in replicas.holders(game):
        for field in _fields(game, holder):
            cell = field.cell
            options = " ".join(option.id for option in cell.options)
            paths = " ".join("/".join(path) for path in field.paths())
            description.append(f"{cell.kind} {cell.least} {cell.length} ({options}) {paths}")
    return _mark("\n".join(description))


def _fields(game: Game, holder: str) -> tuple[Field, ...]:
    sheet = game.sheet
    shared = {
        "table": sheet.table_fields,
        "play": sheet.play_fields,
        "rulings": sheet.ruling_fields,
    }
    names = {field.id for field in OWN}
    return tuple(f for f in shared.get(holder, sheet.fields).values() if f.id not in names)


# ── both directions ────────────────────────────────────────────────────────────────────
# Each function writes its argument, or reads and returns a value, so writing and reading agree.


@dataclass(frozen=True, slots=True)
class _ReplicaIds:
    """Ids of the replicas that wrote any cell of the score, sorted.

    ``last``: by id, the counter of that replica's last write.
    """

    ids: tuple[int, ...]
    last: Mapping[int, int]


def _code_replica(coder: Coder, game: Game, replica: Replica | None = None) -> Replica:
    uid = plain(coder, 128, replica.uid.int if replica else 0)
    table = bool(coder.bit("table", int(bool(replica and replica.table))))
    screens = bool(coder.bit("screens", int(bool(replica and replica.screens))))
    finished = _moment(coder, replica.finished if replica else None)
    copies = _code_replica_ids(coder, replica)
    parts = {}
    for holder in replicas.holders(game):
        if coder.bit(("there", _kind(holder)), int(bool(replica and holder in replica.parts))):
            part = replica.parts[holder] if replica else None
            parts[holder] = _part(coder, game, holder, copies, part)
    return Replica(UUID(int=uid), game.slug, parts, table, screens, finished)


def _kind(holder: str) -> str:
    return "seat" if SEAT.match(holder) else holder


def _moment(coder: Coder, moment: datetime | None) -> datetime | None:
    if not coder.bit("finished", int(moment is not None)):
        return None
    minutes = (moment - EPOCH) // timedelta(minutes=1) if moment else 0
    minutes = min(max(minutes, 0), (1 << MINUTES) - 1)
    return EPOCH + timedelta(minutes=plain(coder, MINUTES, minutes))


def _code_replica_ids(coder: Coder, replica: Replica | None) -> _ReplicaIds:
    last: dict[int, int] = {}
    for part in replica.parts.values() if replica else ():
        for copy, time in part.seen.items():
            last[copy] = max(time, last.get(copy, 0))
    ids = sorted(last)
    many = number(coder, "copies", len(ids))
    if many > MOST_COPIES:
        raise Broken
    last_by_id = {}
    for n in range(many):
        copy = plain(coder, 32, ids[n] if replica else 0)
        last_by_id[copy] = number(coder, "last", last[copy] if replica else 0)
        if last_by_id[copy] > MOST_TIME:
            raise Broken
    if len(last_by_id) != many:
        raise Broken
    return _ReplicaIds(tuple(sorted(last_by_id)), last_by_id)


def _part(
    coder: Coder, game: Game, holder: str, replica_ids: _ReplicaIds, part: Part | None
) -> Part:
    seen = {}
    for n, copy in enumerate(replica_ids.ids):
        if coder.bit(("sees", n), int(bool(part and copy in part.seen))):
            ago = replica_ids.last[copy] - part.seen[copy] if part else 0
            seen[copy] = replica_ids.last[copy] - number(coder, "ago", ago)
            if seen[copy] < 1:
                raise Broken
    registers: dict[str, Register] = {}
    holder_coder = _HolderCoder(coder, seen, part)
    if holder == SEATS:
        for n in range(1, game.sheet.most_seats + 1):
            holder_coder.cell(registers, f"p{n}", ("who plays",), Cell("flag"))
            for own in OWN:
                holder_coder.cell(registers, f"p{n}/{own.id}", ("who plays", own.id), own.cell)
        return Part(seen, registers)
    kind = _kind(holder)
    for field in _fields(game, holder):
        where = (kind, field.id)
        if coder.bit(("any", *where), holder_coder.any(f"{field.id}/", field.id)):
            for row, paths in _rows(field):
                if row and not coder.bit(("row", *where), holder_coder.any(f"{row}/")):
                    continue
                for path in paths:
                    holder_coder.cell(registers, path, where, field.cell)
    return Part(seen, registers)


def _rows(field: Field) -> Iterator[tuple[str, list[str]]]:
    """Yields the paths of a field's cells in groups, each after the prefix of its paths.

    A grid has a group per row; another field is one group, with the prefix "".
    """
    paths = ["/".join(path) for path in field.paths()]
    if not field.columns:
        yield "", paths
        return
    wide = len(field.columns)
    for at in range(0, len(paths), wide):
        yield paths[at].rpartition("/")[0], paths[at : at + wide]


class _HolderCoder:
    """Writes or reads the cells of one holder: a seat, or a shared part of the sheet."""

    def __init__(self, coder: Coder, seen: Mapping[int, int], part: Part | None) -> None:
        self.coder, self.seen, self.part = coder, seen, part
        self.replica_ids = tuple(sorted(seen))
        self.before = 0
        """Index of the replica that wrote the previous cell; mostly it wrote the next one too."""

    def any(self, beginning: str, whole: str = "") -> int:
        """Returns 1 if a cell to write has the path ``whole`` or one with this beginning, else 0.

        Always 0 for a reader, which has no cells yet.
        """
        registers = self.part.registers if self.part else {}
        return int(whole in registers or any(path.startswith(beginning) for path in registers))

    def cell(
        self, registers: dict[str, Register], path: str, where: tuple[str, ...], cell: Cell
    ) -> None:
        register = self.part.registers.get(path) if self.part else None
        if not self.coder.bit(("cell", *where), int(register is not None)):
            return
        coder = self.coder
        version_list = sorted(register) if register else []
        many = number(coder, "stamps", len(version_list) - 1) + 1
        if many > MOST_STAMPS or not self.replica_ids:
            raise Broken
        versions: dict[Version, tuple[Value | None, ...]] = {}
        for n in range(many):
            version = self.version(version_list[n] if register else None)
            values = register[version] if register else ()
            each = number(coder, "values", len(values) - 1) + 1
            if each > MOST_VALUES:
                raise Broken
            versions[version] = tuple(
                _value(coder, where, cell, values[at] if register else None) for at in range(each)
            )
            if not all(value is None or _holds(cell, value) for value in versions[version]):
                raise Broken
        registers[path] = versions

    def version(self, version: Version | None) -> Version:
        at = self.replica_ids.index(version.copy) if version else 0
        place = ("copy", len(self.replica_ids), self.before)
        self.before = at = one_of(self.coder, place, len(self.replica_ids), at)
        copy = self.replica_ids[at]
        ago = number(self.coder, ("age", at), self.seen[copy] - version.time if version else 0)
        if ago >= self.seen[copy]:
            raise Broken
        return Version(copy, self.seen[copy] - ago)


def _value(coder: Coder, where: tuple[str, ...], cell: Cell, value: Value | None) -> Value | None:
    if coder.bit("blank", int(value is None)):
        return None
    match cell.kind:
        case "flag":
            return True
        case "number":
            if cell.least < 0:
                return _signed(coder, where, int(value or 0))
            beyond = int(value) - cell.least if value is not None else 0
            return cell.least + number(coder, where, beyond)
        case "choice":
            ids = [option.id for option in cell.options]
            return ids[one_of(coder, where, len(ids), ids.index(str(value)) if value else 0)]
        case "spot":
            return _spot(coder, where, str(value or "0,0/0"))
        case "text":
            return _words(coder, where, cell.length, str(value or ""))


def _holds(cell: Cell, value: Value) -> bool:
    try:
        return cell.read(value) == value
    except NotReadable:
        return False


def _spot(coder: Coder, where: tuple[str, ...], value: str) -> str:
    read = SPOT.match(value)
    if read is None:
        raise Broken
    column, row, turn = map(int, read.groups())
    column = _signed(coder, (*where, "column"), column)
    row = _signed(coder, (*where, "row"), row)
    return f"{column},{row}/{one_of(coder, (*where, 'turn'), SIDES, turn)}"


def _signed(coder: Coder, place: tuple[str, ...], value: int) -> int:
    folded = number(coder, place, value * 2 if value >= 0 else -value * 2 - 1)
    return -(folded + 1 >> 1) if folded & 1 else folded >> 1


KANA = (0x3040, 192)
"""First code point of the hiragana and katakana blocks, and their joint length."""


def _words(coder: Coder, where: tuple[str, ...], length: int, value: str) -> str:
    text = ""
    before = 0
    for at in range(length + 1):
        if not coder.bit((*where, "more", min(at, 2)), int(at < len(value))):
            break
        if at == length:
            raise Broken
        letter = ord(value[at]) if value else 0
        kana = 0 <= letter - KANA[0] < KANA[1]
        kind = 0 if letter < 128 else 1 if kana else 2 if letter < 1 << 16 else 3
        kind = one_of(coder, (*where, "kind", before), 4, kind)
        if kind == 0:
            letter = one_of(coder, (*where, "ascii"), 128, letter)
        elif kind == 1:
            letter = KANA[0] + one_of(coder, (*where, "kana"), KANA[1], letter - KANA[0])
        else:
            letter = plain(coder, 16 if kind == 2 else 21, letter)
        before = kind
        try:
            text += chr(letter)
        except ValueError:
            raise Broken from None
    return text

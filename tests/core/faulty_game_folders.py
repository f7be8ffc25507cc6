"""Faults of one game's folder, made from a good one: a place, a change, and who must be named."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

HEADER = re.compile(r"\[\[?([\w.]+)\]\]?")
PAIR = re.compile(r"(\w+) = (.*)")
TEXT = re.compile(r'\{ en = "(.*)", ja = "(.*)" \}')


@dataclass(frozen=True)
class Fault:
    """``file`` with ``text`` in place of its own is wrong in ``line``, and ``named`` is said.

    ``text`` is ``None`` where the file is missing. ``where`` is the file that is to blame, if that
    is another one.
    """

    what: str
    file: str
    text: str | None
    line: int
    named: str = ""
    where: str = ""


def swapped(folder: Path, file: str, old: str, new: str, **more: object) -> Fault:
    """One place changed, which stands there once; the first line that differs is to blame."""
    text = (folder / file).read_text("utf-8")
    assert text.count(old) == 1, (file, old, text.count(old))
    changed = text.replace(old, new)
    pairs = enumerate(zip_longest(text.splitlines(), changed.splitlines()), 1)
    line = next(n for n, (a, b) in pairs if a != b)
    found = {"what": f"{file}: {old!r} -> {new!r}", "file": file, "text": changed, "line": line}
    return Fault(**(found | more))  # type: ignore[arg-type]


@dataclass(frozen=True)
class Line:
    """A line ``key = value`` of a file, with the header of its table and the table's id."""

    file: str
    number: int
    header: str
    header_line: int
    key: str
    value: str
    id: str


def lines(folder: Path, file: str) -> Iterator[Line]:
    """Each key of each kind of table once: the first that is met."""
    header, header_line, id_ = "", 0, ""
    met = set()
    for number, line in enumerate((folder / file).read_text("utf-8").splitlines(), 1):
        if found := HEADER.fullmatch(line):
            header, header_line, id_ = found[1], number, ""
        elif found := PAIR.match(line):
            if found[1] == "id":
                id_ = found[2].strip('"')
            if (header, found[1]) not in met:
                met.add((header, found[1]))
                yield Line(file, number, header, header_line, found[1], found[2], id_)


def generated(folder: Path, file: str) -> Iterator[Fault]:
    """Every key with a slip in it, left out, of another type, and in one language only."""
    text = (folder / file).read_text("utf-8")
    every = text.splitlines()

    def changed(line: Line, what: str, new: str | None, at: int | None = None) -> Fault:
        kept = [*every[: line.number - 1], *([] if new is None else [new]), *every[line.number :]]
        named = "" if line.key == "id" else line.id
        name = f"{file}: {line.header or 'top'}.{line.key} {what}"
        number = line.number if at is None else at
        return Fault(name, file, "\n".join(kept) + "\n", number, named)

    for line in lines(folder, file):
        if line.value in ("[", "{"):  # goes on over several lines
            yield changed(line, "with a slip", f"{line.key}x = {line.value}")
            continue
        yield changed(line, "with a slip", f"{line.key}x = {line.value}")
        if not OPTIONAL.match(f"{line.header}.{line.key}"):
            yield changed(line, "left out", None, line.header_line)
        if not line.header.startswith("expect"):
            yield changed(line, "of another type", f"{line.key} = {_other(line.value)}")
        if words := TEXT.fullmatch(line.value):
            yield changed(line, "without Japanese", f'{line.key} = {{ en = "{words[1]}" }}')
            empty = f'{line.key} = {{ en = "", ja = "{words[2]}" }}'
            yield changed(line, "with no words", empty)


OPTIONAL = re.compile(
    r"\.(aliases|settle|order|scope)|rule\.needs"
    r"|preset\.id|(fact|kind|source|rule)\.(?!id|name|many|note|type|needs|text).*"
    r"|entry\.(facts|see|about|scores)"
    r"|table\.settings|section\.(tracked|when)|section\.field\.(most_in_box|unique|most|length|decided|needed|optional|faces)"
    r"|step\.entry|phase\.(when|steps)"
    r"|(state|expect).*"
)
"""Keys that may be left out, or change which other error is found."""


def _other(value: str) -> str:
    return "3.5" if value.startswith(('"', "[", "{")) else '"words"'

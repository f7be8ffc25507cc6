"""What a sheet asks, as data: ``data/sheet.toml`` of a game, and the form of each calculator.

A field lists its rows by id, by kind or by their facts. Where a rule needs more than that, it names
a hook: a function of the catalogue, written in the game's folder.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from .catalogue import Catalogue, Entry
from .cells import MOST, Cell, Option
from .fields import KINDS, Field, Group, Kind, Note, Section, one_group
from .reading import Reader
from .text import EMPTY, Text

type Hook = Callable[[Catalogue], Any]
type Notes = Mapping[str | tuple[str, str], Note]

NUMBERS = ("count", "tally", "grid")


def read(
    top: Reader,
    key: str,
    catalogue: Catalogue,
    hooks: Mapping[str, Hook],
    known: Mapping[str, Field] | None = None,
) -> tuple[Section, ...]:
    """The sections under ``key`` of a file. Raises ``DataError``.

    A field ``{ use = "circled" }`` is the field of that id among ``known``: a calculator asks just
    what the game's sheet asks. A section with ``repeat = 6`` is there six times, ``{n}`` in its
    strings being its number.
    """
    builder = _Builder(catalogue, hooks, known or {})
    found: list[Section] = []
    for reader in top.repeated(key, "section", []):
        section = builder.section(reader)
        if section.id in {s.id for s in found}:
            raise reader.fail("repeated section id", "id")
        found.append(section)
    return tuple(found)


class _Builder:
    def __init__(
        self, catalogue: Catalogue, hooks: Mapping[str, Hook], known: Mapping[str, Field]
    ) -> None:
        self.catalogue, self.hooks, self.known = catalogue, hooks, known

    def section(self, reader: Reader) -> Section:
        id_ = reader.id()
        fields = tuple(map(self.field, reader.tables("field", f"{reader.label}: field")))
        found = Section(
            id_,
            self.label(reader, "label"),
            fields,
            reader.text("hint", EMPTY),
            reader.take("folded", bool, False),
            reader.take("tracked", bool, False),
            reader.take("when", str, ""),
            reader.take("unless", str, ""),
        )
        reader.done()
        return found

    def field(self, reader: Reader) -> Field:
        if "use" in reader.table:
            return self.used(reader)
        id_ = reader.id()
        kind = cast(Kind, reader.word("kind", KINDS))
        label = self.label(reader, "label")
        groups = self.groups(reader) if kind in ("pick", "tally", "grid") else ()
        columns = self.rows(reader, "columns") if kind == "grid" else ()
        cell = self.cell(reader, kind)
        found = Field(
            id_,
            label,
            kind,
            cell,
            groups,
            columns,
            reader.text("hint", EMPTY),
            reader.take("when", str, ""),
            reader.take("unique", bool, False),
            self.most_in_box(reader, groups),
            reader.take("decided", bool, False),
            reader.take("default", str, ""),
            self.hook(reader, "notes") if "notes" in reader.table else {},
        )
        if found.default and found.default not in {o.id for o in cell.options}:
            raise reader.fail(f"default {found.default!r} is not one of the options", "default")
        reader.done()
        return found

    def used(self, reader: Reader) -> Field:
        """A field of the game's own sheet; ``hint``, ``when`` and ``label`` may be other ones."""
        name = reader.take("use", str)
        if name not in self.known:
            raise reader.fail(f"use names {name!r}, which the game's sheet does not ask", "use")
        changes: dict[str, Any] = {}
        if "id" in reader.table:
            changes["id"] = reader.id()
        if "label" in reader.table:
            changes["label"] = self.label(reader, "label")
        if "hint" in reader.table:
            changes["hint"] = reader.text("hint")
        if "when" in reader.table:
            changes["when"] = reader.take("when", str)
        if "decided" in reader.table:
            changes["decided"] = reader.take("decided", bool)
        reader.done()
        return replace(self.known[name], **changes)

    def cell(self, reader: Reader, kind: Kind) -> Cell:
        if kind in NUMBERS:
            if kind == "grid" and reader.take("flags", bool, False):
                return Cell("flag")
            least, most = reader.take("least", int, 0), reader.take("most", int, MOST)
            return Cell("number", least, most, reader.take("open", bool, False))
        if kind == "choice":
            return Cell("choice", options=self.rows(reader, "options"))
        if kind == "pick" and "faces" in reader.table:
            return Cell("choice", options=self.rows(reader, "faces"))
        if kind == "script":
            return Cell("text", length=reader.take("length", int, 400))
        return Cell("flag")

    def label(self, reader: Reader, key: str) -> Text:
        """Words, or the id of the entry or kind that is called so."""
        if not isinstance(reader.table.get(key), str):
            return reader.text(key)
        name = reader.take(key, str)
        if name in self.catalogue:
            return self.catalogue.name(name)
        if name in self.catalogue.kinds:
            return self.catalogue.kinds[name].many
        raise reader.fail(f"{key} names {name!r}, which is no entry and no kind", key)

    def groups(self, reader: Reader) -> tuple[Group, ...]:
        if "groups" not in reader.table:
            return one_group(self.rows(reader, "rows"))
        if isinstance(reader.table["groups"], str):
            return tuple(self.hook(reader, "groups"))
        found = []
        for raw in reader.take("groups", list):
            group = reader.within("group", raw)
            label = self.label(group, "label")
            found.append(Group(label, self.rows(group, "rows")))
            group.done()
        return tuple(found)

    def rows(self, reader: Reader, key: str) -> tuple[Option, ...]:
        """Options from a list of ids, selections and options of the field's own, or from a hook."""
        if isinstance(reader.table.get(key), str):
            return tuple(self.hook(reader, key))
        found: list[Option] = []
        for each in reader.take(key, list):
            if isinstance(each, str):
                found.append(Option(each, self.entry(reader, key, each).name))
            elif isinstance(each, dict) and "kind" in each:
                entries = self.selected(reader.within(key, each))
                found += [Option(e.id, e.name) for e in entries]
            else:
                option = reader.within(key, each)
                id_ = str(option.take("id", str))
                option.label = f"{option.label} {id_}"
                found.append(Option(id_, self.label(option, "name")))
                option.done()
        if len({o.id for o in found}) < len(found):
            raise reader.fail(f"{key} has a row twice", key)
        return tuple(found)

    def selected(self, reader: Reader) -> Sequence[Entry]:
        """Entries of a kind, narrowed by their facts."""
        kind = reader.word("kind", tuple(self.catalogue.kinds))
        where = reader.take("where", dict, {})
        has, lacks = reader.strings("has", empty=True), reader.strings("lacks", empty=True)
        without = reader.strings("without", empty=True)
        for fact in (*where, *has, *lacks):
            if fact not in self.catalogue.facts:
                raise reader.fail(f"unknown fact {fact!r}", "rows")
        for id_ in without:
            self.entry(reader, "without", id_)
        reader.done()
        return [
            e
            for e in self.catalogue.of_kind(kind)
            if all(_is(e.facts.get(fact), value) for fact, value in where.items())
            and all(fact in e.facts for fact in has)
            and not any(fact in e.facts for fact in lacks)
            and e.id not in without
        ]

    def most_in_box(self, reader: Reader, groups: tuple[Group, ...]) -> dict[str, int] | None:
        """Row id to number, given as such or as the fact that says so."""
        given = reader.table.pop("most_in_box", None)
        if given is None:
            return None
        rows = [row.id for group in groups for row in group.rows]
        if isinstance(given, str) and all(given in self.catalogue[row].facts for row in rows):
            return {row: int(self.catalogue[row].facts[given]) for row in rows}
        if isinstance(given, dict) and all(type(n) is int for n in given.values()):
            if strange := sorted(set(given) - set(rows)):
                raise reader.fail(f"most_in_box names {strange[0]!r}, no row", "most_in_box")
            return given
        raise reader.fail("most_in_box should be a fact or a table of numbers", "most_in_box")

    def hook(self, reader: Reader, key: str) -> Any:
        name = reader.take(key, str)
        if name not in self.hooks:
            raise reader.fail(f"{key} names the hook {name!r}, which the game does not have", key)
        return self.hooks[name](self.catalogue)

    def entry(self, reader: Reader, key: str, id_: str) -> Entry:
        if id_ not in self.catalogue:
            raise reader.fail(f"{key} names {id_!r}, which is no entry", key)
        return self.catalogue[id_]


def _is(held: Any, wanted: Any) -> bool:
    return held == wanted or (isinstance(held, tuple) and wanted in held)

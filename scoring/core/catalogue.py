"""The box, as data: every card, tile, rule and ruling of one game, read from TOML.

Loading is strict. Whatever a reader would stumble over stops it, naming file and id.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from . import words
from .cells import Option
from .reading import Reader, Translations, read_file
from .status import CONFIDENCES, STATUSES, Confidence, Status
from .text import SOURCE_LANGUAGES, Text
from .words import Words

FACT_TYPES = ("number", "flag", "word", "words", "pieces", "text", "entry", "entries", "letters")
NO_ENTRIES = ("game.toml", "sheet.toml", "course.toml")
"""Files of the data folder that hold something else than entries."""
STAGES = ("draft", "partial", "complete")
ACCENTS = ("moss", "ember", "lake", "plum", "ochre", "rose", "slate")

_CITE = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")
_OPTION = re.compile(r"[a-z0-9_]+\Z")
_KANA = re.compile(r"[ぁ-ゖー0-9a-z ]+\Z")
_ROMAJI = re.compile(r"[ -~]+\Z")


@dataclass(frozen=True, slots=True)
class Source:
    """Where facts come from; entries cite it by id."""

    id: str
    name: Text
    note: Text


@dataclass(frozen=True, slots=True)
class Kind:
    """A family of entries, for example winter tiles."""

    id: str
    name: Text
    many: Text


@dataclass(frozen=True, slots=True)
class FactKind:
    """One row that a fact table may have: its label and the type of its values.

    ``words`` are the values of ``word`` and ``words``, and what each letter of ``letters`` means.
    """

    id: str
    name: Text
    type: str
    words: Mapping[str, Text]


@dataclass(frozen=True, slots=True)
class RuleWord:
    """A word of the closed scoring vocabulary, and the keys that go with it by name.

    What a key is called is a message, ``key-<key>``, of the game or of the core.
    """

    id: str
    needs: Mapping[str, Text]
    text: Text


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of rulings; the first of a game is its default."""

    id: str
    name: Text
    text: Text


@dataclass(frozen=True, slots=True)
class Scores:
    """What an entry scores: a rule word and its numbers, as the data give them."""

    rule: str
    numbers: Mapping[str, Any]

    def __getitem__(self, key: str) -> Any:
        return self.numbers[key]


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that a player may look up. ``id`` is permanent and unique in its game."""

    id: str
    kind: str
    name: Text
    text: Text
    kana: str
    romaji: str
    body: tuple[Text, ...] = ()
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    facts: Mapping[str, Any] = field(default_factory=dict)
    scores: tuple[Scores, ...] = ()
    see: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    status: Status = "stated"
    confidence: Confidence = "high"
    ours: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    presets: Mapping[str, str] = field(default_factory=dict)

    def scoring(self, rule: str) -> Scores | None:
        """What this entry scores under ``rule``, if it does."""
        return next((s for s in self.scores if s.rule == rule), None)

    def option(self, option: str) -> Option:
        """The option of that id. Raises ``KeyError``."""
        for candidate in self.options:
            if candidate.id == option:
                return candidate
        raise KeyError(option)


@dataclass(frozen=True, slots=True)
class Box:
    """What the lid of the box says; readable without scorer, solver or entries."""

    slug: str
    name: Text
    kana: str
    romaji: str
    aliases: Mapping[str, tuple[str, ...]]
    players: tuple[int, int]
    stage: str
    accent: str
    intro: Text
    year: int | None
    designers: tuple[str, ...]
    bgg: int | None


@dataclass(frozen=True, eq=False)
class Catalogue(Mapping[str, Entry]):
    """All entries of a game by id, in the order of their kinds, with what they refer to.

    A catalogue equals only itself, so that what a game reads off it can be cached by it.
    """

    box: Box
    sources: Mapping[str, Source]
    kinds: Mapping[str, Kind]
    facts: Mapping[str, FactKind]
    rules: Mapping[str, RuleWord]
    presets: Mapping[str, Preset]
    entries: Mapping[str, Entry]

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)

    def __getitem__(self, key: str) -> Entry:
        return self.entries[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def of_kind(self, *kinds: str) -> tuple[Entry, ...]:
        """The entries of these kinds, kind by kind as named, in the data's order."""
        return tuple(e for kind in kinds for e in self.entries.values() if e.kind == kind)

    def name(self, entry: str) -> Text:
        return self.entries[entry].name

    def rulings(self) -> tuple[Entry, ...]:
        """The questions that a table may answer for itself."""
        return tuple(e for e in self.entries.values() if e.options)


def read_box(folder: Path) -> Box:
    """The lid of the game in ``folder``: its ``game.toml``. Raises ``DataError``."""
    translations = Translations(folder.parent / "words")
    return _box(read_file(folder / "game.toml", "game.toml", translations), folder.parent.name)


def load(folder: Path, translations: Translations | None = None) -> Catalogue:
    """The catalogue in ``folder``: ``game.toml`` and every file beside it that has entries.

    Raises ``DataError`` on a missing language, a dangling citation or reference, a repeated id,
    and any word that ``game.toml`` does not declare.
    """
    translations = translations or Translations(folder.parent / "words")
    top = read_file(folder / "game.toml", "game.toml", translations)
    box = _box(top, folder.parent.name)
    sources = _named(
        top, "source", lambda r: Source(r.id(_CITE, "a short word"), r.text("name"), r.text("note"))
    )
    kinds = _named(top, "kind", lambda r: Kind(r.id(), r.text("name"), r.text("many")))
    facts = _named(top, "fact", _fact_kind)
    say = words.at(folder.parent)
    rules = _named(top, "rule", lambda r: _rule_word(r, say))
    presets = _named(top, "preset", lambda r: Preset(r.id(), r.text("name"), r.text("text")))
    top.done()

    loader = _Loader(sources, kinds, facts, rules, presets)
    for path in sorted(folder.glob("*.toml")):
        if path.name not in NO_ENTRIES:
            file = read_file(path, path.name, translations)
            for reader in file.tables("entry", "", []):
                loader.take(reader)
            file.done()
    loader.check_references()
    order = {kind: n for n, kind in enumerate(kinds)}
    entries = dict(sorted(loader.entries.items(), key=lambda pair: order[pair[1].kind]))
    return Catalogue(box, sources, kinds, facts, rules, presets, entries)


# ── reading ────────────────────────────────────────────────────────────────────────────


def _box(top: Reader, slug: str) -> Box:
    if top.take("slug", str) != slug:
        raise top.fail(f"slug should be {slug!r}, the folder's name", "slug")
    players = top.take("players", dict)
    numbers = [players.get(key) for key in ("min", "max")]
    if len(players) != 2 or any(type(n) is not int for n in numbers):
        raise top.fail("players should be { min, max }", "players")
    if not 1 <= players["min"] <= players["max"]:
        raise top.fail("players should be { min, max }", "players")
    return Box(
        slug,
        top.text("name"),
        top.pattern("kana", _KANA, "hiragana"),
        top.pattern("romaji", _ROMAJI, "romaji"),
        top.aliases(),
        (players["min"], players["max"]),
        top.word("stage", STAGES),
        top.word("accent", ACCENTS),
        top.text("intro"),
        top.take("year", int, None),
        top.strings("designers", empty=True),
        top.take("bgg", int, None),
    )


def _named[T: (Source, Kind, FactKind, RuleWord, Preset)](
    top: Reader, table: str, read: Callable[[Reader], T]
) -> dict[str, T]:
    found: dict[str, T] = {}
    for reader in top.tables(table, table, []):
        value = read(reader)
        reader.done()
        if value.id in found:
            raise reader.fail(f"repeated {table} id")
        found[value.id] = value
    return found


def _fact_kind(reader: Reader) -> FactKind:
    id_ = reader.id()
    name, type_ = reader.text("name"), reader.word("type", FACT_TYPES)
    known = {
        word: reader.as_text(f"words.{word}", table)
        for word, table in reader.take("words", dict, {}).items()
    }
    if bool(known) != (type_ in ("word", "words", "letters")):
        raise reader.fail("words go with the types word, words and letters, and only there")
    return FactKind(id_, name, type_, known)


def _rule_word(reader: Reader, say: Words) -> RuleWord:
    id_, needs = reader.id(), reader.strings("needs", empty=True)
    for key in needs:
        if f"key-{key}" not in say:
            raise reader.fail(f"needs {key!r}, but words/ has no message key-{key}", "needs")
    return RuleWord(id_, {key: say(f"key-{key}") for key in needs}, reader.text("text"))


class _Loader:
    def __init__(
        self,
        sources: Mapping[str, Source],
        kinds: Mapping[str, Kind],
        facts: Mapping[str, FactKind],
        rules: Mapping[str, RuleWord],
        presets: Mapping[str, Preset],
    ) -> None:
        self.sources, self.kinds, self.facts = sources, kinds, facts
        self.rules, self.presets = rules, presets
        self.entries: dict[str, Entry] = {}
        self.readers: dict[str, Reader] = {}

    def take(self, reader: Reader) -> None:
        id_ = reader.id()
        if id_ in self.entries:
            first = self.readers[id_].file
            raise reader.fail(f"repeated id, first used in {first}", "id")
        options = tuple(self._option(reader, table) for table in reader.take("options", list, []))
        if len({o.id for o in options}) < len(options):
            raise reader.fail("repeated option id")
        entry = Entry(
            id=id_,
            kind=reader.word("kind", tuple(self.kinds)),
            name=reader.text("name"),
            text=reader.text("text"),
            kana=reader.pattern("kana", _KANA, "hiragana"),
            romaji=reader.pattern("romaji", _ROMAJI, "romaji"),
            body=reader.texts("body"),
            aliases=reader.aliases(),
            facts={
                key: self._fact(reader, key, value)
                for key, value in reader.take("facts", dict, {}).items()
            },
            scores=tuple(self._scores(reader, table) for table in reader.take("scores", list, [])),
            see=reader.strings("see", empty=True),
            about=reader.strings("about", empty=True),
            cites=self._cites(reader, reader.strings("cites")),
            status=cast(Status, reader.word("status", STATUSES)),
            confidence=cast(Confidence, reader.word("confidence", CONFIDENCES)),
            ours=reader.strings("ours", empty=True),
            options=options,
            presets=self._presets(reader, options),
        )
        if not set(entry.ours) <= set(SOURCE_LANGUAGES):
            raise reader.fail("ours names languages")
        reader.done()
        self.entries[id_], self.readers[id_] = entry, reader

    def _cites(self, reader: Reader, cites: tuple[str, ...]) -> tuple[str, ...]:
        for cite in cites:
            if cite not in self.sources:
                raise reader.fail(f"cites {cite!r}, which is no source of game.toml", "cites")
        return cites

    def _option(self, reader: Reader, table: object) -> Option:
        option = reader.within("option", table)
        id_ = option.id(_OPTION, "a word or a number")
        cites = self._cites(option, option.strings("cites", empty=True))
        found = Option(id_, option.text("name"), cites)
        option.done()
        return found

    def _presets(self, reader: Reader, options: tuple[Option, ...]) -> dict[str, str]:
        default = reader.take("default", str, None)
        presets = reader.take("presets", dict, {})
        if default is not None:
            presets = {"": default}
        if not options:
            if presets:
                raise reader.fail("a preset needs options")
            return {}
        wanted = set(self.presets) or {""}
        if set(presets) != wanted:
            raise reader.fail(f"presets should name exactly {', '.join(sorted(wanted))}", "presets")
        for option in presets.values():
            if option not in [o.id for o in options]:
                raise reader.fail(f"preset {option!r} is not one of the options", "presets")
        return dict(presets)

    def _scores(self, reader: Reader, table: object) -> Scores:
        part = reader.within("scores", table)
        rule = part.take("rule", str)
        if rule not in self.rules:
            raise part.fail(f"unknown rule word {rule!r}", "scores")
        missing = set(self.rules[rule].needs) ^ set(part.table)
        if missing:
            needs = ", ".join(self.rules[rule].needs)
            raise part.fail(f"rule {rule!r} needs exactly {needs}", "scores")
        return Scores(rule, part.table)

    def _fact(self, reader: Reader, key: str, value: Any) -> Any:
        if key not in self.facts:
            raise reader.fail(f"unknown fact {key!r}", "facts")
        fact, ok = self.facts[key], False
        match fact.type:
            case "text":
                return reader.as_text(key, value)
            case "number":
                ok = isinstance(value, int) and not isinstance(value, bool)
            case "flag":
                ok = value is True
            case "word":
                ok = value in list(fact.words)
            case "words":
                ok = isinstance(value, list) and all(v in list(fact.words) for v in value)
            case "pieces":
                ok = isinstance(value, dict) and all(type(v) is int for v in value.values())
            case "entry":
                ok = isinstance(value, str)
            case "entries":
                ok = isinstance(value, list) and all(isinstance(v, str) for v in value)
            case "letters":
                ok = isinstance(value, str) and bool(value) and set(value) <= set(fact.words)
        if not ok:
            raise reader.fail(f"fact {key}: {value!r} is no {fact.type}", "facts")
        return tuple(value) if isinstance(value, list) else value

    def check_references(self) -> None:
        for entry in self.entries.values():
            for where, id_ in self._references(entry):
                if not isinstance(id_, str) or id_ not in self.entries:
                    reader = self.readers[entry.id]
                    key = where.split()[0].replace("fact", "facts")
                    raise reader.fail(f"{where} names {id_!r}, which is no entry", key)

    def _references(self, entry: Entry) -> Iterator[tuple[str, str]]:
        yield from (("see", id_) for id_ in entry.see)
        yield from (("about", id_) for id_ in entry.about)
        for key, value in entry.facts.items():
            match self.facts[key].type:
                case "pieces" | "entries":
                    yield from ((f"fact {key}", id_) for id_ in value)
                case "entry":
                    yield f"fact {key}", value
        for part in entry.scores:
            for key in ("pieces", "among", "accepts", "of"):
                named = part.numbers.get(key, ())
                for id_ in named if isinstance(named, list | dict | tuple) else [named]:
                    yield f"scores {key}", id_

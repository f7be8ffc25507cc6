"""Reads a game's catalogue from the TOML files in its ``data/`` folder.

Loading is strict: any inconsistency raises an error that names file and id.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from scoring.loading.toml_reader import Reader, Translations, read_file
from scoring.model.catalogue import (
    Box,
    Catalogue,
    Entry,
    FactKind,
    Kind,
    Preset,
    RuleWord,
    Scores,
    Source,
    Vocabulary,
)
from scoring.model.cells import Option
from scoring.model.status import CONFIDENCES, STATUSES, Confidence, Status
from scoring.text import messages
from scoring.text.data_error import listed, suggestion
from scoring.text.localised import SOURCE_LANGUAGES
from scoring.text.messages import Words

FACT_TYPES = ("number", "flag", "word", "words", "pieces", "text", "entry", "entries", "letters")


VOCABULARY = "vocabulary.toml"
"""Optional file of words that players use for things which the box calls otherwise."""


QUESTIONS = "player_questions.toml"
"""Optional file of questions in players' words, each with the entry that answers it."""


NO_ENTRIES = ("game.toml", "sheet.toml", "phases.toml", "tutorial.toml", VOCABULARY, QUESTIONS)
"""Files in the data folder that contain no entries."""


SPRITE = "icons.svg"


MOST_PLAYERS = 9
"""Maximum number of players of any game: the ids of seats are p1 to p9."""


STAGES = ("draft", "partial", "complete")


ACCENTS = ("moss", "ember", "lake", "plum", "ochre", "rose", "slate")


NAMES_ENTRIES = ("pieces", "among", "accepts", "of")
"""Keys in an entry's ``scores`` whose values are ids of other entries."""


CITE = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")


OPTION = re.compile(r"[a-z0-9_]+\Z")


KANA = re.compile(r"[ぁ-ゖー0-9a-z ]+\Z")


ROMAJI = re.compile(r"[ -~]+\Z")


def read_box(folder: Path) -> Box:
    """Reads a game's name, players and the like, only from ``game.toml``. Raises ``DataError``.

    ``folder``: the game's ``data/`` folder.
    """
    translations = Translations(folder.parent / "words")
    return _box(read_file(folder / "game.toml", "game.toml", translations), folder.parent.name)


def load(folder: Path, translations: Translations | None = None) -> Catalogue:
    """Reads ``game.toml`` and every file with entries in the data folder of a game.

    Raises ``DataError`` for a missing language, a citation or reference to nothing, a repeated id,
    and any word that ``game.toml`` does not declare.
    """
    translations = translations or Translations(folder.parent / "words")
    top = read_file(folder / "game.toml", "game.toml", translations)
    box = _box(top, folder.parent.name)
    sources = _named(
        top, "source", lambda r: Source(r.id(CITE, "a short word"), r.text("name"), r.text("note"))
    )
    kinds = _named(top, "kind", lambda r: Kind(r.id(), r.text("name"), r.text("many")))
    facts = _named(top, "fact", _fact_kind)
    say = messages.at(folder.parent)
    rules = _named(top, "rule", lambda r: _rule_word(r, say))
    presets = _named(top, "preset", lambda r: Preset(r.id(), r.text("name"), r.text("text")))
    moved: dict[str, str] = top.take("moved", dict, {})
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
    symbols = _symbols(folder.parent / SPRITE)
    vocabulary = _vocabulary(folder / VOCABULARY, tuple(kinds), translations)
    asked = _player_questions(folder / QUESTIONS, entries, translations)
    for old, new in moved.items():
        if old in entries or new not in entries:
            raise top.fail(f"{old} should be no entry, and {new} be one", "moved", old)
    return Catalogue(
        box, sources, kinds, facts, rules, presets, entries, symbols, vocabulary, asked, moved
    )


def _symbols(sprite: Path) -> tuple[str, ...]:
    drawn = sprite.read_text("utf-8") if sprite.is_file() else ""
    return tuple(re.findall(r'<symbol\b[^>]*\bid="([^"]+)"', drawn))


def _box(top: Reader, slug: str) -> Box:
    if top.take("slug", str) != slug:
        raise top.fail(f"slug should be {slug!r}, the folder's name", "slug")
    players = top.take("players", dict)
    wanted = f"players should be {{ min = …, max = … }}, at least 1 and at most {MOST_PLAYERS}"
    if set(players) != {"min", "max"} or any(type(n) is not int for n in players.values()):
        raise top.fail(wanted, "players")
    if not 1 <= players["min"] <= players["max"] <= MOST_PLAYERS:
        raise top.fail(wanted, "players")
    return Box(
        slug,
        top.text("name"),
        top.pattern("kana", KANA, "hiragana"),
        top.pattern("romaji", ROMAJI, "romaji"),
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
            raise reader.fail(f"repeated {table} id", "id")
        found[value.id] = value
    return found


def _fact_kind(reader: Reader) -> FactKind:
    id_ = reader.id()
    name, type_ = reader.text("name"), reader.word("type", FACT_TYPES)
    known = {
        word: reader.as_text(f"words.{word}", table, "words", word)
        for word, table in reader.take("words", dict, {}).items()
    }
    if bool(known) != (type_ in ("word", "words", "letters")):
        problem = "words go with the types word, words and letters, and only there"
        raise reader.fail(problem, "words" if known else "type")
    return FactKind(id_, name, type_, known)


def _vocabulary(path: Path, kinds: tuple[str, ...], translations: Translations) -> Vocabulary:
    if not path.is_file():
        return Vocabulary()
    file = read_file(path, path.name, translations)
    same: list[tuple[str, ...]] = []
    for reader in file.tables("same", "same", []):
        same.append(reader.strings("words"))
        reader.done()
        if len(set(same[-1])) < 2:
            raise reader.fail("words should be at least two that mean the same", "words")
    called: dict[str, tuple[str, ...]] = {}
    for reader in file.tables("kind", "kind", []):
        kind = reader.word("id", kinds)
        called[kind] = reader.strings("words")
        reader.done()
    file.done()
    return Vocabulary(tuple(same), called)


def _player_questions(
    path: Path, entries: Mapping[str, Entry], translations: Translations
) -> dict[str, dict[str, tuple[str, ...]]]:
    if not path.is_file():
        return {}
    file = read_file(path, path.name, translations)
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for reader in file.tables("asked", "asked", []):
        id_ = reader.id()
        if id_ in found:
            raise reader.fail("is asked about twice: join the two lists", "id")
        if id_ not in entries:
            raise reader.fail(f"no entry {id_!r}{suggestion(id_, entries)}", "id")
        found[id_] = {language: reader.strings(language) for language in SOURCE_LANGUAGES}
        if not all(found[id_].values()):
            raise reader.fail("should be asked at least once in each language", "id")
        reader.done()
    file.done()
    return found


def _rule_word(reader: Reader, say: Words) -> RuleWord:
    id_, needs = reader.id(), reader.strings("needs", empty=True)
    for n, key in enumerate(needs):
        if f"key-{key}" not in say:
            problem = f"needs {key!r}, but words/ has no message key-{key}: write one"
            raise reader.fail(problem, "needs", n)
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
            first = self.readers[id_]
            where = f"{first.file}:{first.line('id')}"
            raise reader.fail(f"repeated id, first used in {where}", "id")
        options: list[Option] = []
        for n, table in enumerate(reader.take("options", list, [])):
            options.append(self._option(reader, table, n))
            if options[-1].id in {o.id for o in options[:-1]}:
                raise reader.fail(f"repeated option id {options[-1].id!r}", "options", n)
        entry = Entry(
            id=id_,
            kind=reader.word("kind", tuple(self.kinds)),
            name=reader.text("name"),
            text=reader.text("text"),
            kana=reader.pattern("kana", KANA, "hiragana"),
            romaji=reader.pattern("romaji", ROMAJI, "romaji"),
            body=reader.texts("body"),
            aliases=reader.aliases(),
            facts={
                key: self._fact(reader, key, value)
                for key, value in reader.take("facts", dict, {}).items()
            },
            scores=tuple(
                self._scores(reader, table, n)
                for n, table in enumerate(reader.take("scores", list, []))
            ),
            see=reader.strings("see", empty=True),
            about=reader.strings("about", empty=True),
            cites=self._cites(reader, reader.strings("cites")),
            status=cast(Status, reader.word("status", STATUSES)),
            confidence=cast(Confidence, reader.word("confidence", CONFIDENCES)),
            ours=reader.strings("ours", empty=True),
            options=tuple(options),
            presets=self._presets(reader, options),
        )
        for n, language in enumerate(entry.ours):
            if language not in SOURCE_LANGUAGES:
                problem = f"ours names languages: {language!r} is not one of "
                raise reader.fail(problem + listed(language, SOURCE_LANGUAGES), "ours", n)
        reader.done()
        self.entries[id_], self.readers[id_] = entry, reader

    def _cites(self, reader: Reader, cites: tuple[str, ...]) -> tuple[str, ...]:
        for n, cite in enumerate(cites):
            if cite not in self.sources:
                problem = f"cites {cite!r}, which is no source of game.toml"
                raise reader.fail(problem + suggestion(cite, self.sources), "cites", n)
        return cites

    def _option(self, reader: Reader, table: object, n: int) -> Option:
        option = reader.within("option", table, "options", n)
        id_ = option.id(OPTION, "a word or a number")
        cites = self._cites(option, option.strings("cites", empty=True))
        found = Option(id_, option.text("name"), cites)
        option.done()
        return found

    def _presets(self, reader: Reader, options: Sequence[Option]) -> dict[str, str]:
        default = reader.take("default", str, None)
        at = "presets" if default is None else "default"
        presets = reader.take("presets", dict, {})
        if default is not None:
            presets = {"": default}
        if not options:
            if presets:
                raise reader.fail("a preset needs options", reader.slip("options") or at)
            return {}
        wanted = set(self.presets) or {""}
        if set(presets) != wanted:
            problem = f"presets should name exactly {', '.join(sorted(wanted))}"
            if wanted == {""}:
                problem = 'needs a default = "…", one of its options'
            raise reader.fail(problem, at)
        known = [o.id for o in options]
        for preset, option in presets.items():
            if option not in known:
                problem = f"preset {option!r} is not one of the options {listed(option, known)}"
                raise reader.fail(problem, at, preset)
        return dict(presets)

    def _scores(self, reader: Reader, table: object, n: int) -> Scores:
        part = reader.within("scores", table, "scores", n)
        rule = part.take("rule", str)
        if rule not in self.rules:
            problem = f"unknown rule word {rule!r}{suggestion(rule, self.rules)}"
            raise part.fail(f"{problem} ([[rule]] of game.toml lists them)", "rule")
        wanted, given = set(self.rules[rule].needs), set(part.table)
        if wanted != given:
            needs = ", ".join(self.rules[rule].needs) or "nothing else"
            strange = next((key for key in part.table if key not in wanted), "rule")
            raise part.fail(f"rule {rule!r} needs exactly {needs}", strange)
        return Scores(rule, part.table)

    def _fact(self, reader: Reader, key: str, value: Any) -> Any:
        if key not in self.facts:
            problem = f"unknown fact {key!r}{suggestion(key, self.facts)}"
            raise reader.fail(f"{problem} ([[fact]] of game.toml lists them)", "facts", key)
        fact, ok = self.facts[key], False
        match fact.type:
            case "text":
                return reader.as_text(key, value, "facts", key)
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
            known = f": {listed(value, fact.words)}" if fact.words else ""
            raise reader.fail(f"fact {key}: {value!r} is no {fact.type}{known}", "facts", key)
        return tuple(value) if isinstance(value, list) else value

    def check_references(self) -> None:
        for entry in self.entries.values():
            for where, id_, at in self._references(entry):
                if not isinstance(id_, str) or id_ not in self.entries:
                    problem = (
                        f"{where} names {id_!r}, which is no entry{suggestion(id_, self.entries)}"
                    )
                    raise self.readers[entry.id].fail(problem, *at)

    def _references(self, entry: Entry) -> Iterator[tuple[str, Any, tuple[str | int, ...]]]:
        """Yields every reference of an entry to another entry, so that all of them can be checked.

        Each is its description for errors, the id that it names, and the keys and list positions
        that lead to it in the file.
        """
        yield from (("see", id_, ("see", n)) for n, id_ in enumerate(entry.see))
        yield from (("about", id_, ("about", n)) for n, id_ in enumerate(entry.about))
        for key, value in entry.facts.items():
            if self.facts[key].type in ("pieces", "entries", "entry"):
                yield from ((f"fact {key}", id_, ("facts", key, at)) for at, id_ in _each(value))
        for n, part in enumerate(entry.scores):
            for key in NAMES_ENTRIES:
                for at, id_ in _each(part.numbers.get(key, ())):
                    yield f"scores {key}", id_, ("scores", n, key, at)


def _each(named: Any) -> Iterator[tuple[str | int, Any]]:
    """Yields each id that a value in a data file refers to, with its list position or key.

    ``named``: a list of ids, a table whose keys are ids, or a single id (position 0).
    """
    match named:
        case list() | tuple():
            yield from enumerate(named)
        case dict():
            yield from ((id_, id_) for id_ in named)
        case _:
            yield 0, named

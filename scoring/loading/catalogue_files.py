"""Reads a game's catalogue from the TOML files in its ``data/`` folder.

Loading is strict: any inconsistency raises an error that names file and id.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

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
)
from scoring.model.cells import Option, object_schema
from scoring.text import messages
from scoring.text.data_error import listed
from scoring.text.localised import SOURCE_LANGUAGES, Text
from scoring.text.messages import Words

from . import search_words_files
from .search_words_files import QUESTIONS, VOCABULARY
from .toml_declarations import (
    ALIASES,
    ID_VALUE,
    STRINGS,
    TEXT,
    WHOLE,
    WORD,
    Table,
    Value,
    by_id,
    ident,
    like,
    list_of,
    name_of,
    names_of,
    one_of,
    plain,
    tables,
    whole,
    words_by,
)
from .toml_reader import ID, Reader, Translations, read_file

FACT_TYPES = ("number", "flag", "word", "words", "pieces", "text", "entry", "entries", "letters")

NO_ENTRIES = (
    *("game.toml", "sheet.toml", "phases.toml", "setup.toml", "tutorial.toml"),
    *(VOCABULARY, QUESTIONS),
)
"""Files in the data folder that contain no entries."""

SPRITE = "icons.svg"

MOST_PLAYERS = 9
"""Maximum number of players of any game: the ids of seats are p1 to p9."""
MOST_MINUTES = 1440
"""Longest game that a box may promise: a day."""

STAGES = ("draft", "partial", "complete")

ACCENTS = ("moss", "ember", "lake", "plum", "ochre", "rose", "slate")

NAMES_ENTRIES = ("pieces", "among", "accepts", "of")
"""Keys in an entry's ``scores`` whose values are ids of other entries."""

CITE = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")

OPTION = re.compile(r"[a-z0-9_]+\Z")

KANA = re.compile(r"[ぁ-ゖー0-9a-z ]+\Z")

ROMAJI = re.compile(r"[ -~]+\Z")


def _span(most: int) -> Value:
    """Returns the declaration of a TOML table: ``min`` and ``max``, both from 1 to ``most``."""

    def take(_: Any, reader: Reader, key: str) -> tuple[int, int]:
        ends = reader.take(key, dict)
        least, highest = ends.get("min"), ends.get("max")
        whole_ends = len(ends) == 2 and type(least) is int and type(highest) is int
        if not whole_ends or not 1 <= least <= highest <= most:
            raise reader.fail(f"{key} should be {{ min = …, max = … }}, from 1 to {most}")
        return least, highest

    end = whole(1, most).schema
    return Value(take, object_schema({"min": end, "max": end}, ("min", "max")))


def _words(_: Any, reader: Reader, key: str) -> dict[str, Text]:
    named = reader.take(key, dict).items()
    return {word: reader.as_text(f"{key}.{word}", table) for word, table in named}


def _check_words(_: Any, reader: Reader, fact: FactKind) -> None:
    if bool(fact.words) != (fact.type in ("word", "words", "letters")):
        raise reader.fail("words go with the types word, words and letters, and only there")


def _needs(say: Words, reader: Reader, key: str) -> dict[str, Text]:
    needs = reader.strings(key)
    for each in needs:
        if f"key-{each}" not in say:
            problem = f"needs {each!r}, but words/ has no message key-{each}: write one"
            raise reader.fail(problem)
    return {each: say(f"key-{each}") for each in needs}


BOX = Table(
    Box,
    slug=like(ID, "snake_case"),
    kana=like(KANA, "hiragana"),
    romaji=like(ROMAJI, "romaji"),
    aliases=ALIASES,
    players=_span(MOST_PLAYERS),
    minutes=_span(MOST_MINUTES).or_else(None),
    age=WHOLE.or_else(None),
    stage=one_of(STAGES),
    accent=one_of(ACCENTS),
    year=WHOLE.or_else(None),
    designers=STRINGS.or_else(()),
    bgg=WHOLE.or_else(None),
)
"""The keys of ``game.toml`` that are needed to list a game."""

_BOX_VALUES: Any = dict(BOX.keys.values())
GAME_FILE = Table[dict[str, Any]](
    dict,
    **_BOX_VALUES,
    moved=plain(dict, words_by(WORD.schema)).or_else({}),
    source=by_id(tables(Table(Source, id=ident(CITE, "a short word")), "source")),
    preset=by_id(tables(Table(Preset), "preset")),
    kind=by_id(tables(Table(Kind), "kind")),
    fact=by_id(
        tables(
            Table(
                FactKind,
                type=one_of(FACT_TYPES),
                words=Value(_words, words_by(TEXT.schema), default={}),
                check=_check_words,
            ),
            "fact",
        )
    ),
    rule=by_id(tables(Table(RuleWord, needs=Value(_needs, STRINGS.schema, default={})), "rule")),
)
"""The keys of ``game.toml``: beside those of the box, the words that the game's data files use."""


def read_box(folder: Path) -> Box:
    """Returns a game's name, players and the like from ``game.toml``. Raises ``DataError``.

    ``folder``: the game's ``data/``.
    """
    translations = Translations(folder.parent / "words")
    return _box(read_file(folder / "game.toml", "game.toml", translations), folder.parent.name)


def load(folder: Path, translations: Translations | None = None) -> Catalogue:
    """Reads ``game.toml`` and every file with entries in ``folder``, the game's ``data/``.

    Raises ``DataError`` for a missing language, a citation or reference to nothing, a repeated id,
    and any word that ``game.toml`` does not declare. ``translations``: into further languages than
    English and Japanese, by default those of the game.
    """
    translations = translations or Translations(folder.parent / "words")
    top = read_file(folder / "game.toml", "game.toml", translations)
    box = _box(top, folder.parent.name)
    words = GAME_FILE.read(messages.at(folder.parent), top)
    loader = _Loader(words)
    for path in sorted(folder.glob("*.toml")):
        if path.name not in NO_ENTRIES:
            ENTRIES_FILE.read(loader, read_file(path, path.name, translations))
    loader.check_references()
    kinds = tuple(words["kind"])
    entries = dict(sorted(loader.entries.items(), key=lambda pair: kinds.index(pair[1].kind)))
    sprite = folder.parent / SPRITE
    drawn = sprite.read_text("utf-8") if sprite.is_file() else ""
    symbols = tuple(re.findall(r'<symbol\b[^>]*\bid="([^"]+)"', drawn))

    for old, new in words["moved"].items():
        if old in entries or new not in entries:
            raise top.fail(f"moved: {old} should be no entry, and {new} be one")
    return Catalogue(
        box,
        words["source"],
        words["kind"],
        words["fact"],
        words["rule"],
        words["preset"],
        entries,
        symbols,
        search_words_files.vocabulary(folder, kinds, translations),
        search_words_files.questions(folder, entries, translations),
        words["moved"],
    )


def _box(top: Reader, slug: str) -> Box:
    box = Box(**BOX.take_some(None, top))
    if box.slug != slug:
        raise top.fail(f"slug should be {slug!r}, the folder's name")
    return box


class _Loader:
    """Collects the entries of a game's data files, and checks that the ids they name exist."""

    def __init__(self, words: Mapping[str, Any]) -> None:
        self.sources: Mapping[str, Source] = words["source"]
        self.kinds: Mapping[str, Kind] = words["kind"]
        self.facts: Mapping[str, FactKind] = words["fact"]
        self.rules: Mapping[str, RuleWord] = words["rule"]
        self.presets: Mapping[str, Preset] = words["preset"]
        self.entries: dict[str, Entry] = {}
        self.readers: dict[str, Reader] = {}

    def entry_list(self, top: Reader, key: str) -> None:
        for reader in top.tables(key, ""):
            found = ENTRY.take(self, reader)
            default = found.pop("default", None)
            found["presets"] = self.answers(
                reader, found.get("options", ()), found.get("presets"), default
            )
            id_ = found["id"]
            if id_ in self.entries:
                raise reader.fail(f"repeated id, first used in {self.readers[id_].file}")
            self.entries[id_], self.readers[id_] = Entry(**found), reader

    def answers(
        self,
        reader: Reader,
        options: Sequence[Option],
        presets: Mapping[str, str] | None,
        default: str | None,
    ) -> dict[str, str]:
        """Returns the answers to a ruling (an open rules question) by preset: id to option id.

        A preset is a set of answers to all rulings. In a game without presets the only key is
        ``""``, with the answer ``default``. ``presets``: preset id to option id, as in the file.
        Raises ``DataError`` unless each preset of the game has one of the ``options``. An entry
        without options gives {}. ``reader``: of the ruling's table in the file.
        """
        presets = dict(presets or {}) if default is None else {"": default}
        if not options:
            if presets:
                raise reader.fail("a preset needs options", "options")
            return {}
        wanted = set(self.presets) or {""}
        if set(presets) != wanted:
            problem = f"presets should name exactly {', '.join(sorted(wanted))}"
            if wanted == {""}:
                problem = 'needs a default = "…", one of its options'
            raise reader.fail(problem)
        known = [o.id for o in options]
        for option in presets.values():
            reader.check_name("presets", option, known, "option")
        return presets

    def scores(self, reader: Reader, key: str) -> tuple[Scores, ...]:
        return tuple(self._scores(part) for part in reader.tables(key, "scores"))

    def _scores(self, part: Reader) -> Scores:
        if "rule" not in part.table:
            raise part.fail("lacks rule", "rule")
        rule = part.take("rule", str)
        part.check_name("scores", rule, self.rules, "[[rule]] of game.toml")
        numbers = {key: value for key, value in part.table.items() if key != "rule"}
        needs = self.rules[rule].needs
        if set(needs) != set(numbers):
            raise part.fail(f"rule {rule!r} needs exactly {', '.join(needs) or 'nothing else'}")
        return Scores(rule, numbers)

    def fact_values(self, reader: Reader, key: str) -> dict[str, Any]:
        given = reader.take(key, dict)
        return {fact: self._fact(reader, fact, value) for fact, value in given.items()}

    def _fact(self, reader: Reader, key: str, value: Any) -> Any:
        reader.check_name("facts", key, self.facts, "[[fact]] of game.toml")
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
            known = f": {listed(value, fact.words)}" if fact.words else ""
            raise reader.fail(f"fact {key}: {value!r} is no {fact.type}{known}")
        return tuple(value) if isinstance(value, list) else value

    def check_references(self) -> None:
        for entry in self.entries.values():
            for where, id_ in self._references(entry):
                self.readers[entry.id].check_name(where, id_, self.entries, "entry")

    def _references(self, entry: Entry) -> Iterator[tuple[str, Any]]:
        """Yields the ids of other entries that an entry names, each as (where it names it, id)."""
        yield from (("see", id_) for id_ in entry.see)
        yield from (("about", id_) for id_ in entry.about)
        for key, value in entry.facts.items():
            if self.facts[key].type in ("pieces", "entries", "entry"):
                yield from ((f"fact {key}", id_) for id_ in _each(value))
        for part in entry.scores:
            for key in NAMES_ENTRIES:
                yield from ((f"scores {key}", id_) for id_ in _each(part.numbers.get(key, ())))


def _each(named: Any) -> Iterable[Any]:
    return named if isinstance(named, (list, tuple, dict)) else (named,)


CITES = names_of("source of game.toml", lambda loader: loader.sources)
OPTION_TABLE = Table(
    Option, omitted=("piece", "when"), id=ident(OPTION, "a word or a number"), cites=CITES
)

ENTRY = Table(
    Entry,
    needed=("cites", "status", "confidence"),
    kind=name_of("kind", lambda loader: loader.kinds, ID_VALUE.schema),
    kana=like(KANA, "hiragana"),
    romaji=like(ROMAJI, "romaji"),
    aliases=ALIASES,
    facts=Value(_Loader.fact_values, {"type": "object"}),
    scores=Value(
        _Loader.scores,
        list_of({"type": "object", "properties": {"rule": ID_VALUE.schema}, "required": ["rule"]}),
    ),
    cites=CITES,
    ours=names_of("language", lambda _: SOURCE_LANGUAGES, {"enum": list(SOURCE_LANGUAGES)}),
    options=tables(OPTION_TABLE, "option"),
    presets=plain(dict, words_by(WORD.schema)),
    default=WORD.or_else(None),
)

ENTRIES_FILE = Table[dict[str, Any]](
    dict, entry=Value(_Loader.entry_list, list_of(ENTRY.schema())).or_else(None)
)

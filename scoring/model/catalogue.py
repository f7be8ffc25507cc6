"""The contents of a game's box as values: every card, tile, rule and ruling.

A ruling is an open question of the rules with possible answers. ``scoring.loading`` reads all of
them from the game's data files.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.text.localised import Text

from .breakdown import Confidence, Line, Status
from .cells import Option


@dataclass(frozen=True, slots=True)
class Source:
    """A source of facts, such as a rulebook. Entries cite it by id."""

    id: str
    name: Text
    note: Text


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of entry, for example *winter tile*. ``many``: its name in the plural."""

    id: str
    name: Text
    many: Text


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Players' own words for things of a game, by which the search finds them, too.

    ``same``: groups of words that mean the same.
    ``kinds``: id of a kind of entry to other words for it.
    """

    same: tuple[tuple[str, ...], ...] = ()
    kinds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FactKind:
    """A kind of fact about entries, such as *number in the box*: its label and type of value.

    ``type``: such as ``number``, ``flag``, ``word`` or ``text``.
    ``words``: names of the allowed values of type ``word`` or ``words``, and of the letters of type
        ``letters``.
    """

    id: str
    name: Text
    type: str
    words: Mapping[str, Text]


@dataclass(frozen=True, slots=True)
class RuleWord:
    """A word by which entries score, such as ``per_count``, and the keys that each use of it needs.

    ``needs``: the needed keys, each with its name for people (message ``key-<key>``).
    ``text``: explanation of the word.
    """

    id: str
    needs: Mapping[str, Text]
    text: Text


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of answers to all rulings (open rules questions) of a game.

    The first one of a game is its default.
    """

    id: str
    name: Text
    text: Text


@dataclass(frozen=True, slots=True)
class Scores:
    """The rule word, such as ``per_count``, by which an entry scores, with numbers from its file.

    ``rule``: id of the rule word. ``numbers``: the keys that it needs, with their values;
    ``scores["points"]`` reads one.
    """

    rule: str
    numbers: Mapping[str, Any]

    def __getitem__(self, key: str) -> Any:
        return self.numbers[key]


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that players can look up. ``id`` is permanent and unique in its game.

    ``kind``: id of its kind. ``kana`` and ``romaji``: reading of the Japanese name.
    ``text``: the entry in one or two sentences; ``body``: further paragraphs.
    ``aliases``: language to other names.
    ``facts``: fact id to value. ``scores``: how it scores.
    ``see``: ids of related entries. ``about``: ids of entries that it explains.
    ``cites``: ids of sources. ``status`` and ``confidence``: how certain it is.
    ``ours``: languages whose name is our own rendering, for lack of an official one.
    ``options``: for a ruling, the possible answers. ``presets``: preset id to the answer in it.
    """

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
        """Returns how an entry scores by a rule word, as ``per_count``; ``None`` if it does not."""
        return next((s for s in self.scores if s.rule == rule), None)

    def scores_by(self, rule: str) -> Scores:
        """Returns how an entry scores by a rule word, as ``per_count``. Raises ``UnknownRule``."""
        if (scores := self.scoring(rule)) is None:
            raise UnknownRule(self)
        return scores

    def line(self, points: int | None, how: Text, **more: Any) -> Line:
        """Returns the row of a score for a catalogue entry, with the entry's id, name and sources.

        Its status is the entry's, but *unknown* without ``points``. ``how``: explanation of the
        points. ``more``: further fields of ``Line``, or other values for these.
        """
        status = "unknown" if points is None else self.status
        own = {"id": self.id, "label": self.name, "cites": self.cites, "status": status}
        return Line(points=points, how=how, **{**own, "entry": self.id, **more})

    def option(self, option: str) -> Option:
        """Returns the answer with the id ``option`` to the rules question that an entry asks.

        Raises ``KeyError``.
        """
        for candidate in self.options:
            if candidate.id == option:
                return candidate
        raise KeyError(option)


class UnknownRule(LookupError):
    """Raised for an entry with a scoring rule that the game's code does not implement."""

    def __init__(self, entry: Entry) -> None:
        super().__init__(f"{entry.id}: {', '.join(s.rule for s in entry.scores) or 'no rule'}")


@dataclass(frozen=True, slots=True)
class Box:
    """Data about a game as on the lid of its box: name, players, designers and the like.

    It can be read without loading the game's scorer, solvers or entries.

    ``players`` and ``minutes``: least and most. ``age``: in years, from which on it is recommended.
    ``stage``: how far the game is supported: ``draft``, ``partial`` or ``complete``. ``accent``:
        name of its colour on pages.
    ``bgg``: number of the game on BoardGameGeek.
    """

    slug: str
    name: Text
    kana: str
    romaji: str
    aliases: Mapping[str, tuple[str, ...]]
    players: tuple[int, int]
    minutes: tuple[int, int] | None
    age: int | None
    stage: str
    accent: str
    intro: Text
    year: int | None
    designers: tuple[str, ...]
    bgg: int | None


@dataclass(eq=False)
class Catalogue(Mapping[str, Entry]):
    """All entries of a game by id, sorted by kind, with the sources and words that they refer to.

    A catalogue equals only itself, so it can be a cache key.
    """

    box: Box
    sources: Mapping[str, Source]
    kinds: Mapping[str, Kind]
    facts: Mapping[str, FactKind]
    rules: Mapping[str, RuleWord]
    presets: Mapping[str, Preset]
    entries: Mapping[str, Entry]
    symbols: tuple[str, ...] = ()
    """Ids of the symbols in the game's ``icons.svg``."""
    vocabulary: Vocabulary = Vocabulary()
    player_questions: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    """Questions as players ask them, by the id of the entry that answers them, then by language."""
    moved: Mapping[str, str] = field(default_factory=dict)
    """Former ids of entries to their present ids, so old addresses stay valid."""

    def __post_init__(self) -> None:
        self._of_kind: dict[str, list[Entry]] = {}
        for entry in self.entries.values():
            self._of_kind.setdefault(entry.kind, []).append(entry)
        self._rulings = tuple(entry for entry in self.entries.values() if entry.options)

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
        """Returns the entries of the kinds with these ids; each kind in the data files' order."""
        return tuple(entry for kind in kinds for entry in self._of_kind.get(kind, ()))

    def name(self, entry: str) -> Text:
        return self.entries[entry].name

    def rulings(self) -> tuple[Entry, ...]:
        """Returns the entries that are rulings: open rules questions that each table answers."""
        return self._rulings

"""The search index: all games, their entries and names; built once per process."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate, chain

from scoring import games_by_slug
from scoring.model.catalogue import Box, Catalogue, Entry, FactKind, Kind
from scoring.text.localised import Text

from .index_dump import Row, unpacked
from .normalise import (
    distinct_folds,
    fold,
    latin,
    parts,
    rests_from_each_word,
    sound,
    spaced,
    split_words,
    stem,
)
from .posting_lists import PostingLists
from .text_features import Number, concepts, entry_numbers, groups


@dataclass(frozen=True, slots=True)
class Key:
    """A name under which an item (an entry or a game) is found.

    - ``folded``, ``text``: the name after ``normalise.fold``, and as it is written.
    - ``far``: 0 for the name proper, 1 for a reading, 2 for an alias.
    - ``starts``: the folded rest of the name from each word on; ``words``: its words.
    - ``stems``: stems of a Latin name's words; ``sound``: pronunciation.
    - ``parts``: words and letter pairs that a question may share with it, with weights.
    """

    folded: str
    text: str
    far: int
    starts: tuple[str, ...]
    words: tuple[str, ...]
    stems: str
    sound: str
    parts: Mapping[str, float]

    @property
    def name(self) -> bool:
        return not self.far


@dataclass(frozen=True, slots=True, eq=False)
class IndexItem:
    """An entry, or a game itself (``entry`` is None), with its searchable names and texts.

    ``order`` is its number in the index, ``slug`` its game, ``keys`` its names. ``called`` and
    ``text`` are folded names and texts, a line each; ``words``: the texts as folded words, each
    after a space.
    """

    catalogue: Catalogue
    entry: Entry | None
    keys: tuple[Key, ...]
    called: str
    text: str
    words: str
    order: int
    slug: str

    def contains(self, text: str) -> bool:
        """True if the item's texts contain ``text``: if Latin, at a word's start, else anywhere."""
        if text.isascii():
            return f" {text}" in self.words
        return text.replace(" ", "") in self.text

    @property
    def box(self) -> Box:
        return self.catalogue.box

    @property
    def name(self) -> Text:
        return self.entry.name if self.entry else self.box.name

    @property
    def questions(self) -> tuple[str, ...]:
        """The example questions stored with an entry, and its names that are questions."""
        if self.entry is None:
            return ()
        stored = self.catalogue.player_questions.get(self.entry.id, {}).values()
        names = (key.text for key in self.keys if key.text.endswith(("?", "？")))
        return (*chain.from_iterable(stored), *names)

    @property
    def kind_id(self) -> str:
        return self.entry.kind if self.entry else ""

    @property
    def kind(self) -> Kind | None:
        return self.catalogue.kinds[self.entry.kind] if self.entry else None


type Called = tuple[IndexItem, Key]


@dataclass(frozen=True, eq=False)
class Index:
    """All items of the index, lookup tables for matching, and the labels of filters.

    - ``keys``, ``stems``, ``begin``: items by folded name, by stems of a Latin name, and by first
      letter of a name of several words; ``spelt``, ``by_sound``: by spelling and pronunciation.
    - ``part_weights``: weight of each part (word, letter pair) in each item's texts, by item
      number.
    - ``numbers``: for each number the items that have it.
    - ``game_names``: folded names of each game; ``kinds``: folded names of kinds of entries, by
      game and id; ``facts``: facts by folded name, then by game. Games are given by slug.
    - ``checksum``: checksum of the indexed texts.
    """

    items: tuple[IndexItem, ...]
    keys: Mapping[str, tuple[Called, ...]]
    stems: Mapping[str, tuple[Called, ...]]
    begin: Mapping[str, tuple[Called, ...]]
    spelt: Mapping[str, tuple[IndexItem, ...]]
    by_sound: Mapping[str, tuple[IndexItem, ...]]
    part_weights: PostingLists
    numbers: Mapping[int, tuple[tuple[int, Number], ...]]
    game_names: Mapping[str, tuple[str, ...]]
    kinds: Mapping[tuple[str, str], tuple[str, ...]]
    facts: Mapping[str, Mapping[str, FactKind]]
    checksum: str

    @cached_property
    def begin_kinds(self) -> frozenset[str]:
        """First letters of the names of all kinds of entries."""
        return frozenset(name[0] for name in self.called_kinds if name)

    @cached_property
    def called_kinds(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """Kinds of entries, each as (slug, id), by folded name; a Latin name also by its stem."""
        kinds: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for kind, names in self.kinds.items():
            for name in {*names, *(stem(name) for name in names if name.isascii())}:
                kinds[name].append(kind)
        return _frozen(kinds)

    @cached_property
    def called_lines(self) -> tuple[str, list[int]]:
        """All items' folded names in one string, to search it at once, a line per item.

        Also returns the offset at which each line begins, and one more for the end.
        """
        called = [item.called for item in self.items]
        begins = accumulate((len(each) + 1 for each in called), initial=0)
        return "\n".join(called), list(begins)

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        """The Latin words of all texts, sorted, for corrections of unknown words."""
        return tuple(
            part
            for part in sorted(self.part_weights)
            if part.isascii() and part.isalnum() and len(part) > 2
        )


ITEMS = "items"
"""Name of the table ``Index.part_weights`` in the file of ``index_dump``."""


def index() -> Index:
    return _index(tuple(games_by_slug()))


# Weights of a word by the field of the item that it is in.
NAME, ALIAS, ROW, TEXT, BODY, KIND, NEAR = 1.0, 0.9, 0.7, 0.6, 0.5, 0.35, 0.12


def _names(
    slugs: Iterable[str],
) -> tuple[
    dict[str, tuple[str, ...]],
    dict[tuple[str, str], tuple[str, ...]],
    dict[str, dict[str, FactKind]],
]:
    """Returns three mappings for these games, all with folded names.

    Names of games by slug; names of kinds of entries by slug and id of the kind; facts by name,
    then by slug.
    """
    game_names: dict[str, tuple[str, ...]] = {}
    kinds: dict[tuple[str, str], tuple[str, ...]] = {}
    facts: dict[str, dict[str, FactKind]] = defaultdict(dict)
    for slug in slugs:
        catalogue = games_by_slug()[slug].catalogue
        game_names[slug] = distinct_folds(
            slug, catalogue.box.romaji, *_names_of_game(catalogue.box)
        )
        for kind in catalogue.kinds.values():
            names = (kind.name.en, kind.name.ja, kind.many.en, kind.many.ja)
            more = catalogue.vocabulary.kinds.get(kind.id, ())
            kinds[slug, kind.id] = distinct_folds(kind.id, *names, *more)
        for fact in catalogue.facts.values():
            for label in distinct_folds(fact.id, fact.name.en, fact.name.ja):
                facts[label][slug] = fact
    return game_names, kinds, facts


@cache
def _index(slugs: tuple[str, ...]) -> Index:
    items: list[IndexItem] = []
    for slug in slugs:
        catalogue = games_by_slug()[slug].catalogue
        for entry in (None, *catalogue.values()):
            items.append(_item(catalogue, entry, len(items)))
    keys: dict[str, list[Called]] = defaultdict(list)
    stems: dict[str, list[Called]] = defaultdict(list)
    begin: dict[str, list[Called]] = defaultdict(list)
    spelt: dict[str, dict[IndexItem, None]] = defaultdict(dict)
    by_sound: dict[str, dict[IndexItem, None]] = defaultdict(dict)
    numbers: dict[int, list[tuple[int, Number]]] = defaultdict(list)
    for item in items:
        for key in item.keys:
            keys[key.folded].append((item, key))
            if key.stems:
                stems[key.stems].append((item, key))
            if len(key.words) > 1:
                begin[key.folded[0]].append((item, key))
            for spelling in (key.folded, *_single(key)):
                if len(spelling) > 2:
                    spelt[spelling][item] = None
            if len(key.sound) > 2:
                by_sound[key.sound][item] = None
    game_names, kinds, facts = _names(slugs)
    checksum = _checksum(items)
    for item in items:
        for number in entry_numbers(item.catalogue, item.entry) if item.entry else ():
            numbers[number.value].append((item.order, number))
    read = unpacked(checksum)
    return Index(
        tuple(items),
        _frozen(keys),
        _frozen(stems),
        _frozen(begin),
        _frozen(spelt),
        _frozen(by_sound),
        PostingLists(read(ITEMS) if read else _part_weights(items), double=True),
        {value: tuple(of) for value, of in numbers.items()},
        game_names,
        kinds,
        facts,
        checksum,
    )


def _part_weights(items: Iterable[IndexItem]) -> Iterable[Row]:
    weights: dict[str, dict[int, float]] = defaultdict(dict)
    for item in items:
        fields = list(_fields(item))
        for weight, text in fields:
            for part in parts(text):
                weight_by_item = weights[part]
                weight_by_item[item.order] = max(weight_by_item.get(item.order, 0.0), weight)
        for part, weight in concepts(fields, item.slug).items():
            weights[part][item.order] = weight
    return weights.items()


def _checksum(items: Iterable[IndexItem]) -> str:
    """Returns a SHA-256 checksum of all texts, example questions and synonym groups."""
    checksum = hashlib.sha256()
    for item in items:
        questions = item.catalogue.player_questions.get(item.entry.id, {}) if item.entry else {}
        texts = [item.slug, *_fields(item), *questions.values()]
        checksum.update(repr(texts).encode())
    checksum.update(repr(groups()).encode())
    return checksum.hexdigest()


def _frozen[T](table: Mapping[str, Iterable[T]]) -> dict[str, tuple[T, ...]]:
    return {key: tuple(of) for key, of in table.items()}


def _names_of_game(game: Box) -> list[str]:
    """Returns the names of a game in its languages, with kana and aliases."""
    aliases = [alias for each in game.aliases.values() for alias in each]
    return [game.name.en, game.name.ja, game.kana, *aliases]


def _item(catalogue: Catalogue, entry: Entry | None, order: int) -> IndexItem:
    of = entry or catalogue.box
    aliases = [alias for language in of.aliases.values() for alias in language]
    calls = [(of.name.en, of.name.ja), (of.kana, of.romaji), aliases]
    keys: dict[str, Key] = {}
    for far, name in ((far, name) for far, names in enumerate(calls) for name in names):
        if folded := fold(name):
            keys.setdefault(folded, _key(name, far))
    texts = texts_of(entry) if entry else []
    words = [words for text in texts for words in (text.en, text.ja)]
    if entry:
        kind = catalogue.kinds[entry.kind]
        words += [kind.name.en, kind.name.ja, kind.many.en]
    return IndexItem(
        catalogue,
        entry,
        tuple(keys.values()),
        "\n".join(keys),
        "\n".join(fold(text) for text in words),
        "".join(" " + spaced(text) for text in words),
        order,
        catalogue.box.slug,
    )


def _key(text: str, far: int) -> Key:
    stems = " ".join(map(stem, latin(text))) if fold(text).isascii() else ""
    words = tuple(split_words(text))
    return Key(
        fold(text),
        text,
        far,
        rests_from_each_word(text),
        words,
        stems,
        sound(text),
        parts(text),
    )


def texts_of(entry: Entry) -> list[Text]:
    """Returns all sentences of an entry: text, body, option names and text facts."""
    texts = [entry.text, *entry.body, *(option.name for option in entry.options)]
    return texts + [value for value in entry.facts.values() if isinstance(value, Text)]


def _fields(item: IndexItem) -> Iterator[tuple[float, str]]:
    """Yields the texts of an item, each with the weight of a word in it."""
    for key in item.keys:
        yield (NAME if key.name else ALIAS), key.text
    entry, catalogue = item.entry, item.catalogue
    if entry is None:
        yield TEXT, f"{item.box.intro.en} {item.box.intro.ja}"
        return
    yield TEXT, f"{entry.text.en} {entry.text.ja}"
    for text in texts_of(entry)[1:]:
        yield BODY, f"{text.en} {text.ja}"
    kind = catalogue.kinds[entry.kind]
    yield KIND, f"{kind.name.en} {kind.name.ja} {kind.many.en}"
    for row, value in entry.facts.items():
        fact = catalogue.facts[row]
        yield (
            ROW,
            " ".join([fact.name.en, fact.name.ja, *spellings_of_value(catalogue, fact, value)]),
        )
    for scores in entry.scores:
        yield BODY, f"{catalogue.rules[scores.rule].text.en} {catalogue.rules[scores.rule].text.ja}"
    for other in (*entry.about, *entry.see):
        name = catalogue.name(other)
        yield NEAR, f"{name.en} {name.ja}"


def spellings_of_value(catalogue: Catalogue, fact: FactKind, value: object) -> list[str]:
    """Returns a fact's value in every form that may be typed for it."""
    if isinstance(value, Text):
        return [value.en, value.ja]
    spellings = [str(each) for each in value] if isinstance(value, tuple | dict) else [str(value)]
    for each in tuple(spellings):
        text = fact.words.get(each) or (catalogue.name(each) if each in catalogue else None)
        spellings += [text.en, text.ja] if text else []
    return spellings


def _single(key: Key) -> Iterator[str]:
    """Yields the folded words of a Latin name, so that a typing error in one of them is matched."""
    if key.folded.isascii():
        yield from (fold(word) for word in key.text.split())

"""The items to search: each entry and each game itself, with names, texts and numbers."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from companion.messages import say
from scoring.model.catalogue import Box, Catalogue, Entry, FactKind, Kind
from scoring.text.localised import Text

from .normalise import (
    STOP,
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

# Weights of a word by the field of the item that it is in.
NAME, TEXT, NEAR = 1.0, 0.6, 0.12


@dataclass(frozen=True, slots=True)
class Key:
    """A name under which the search finds an item, which is an entry or a game.

    - ``folded``, ``text``: the name normalised (case, width, kana), and as written.
    - ``far``: 0 for the name proper, 1 for a reading, 2 for an alias.
    - ``starts``: the normalised rest of the name from each word on; ``words``: its words.
    - ``stems``: the words of a Latin name without endings; ``sound``: pronunciation.
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
    """An item to search: an entry, or a game (``entry`` is None), with its names and texts.

    ``order``: its number in the index. ``slug``: its game. ``keys``: its names. ``called``,
    ``text``: names and texts normalised (case, width, kana), a line each. ``words``: the texts'
    normalised words, each after a space.
    """

    catalogue: Catalogue
    entry: Entry | None
    keys: tuple[Key, ...]
    called: str
    text: str
    words: str
    order: int
    slug: str

    @property
    def box(self) -> Box:
        return self.catalogue.box

    @property
    def name(self) -> Text:
        return self.entry.name if self.entry else self.box.name

    @property
    def questions(self) -> tuple[str, ...]:
        """An entry's example questions, as players ask them, and its names that are questions."""
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


def names_of_game(game: Box) -> list[str]:
    """Returns a game's English and Japanese name, its reading in kana, and its aliases."""
    aliases = [alias for each in game.aliases.values() for alias in each]
    return [game.name.en, game.name.ja, game.kana, *aliases]


def index_item(catalogue: Catalogue, entry: Entry | None, order: int) -> IndexItem:
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
    """Returns all texts of an entry: description, paragraphs, names of options, facts in words."""
    texts = [entry.text, *entry.body, *(option.name for option in entry.options)]
    return texts + [value for value in entry.facts.values() if isinstance(value, Text)]


def fields(item: IndexItem) -> Iterator[tuple[float, str]]:
    """Yields each name and text of an entry or game, as pairs (weight in the search, text)."""
    for key in item.keys:
        yield NAME, key.text
    entry, catalogue = item.entry, item.catalogue
    if entry is None:
        yield TEXT, f"{item.box.intro.en} {item.box.intro.ja}"
        return
    for text in texts_of(entry):
        yield TEXT, f"{text.en} {text.ja}"
    kind = catalogue.kinds[entry.kind]
    yield TEXT, f"{kind.name.en} {kind.name.ja} {kind.many.en}"
    for row, value in entry.facts.items():
        fact = catalogue.facts[row]
        yield (
            TEXT,
            " ".join([fact.name.en, fact.name.ja, *spellings_of_value(catalogue, fact, value)]),
        )
    for scores in entry.scores:
        yield TEXT, f"{catalogue.rules[scores.rule].text.en} {catalogue.rules[scores.rule].text.ja}"
    for other in (*entry.about, *entry.see):
        name = catalogue.name(other)
        yield NEAR, f"{name.en} {name.ja}"


def spellings_of_value(catalogue: Catalogue, fact: FactKind, value: object) -> list[str]:
    """Returns a fact's ``value`` in every form that may be typed for it, English and Japanese."""
    if isinstance(value, Text):
        return [value.en, value.ja]
    spellings = [str(each) for each in value] if isinstance(value, tuple | dict) else [str(value)]
    for each in tuple(spellings):
        text = fact.words.get(each) or (catalogue.name(each) if each in catalogue else None)
        spellings += [text.en, text.ja] if text else []
    return spellings


@dataclass(frozen=True, slots=True)
class Number:
    """A number among the facts or scores of an entry, such as 2 for a cost of 2 wood.

    - ``of``: normalised words for what it counts, such as *wood*.
    - ``rows``: normalised words for the fact that has it, such as *cost*.
    - ``shared``: the same fact also counts other pieces, as a cost of wood and stone does.
    """

    value: int
    of: tuple[str, ...]
    rows: tuple[str, ...]
    shared: bool = False


def entry_numbers(catalogue: Catalogue, entry: Entry) -> Iterator[Number]:
    """Yields the numbers in an entry's facts and scores, with the words that go with them."""
    for key, value in entry.facts.items():
        fact = catalogue.facts[key]
        rows = _row(fact)
        if fact.type == "number":
            yield Number(value, rows, rows)
        elif fact.type == "pieces":
            for piece, count in value.items():
                yield Number(count, _pieces(catalogue, piece), rows, len(value) > 1)
            yield Number(sum(value.values()), rows, rows)
    word = say("points")
    points = distinct_folds(word.en, word.ja)
    for scores in entry.scores:
        for key, value in scores.numbers.items():
            for count in value if isinstance(value, list | tuple) else [value]:
                if isinstance(count, int) and key in ("points", "before", "after", "values"):
                    yield Number(count, points, points)


def _row(fact: FactKind) -> tuple[str, ...]:
    """Returns a fact's normalised id, labels, and the words of labels without digits.

    Words of labels with digits, such as *points for 3*, would match other facts.
    """
    if re.search("[0-9]", fact.name.en + fact.name.ja):
        return distinct_folds(fact.id, fact.name.en, fact.name.ja)
    words = [w for w in latin(fact.name.en) if w not in STOP and len(w) > 2]
    words += [word for word in split_words(fact.name.ja) if len(word) > 1]
    return distinct_folds(fact.id, fact.name.en, fact.name.ja, *words, *map(stem, words))


def _pieces(catalogue: Catalogue, piece: str) -> tuple[str, ...]:
    entry = catalogue[piece]
    aliases = [alias for each in entry.aliases.values() for alias in each]
    singular = [re.sub("s$", "", entry.name.en)]
    # People call "Random worker" just a worker.
    nouns = [latin(entry.name.en)[-1:], split_words(entry.name.ja)[-1:]]
    heads = [noun for each in nouns for noun in each if len(noun) > 2]
    return distinct_folds(
        entry.name.en, entry.name.ja, entry.kana, piece, *singular, *heads, *aliases
    )

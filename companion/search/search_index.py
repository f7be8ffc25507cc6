"""The search index: all games, their entries and names; built once per process."""

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import accumulate

from scoring import games_by_slug
from scoring.model.catalogue import FactKind

from .index_dump import Row, unpacked
from .index_items import (
    IndexItem,
    Key,
    Number,
    entry_numbers,
    fields,
    index_item,
    names_of_game,
    spellings_of_value,
)
from .japanese_input import Readings
from .normalise import distinct_folds, fold, latin, parts, sound, stem
from .posting_lists import PostingLists
from .text_features import GENERAL, Group, Synonyms, concept, group

type Called = tuple[IndexItem, Key]
type KindId = tuple[str, str]
"""A kind of entries: the game's slug, and the kind's id."""


@dataclass(eq=False)
class Index:
    """The search index: all items (entries and games) with tables to find them by.

    - ``keys``, ``stems``, ``begin``: items by normalised name, stems of a Latin name, and first
      letter of a name of several words; ``spelt``, ``by_sound``: by spelling and pronunciation.
    - ``part_weights``: weight of each part (word, letter pair) in each item's texts, by item
      number.
    - ``numbers``: for each number the items that have it.
    - ``game_names``: normalised names of each game; ``kinds``: names of kinds of entries, by
      game and id; ``facts``: facts by name, then by game. Games are given by slug.
    - ``checksum``: checksum of the indexed texts.

    All other tables are made of these at once. Nothing of it changes later.
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

    def __post_init__(self) -> None:
        self.called_kinds, self.members = self._called_kinds(), self._members()
        self.by_length = {
            "folded": sorted(self.spelt, key=len),
            "sound": sorted(self.by_sound, key=len),
        }
        """All names, short ones first: spellings under "folded", pronunciations under "sound"."""
        self.fact_words = self._fact_words()
        self.numeric_facts, self.main_numbers = self._numeric_facts(), self._main_numbers()
        self.games_called = self._games_called()
        self.game_pattern = _pattern(self.games_called)
        """Pattern that finds names of games in a text in lower case, its kana normalised."""
        self.kind_patterns = self._kind_patterns()
        self.kana_readings = self._kana_readings()
        called = [item.called for item in self.items]
        begins = accumulate((len(each) + 1 for each in called), initial=0)
        self.called_lines = "\n".join(called), list(begins)
        """All names of entries and games, normalised, in one string to search; an entry has a line.

        Second: the offset at which each line begins, and last that of the end.
        """

    def _called_kinds(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """Maps a normalised name to the kinds of entries called so, as (game's slug, kind's id).

        A Latin name also stands without its ending.
        """
        kinds: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for kind, names in self.kinds.items():
            for name in {*names, *(stem(name) for name in names if name.isascii())}:
                kinds[name].append(kind)
        return _frozen(kinds)

    def _members(self) -> Mapping[KindId, tuple[IndexItem, ...]]:
        """Maps a kind of entries, as (game's slug, kind's id), to the entries of that kind."""
        members: dict[KindId, list[IndexItem]] = defaultdict(list)
        for item in self.items:
            if item.entry:
                members[item.slug, item.kind_id].append(item)
        return _frozen(members)

    def _fact_words(self) -> Mapping[int, Mapping[str, tuple[str, ...]]]:
        """Maps an entry's number, then a fact's id, to what may be typed for the fact's value."""
        return {
            item.order: {
                id_: distinct_folds(
                    *spellings_of_value(item.catalogue, item.catalogue.facts[id_], value)
                )
                for id_, value in item.entry.facts.items()
            }
            for item in self.items
            if item.entry
        }

    def _numeric_facts(
        self,
    ) -> tuple[tuple[str, FactKind, tuple[str, str], frozenset[KindId]], ...]:
        """The numeric facts, such as a cost: (slug, fact, labels, kinds of entries with it).

        ``labels`` are English and Japanese, without brackets.
        """
        holders: dict[tuple[str, str], set[KindId]] = defaultdict(set)
        for kind, members in self.members.items():
            for item in members:
                for fact in item.entry.facts if item.entry else ():
                    holders[item.slug, fact].add(kind)
        bare = partial(re.sub, r"[（(].*?[）)]", "")
        return tuple(
            (
                slug,
                fact,
                (bare(fact.name.en), bare(fact.name.ja)),
                frozenset(holders[slug, fact.id]),
            )
            for slug, catalogue in {item.slug: item.catalogue for item in self.items}.items()
            for fact in catalogue.facts.values()
            if fact.type in ("number", "pieces")
        )

    def _main_numbers(self) -> Mapping[KindId, FactKind]:
        """Maps a kind of entries to its main number, such as the cost.

        It is the first that at least 90 % of these entries have, with differing values.
        """
        main: dict[KindId, FactKind] = {}
        for kind, members in self.members.items():
            entries = [item.entry for item in members if item.entry]
            for fact in members[0].catalogue.facts.values():
                values = [e.facts[fact.id] for e in entries if fact.id in e.facts]
                most = 10 * len(values) >= 9 * len(members)
                if fact.type == "number" and most and len(set(values)) > 1:
                    main.setdefault(kind, fact)
        return main

    def _games_called(self) -> Mapping[str, tuple[str, ...]]:
        """Maps a name, normalised (case, width, kana), to the slugs of the games called so."""
        called: dict[str, list[str]] = defaultdict(list)
        for slug, names in self.game_names.items():
            for name in names:
                called[name].append(slug)
        return _frozen(called)

    def _kind_patterns(self) -> Mapping[str, re.Pattern[str]]:
        """Maps a game's slug to a pattern of its kinds' names (*tile*); "" to one of all games."""
        names: dict[str, list[str]] = defaultdict(list)
        for name, kinds in self.called_kinds.items():
            for slug in {"", *(slug for slug, _kind in kinds)}:
                names[slug].append(name)
        return {slug: _pattern(names[slug]) for slug in ("", *self.game_names)}

    def _kana_readings(self) -> Readings:
        """Names of entries and games by reading, to rewrite what is typed in hiragana or romaji."""
        called = [item.entry or item.box for item in reversed(self.items)]
        names = {of.kana: of.name.ja for of in called if len(of.kana) > 1}
        english = (
            word
            for item in self.items
            for _weight, text in fields(item)
            if text != (item.entry or item.box).romaji
            for word in latin(text)
        )
        return Readings(names, frozenset(map(stem, english)))


def _pattern(names: Iterable[str]) -> re.Pattern[str]:
    """Returns a pattern that finds any of the normalised ``names``, also written with spaces.

    Latin names and single letters must be whole words.
    """
    ways = []
    for name in sorted(names, key=lambda name: (-len(name), name)):
        spelt = r"[\s・\-]*".join(map(re.escape, name))
        around = "a-z0-9" if name.isascii() else "一-鿿" if len(name) == 1 else ""
        ways.append(f"(?<![{around}]){spelt}(?![{around}])" if around else spelt)
    return re.compile("|".join(ways) or "(?!)")


ITEMS = "items"
"""Name of the table ``Index.part_weights`` in the file of ``index_dump``."""


def index() -> Index:
    return index_of(tuple(games_by_slug()))


@cache
def synonyms() -> Synonyms:
    """Returns the groups of synonyms for searching: general ones, then those of each game."""
    return Synonyms((*GENERAL, *(words for _slug, words in _game_groups())))


def _game_groups() -> tuple[tuple[str, Group], ...]:
    """Returns pairs (game's slug, group of synonyms), of the groups that hold in one game only."""
    return tuple(
        (slug, group(words, slug))
        for slug, game in games_by_slug().items()
        for words in game.catalogue.vocabulary.same
    )


def _names(
    slugs: Iterable[str],
) -> tuple[
    dict[str, tuple[str, ...]],
    dict[tuple[str, str], tuple[str, ...]],
    dict[str, dict[str, FactKind]],
]:
    """Returns three mappings with normalised names of games, kinds of entries, and facts.

    Games: slug to names. Kinds: (slug, kind's id) to names. Facts: name to slug to fact.
    """
    game_names: dict[str, tuple[str, ...]] = {}
    kinds: dict[tuple[str, str], tuple[str, ...]] = {}
    facts: dict[str, dict[str, FactKind]] = defaultdict(dict)
    for slug in slugs:
        catalogue = games_by_slug()[slug].catalogue
        box = catalogue.box
        called = names_of_game(box)
        game_names[slug] = distinct_folds(slug, box.romaji, *called, *map(sound, called))
        for kind in catalogue.kinds.values():
            names = (kind.name.en, kind.name.ja, kind.many.en, kind.many.ja)
            more = catalogue.vocabulary.kinds.get(kind.id, ())
            kinds[slug, kind.id] = distinct_folds(kind.id, *names, *more)
        for fact in catalogue.facts.values():
            for label in distinct_folds(fact.id, fact.name.en, fact.name.ja):
                facts[label][slug] = fact
    return game_names, kinds, facts


@cache
def index_of(slugs: tuple[str, ...]) -> Index:
    """Returns the search index of games and their entries; ``slugs``: of these games."""
    items: list[IndexItem] = []
    for slug in slugs:
        catalogue = games_by_slug()[slug].catalogue
        for entry in (None, *catalogue.values()):
            items.append(index_item(catalogue, entry, len(items)))
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
    game_of_group = [*([""] * len(GENERAL)), *(slug for slug, _words in _game_groups())]
    for item in items:
        texts = list(fields(item))
        for weight, text in texts:
            for part in parts(text):
                weight_by_item = weights[part]
                weight_by_item[item.order] = max(weight_by_item.get(item.order, 0.0), weight)
        for part, weight in _concepts(texts, ("", item.slug), game_of_group).items():
            weights[part][item.order] = weight
    return weights.items()


def _concepts(
    fields: Iterable[tuple[float, str]], games: Sequence[str], game_of_group: Sequence[str]
) -> dict[str, float]:
    """Returns the groups of synonyms that texts mention, as pseudo words (#3), with their weights.

    ``fields``: pairs (weight, text); a group gets the greatest weight. ``games``: groups of other
    games are left out. ``game_of_group``: each group's game, "" for one that holds in all.
    """
    weights: dict[str, float] = {}
    for weight, text in fields:
        for number, _word in synonyms().mentioned(text):
            if game_of_group[number] in games:
                part = concept(number)
                weights[part] = max(weights.get(part, 0.0), weight)
    return weights


def _checksum(items: Iterable[IndexItem]) -> str:
    """Returns a SHA-256 checksum of everything in the index: texts, questions, synonyms."""
    checksum = hashlib.sha256()
    for item in items:
        questions = item.catalogue.player_questions.get(item.entry.id, {}) if item.entry else {}
        texts = [item.slug, *fields(item), *questions.values()]
        checksum.update(repr(texts).encode())
    checksum.update(repr(synonyms().groups).encode())
    return checksum.hexdigest()


def _frozen[K, T](table: Mapping[K, Iterable[T]]) -> dict[K, tuple[T, ...]]:
    return {key: tuple(of) for key, of in table.items()}


def _single(key: Key) -> Iterator[str]:
    """Yields each word of a Latin name, normalised, to find typing errors in it."""
    if key.folded.isascii():
        yield from (fold(word) for word in key.text.split())

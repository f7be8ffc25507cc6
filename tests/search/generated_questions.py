"""Generates test questions from the game data by templates, as a set not used for tuning.

The seed makes it reproducible; the templates are data, `question_templates.toml` beside this file.
"""

import random
import re
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from companion.search.index_items import IndexItem
from companion.search.normalise import fold
from companion.search.search_index import index
from scoring.model.catalogue import Catalogue, Entry
from tests.search.evaluation import LANGUAGES, Question

type Ways = dict[str, Any]

EACH = 24
"""Most questions of each style and language."""
FEW = 6
"""Most right entries of a question for the most or least; with more, none is generated."""


def questions(path: Path, seed: int, each: int = EACH) -> list[Question]:
    """Returns a set of questions; the same seed and data give the same set."""
    ways = tomllib.loads(path.read_text("utf-8"))
    found = []
    for language in LANGUAGES:
        for style, make in STYLES.items():
            chance = random.Random(f"{seed} {style} {language}")
            made = list(make(ways, language, chance))
            chance.shuffle(made)
            for ask, want, game in _without_duplicates(made)[:each]:
                found.append(Question(ask, tuple(want), style, language, game))
    return found


type Made = tuple[str, list[str], str]


def _without_duplicates(made: list[Made]) -> list[Made]:
    """Removes duplicate questions; the last of equal ones is kept."""
    return list({ask: (ask, want, game) for ask, want, game in made}.values())


def _ref(item: IndexItem) -> str:
    return f"{item.box.slug}/{item.entry.id}" if item.entry else item.box.slug


def _items() -> list[IndexItem]:
    return [item for item in index().items if item.entry]


def _things(language: str) -> list[IndexItem]:
    """Returns entries whose name is not a question."""
    return [i for i in _items() if not i.name.in_language(language).endswith(("?", "？"))]


def _kinds(ways: Ways, language: str, chance: random.Random) -> Iterator[Made]:
    for slug, catalogue in _catalogues():
        for kind in catalogue.kinds.values():
            way = chance.choice(ways[language]["kinds"])
            many = kind.many.in_language(language).lower()
            members = [f"{slug}/{e.id}" for e in catalogue.of_kind(kind.id)]
            rules = [
                f"{slug}/{e.id}"
                for e in catalogue.values()
                if fold(e.name.in_language(language))
                in (fold(kind.many.in_language(language)), fold(kind.name.in_language(language)))
            ]
            ask = way.format(many=many, game=catalogue.box.name.in_language(language).split()[0])
            if members:
                yield ask, [*members, *rules], slug


def _catalogues() -> list[tuple[str, Catalogue]]:
    return list({item.box.slug: item.catalogue for item in _items()}.items())


def _rows(language: str) -> Iterator[tuple[str, Catalogue, str, str, dict[str, int]]]:
    """Yields each kind and numeric fact with more than two values, and the value of each entry."""
    for slug, catalogue in _catalogues():
        for kind in catalogue.kinds.values():
            entries = catalogue.of_kind(kind.id)
            for fact in catalogue.facts.values():
                if fact.type == "number":
                    has = {e.id: e.facts[fact.id] for e in entries if fact.id in e.facts}
                    if len(set(has.values())) > 2:
                        yield slug, catalogue, kind.id, fact.id, has


def _numbers(ways: Ways, language: str, chance: random.Random) -> Iterator[Made]:
    for slug, catalogue, kind, fact, has in _rows(language):
        for n in sorted(set(has.values())):
            want = [f"{slug}/{id_}" for id_, value in has.items() if value == n]
            yield (
                _phrased_question(ways, language, chance, "number", catalogue, kind, fact, n),
                want,
                slug,
            )


def _compared(style: str, pick: Callable[[list[int]], int], fits: Callable[[int, int], bool]):
    def make(ways: Ways, language: str, chance: random.Random) -> Iterator[Made]:
        for slug, catalogue, kind, fact, has in _rows(language):
            n = pick(sorted(set(has.values())))
            want = [f"{slug}/{id_}" for id_, value in has.items() if fits(value, n)]
            if want and (style in ("more", "less") or len(want) <= FEW):
                yield (
                    _phrased_question(ways, language, chance, style, catalogue, kind, fact, n),
                    want,
                    slug,
                )

    return make


def _phrased_question(
    ways: Ways, language: str, chance: random.Random, style: str, catalogue: Catalogue,
    kind: str, fact: str, n: int, piece: str = "",
) -> str:  # fmt: skip
    way = chance.choice(ways[language][style])
    said = re.sub(r"[（(].*?[）)]", "", catalogue.facts[fact].name.in_language(language)).strip()
    named = catalogue.kinds[kind].name.in_language(language)
    if language == "en":
        said, named = said[:1].lower() + said[1:], named.lower()
    return str(way.format(fact=said, kind=named, n=n, piece=piece))


def _pieces(ways: Ways, language: str, chance: random.Random) -> Iterator[Made]:
    for slug, catalogue in _catalogues():
        for fact in catalogue.facts.values():
            if fact.type != "pieces":
                continue
            same: dict[tuple[str, str, int], list[str]] = defaultdict(list)
            for entry in catalogue.values():
                value = entry.facts.get(fact.id, {})
                if len(value) == 1:
                    (piece, n), *_none = value.items()
                    same[entry.kind, piece, n].append(f"{slug}/{entry.id}")
            for (kind, piece, n), want in same.items():
                said = catalogue.name(piece).in_language(language).lower()
                ask = _phrased_question(
                    ways, language, chance, "pieces", catalogue, kind, fact.id, n, said
                )
                yield ask, want, slug


def _swapped(ways: Ways, language: str, text: str) -> str:
    for one, other in ways["swaps"][language]:
        text = re.sub(rf"\b{one}\b", other, text) if language == "en" else text.replace(one, other)
    return text


def _questions(style: str):
    def make(ways: Ways, language: str, chance: random.Random) -> Iterator[Made]:
        for item in _items():
            name = item.name.in_language(language)
            if name.endswith(("?", "？")):
                said = _swapped(ways, language, name)
                said = said.rstrip("?？") if style == "negated" or chance.random() < 0.5 else said
                said = said[:1].lower() + said[1:] if language == "en" else said
                yield (
                    chance.choice(ways[language][style]).format(question=said),
                    [_ref(item)],
                    item.box.slug,
                )

    return make


def _effects(ways: Ways, language: str, chance: random.Random) -> Iterator[Made]:
    """Yields first sentences with numbers, reworded, and the entries that begin with them."""
    texts: dict[str, list[str]] = defaultdict(list)
    for item in _items():
        assert item.entry
        texts[_clause(item.entry, language)].append(_ref(item))
    for item in _things(language):
        entry = item.entry
        assert entry
        clause = _clause(entry, language)
        if re.search("[0-9]", clause) and 8 < len(clause) < 70:
            said = _swapped(ways, language, clause)
            kind = item.catalogue.kinds[entry.kind].name.in_language(language).lower()
            said = said[:1].lower() + said[1:]
            ask = chance.choice(ways[language]["effect"]).format(clause=said, kind=kind)
            yield ask, texts[clause], item.box.slug


def _clause(entry: Entry, language: str) -> str:
    """Returns the first sentence of an entry's text."""
    return re.split(r"[。]|\. |; |\.$", entry.text.in_language(language))[0]


STYLES: dict[str, Callable[[Ways, str, random.Random], Iterable[Made]]] = {
    "kinds": _kinds,
    "number": _numbers,
    "pieces": _pieces,
    "most": _compared("most", max, lambda value, n: value == n),
    "least": _compared("least", min, lambda value, n: value == n),
    "more": _compared("more", lambda values: values[-2], lambda value, n: value > n),
    "less": _compared("less", lambda values: values[1], lambda value, n: value < n),
    "question": _questions("question"),
    "negated": _questions("negated"),
    "effect": _effects,
}

"""What answers a question, or nothing: the ruling that asks the same, or the entry that has it all.

Nothing is made up. The verb and the object must be there, a negation is kept, and what speaks of
the contrary is no answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from scoring.core.catalogue import Entry
from scoring.core.text import Text

from . import asking, opposites, synonyms
from .excerpts import WHOLE
from .folding import fold, parts, stem, wide
from .queries import Query, language
from .ranking import CASE, Found, Hit, Why, called_in, wanted
from .shelves import Item, index

MISSING, ONE_MISSING = 0.25, 0.2
"""The share of a question's words, by how rare they are, that an answer may lack: all and one."""
ASKED_MISSING, ASKED_ONE_MISSING = 0.5, 0.4
"""As much where players ask for it in such words."""
ALIKE, APART = 0.48, 0.04
"""How alike a player's question must be to what is asked, and how much less any other entry's."""
BEHIND, FAR, CLEAR = -0.03, 0.1, 0.25
"""How far before all others, in what it says and is asked, an entry is that players ask for so, and
one that answers for being far before them; and how far before them its score is then."""
SURELY, RATHER = 0.9, 0.7
"""So much alike, it does not matter that another entry is asked for so as well; or that the entry
speaks of the other side too."""
COUNTS = re.compile(r"\bhow (?:many|much|often|long)\b|いくつ|いくら|何[個枚人回点本体度番ラ]")
NUMBER = re.compile(
    r"[0-9一二三四五六七八九十]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|once|twice|any"
    r"|all|each|every|no|none|unlimited|double)\b|何|全|無制限|毎|ない"
)
DECIDES = re.compile(
    r"\b(?:how (?:many|often|long)|when|where|who|why|can|could|may|must|should|do i|do we|if)\b"
    "|いつ|どこ|だれ|誰|なぜ|どうやって|ないと|なかったら|できる|いい[？?]?$|何[個枚人回本体ラ]"
)
"""Asks for a decision, a time or a place: the thing itself, which is what *what* asks, is none."""
TOPIC = 0.5
"""The share of a question's words that the name of a rule has where the rule answers it."""
WORTH = frozenset(
    map(stem, ("worth", "cost", "price", "effect", "give", "value", "何点", "効果", "値段", "価格"))
)
RIVAL = 0.93
"""A hit in another box with this share of the score may be what is meant."""
LOOKED_AT = 5
"""Hits that may answer."""

type Meant = list[list[tuple[str, float]]]


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence of an entry, what stands around it, and how much of the question it meets."""

    item: Item
    entry: Entry
    language: str
    before: str
    text: str
    after: str
    share: float

    @property
    def paragraph(self) -> str:
        return self.before + self.text + self.after

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """All that the entry says; of a long one its first words and what answers."""
        said = [text.said(self.language) for text in (self.entry.text, *self.entry.body)]
        if sum(map(len, said)) <= WHOLE[self.language]:
            return tuple(said)
        return tuple(dict.fromkeys((said[0], self.paragraph)))


def answer(found: Found) -> Passage | None:
    """What the box says to a question, or nothing: rather no answer than a doubtful one."""
    query = found.query
    if not query.asks or query.lists or not found.hits:
        return None
    first = found.hits[0]
    said = language(query.plain)
    # A guess at a misspelt word may rank a hit, but it answers nothing.
    meant = wanted(index(), query, guess=False)
    most = sum(weight for options in meant for _part, weight in options[:1])
    if not most or first.item.entry is None:
        return None
    if first.why <= Why.SAME:
        return _best(first, said, meant, most)
    # One word says what a question is about, not what it asks; a name alone is clear enough.
    if first.why > Why.NAMED and first.why is not Why.ASKED and len(meant) < 2:
        return None
    if _rivals(found, first) or first.item.entry.kind == CASE:
        return None
    lacks, most_lacked = (each / most for each in _lacks(first.item, said, meant))
    answers = (
        _only_row(first, said, query)
        or (
            lacks <= ASKED_MISSING
            and most_lacked <= ASKED_ONE_MISSING
            and (_asked_so(found, first, said) or _alone(found, first, said))
        )
        or (
            lacks <= MISSING
            and most_lacked <= ONE_MISSING
            and not DECIDES.search(wide(query.plain))
            and _answers(first.item, query, said)
            and _rules(first, said, meant, most)
        )
    )
    return _best(first, said, meant, most) if answers else None


def _asked_so(found: Found, hit: Hit, said: str) -> bool:
    """Whether players ask for an entry in such words, and for no other entry nearly so."""
    alike = asking.alike(index(), found.query)
    share, asked = alike.get(hit.item.order, (0.0, ""))
    plain = found.query.plain
    if share < ALIKE or opposites.denies(plain) != opposites.denies(asked):
        return False
    if opposites.contrary(plain, asked) or not _numbers_fit(hit.item, plain, said):
        return False
    if share >= SURELY:
        return True
    if _ahead(found, hit) < BEHIND:
        return False
    others = (
        alike.get(other.item.order, (0.0, ""))[0]
        for other in found.hits[:LOOKED_AT]
        if other is not hit and other.item.box is hit.item.box
    )
    return (
        share - max(others, default=0.0) >= APART
        and _sharp(plain) <= asking.ways(asked)
        and not (_numbers(asked) and not _numbers(plain))
        and not opposites.unmet(plain, f"{asked} {_whole(hit.item, said)}")
        and (share >= RATHER or not opposites.contrary(plain, _whole(hit.item, said)))
        and _speaks_of(hit.item, found.query)
    )


def _sharp(plain: str) -> frozenset[str]:
    """The ways of asking that only their own kind of answer answers."""
    sharp = asking.ways(plain) & asking.SHARP
    if any(word in synonyms.POINTS for _group, word in synonyms.of_query(plain)):
        # Points are always so many.
        sharp -= {"many"}
    return sharp


def _ahead(found: Found, hit: Hit) -> float:
    """How much more of a question is in what an entry says and is asked than in any other's."""
    spoken = asking.spoken(index(), found.query).get(hit.item.box.slug, {})
    others = (share for order, share in spoken.items() if order != hit.item.order)
    return spoken.get(hit.item.order, 0.0) - max(others, default=0.0)


def _alone(found: Found, hit: Hit, said: str) -> bool:
    """Whether an entry is far before all others, and nothing in it is contrary to the question."""
    plain = found.query.plain
    after = max((other.score for other in found.hits[1:LOOKED_AT]), default=0.0)
    if hit.score <= 0 or after > (1 - CLEAR) * hit.score or _ahead(found, hit) < FAR:
        return False
    asked = " ".join(asking.questions(hit.item))
    whole = _whole(hit.item, said)
    _share, alike = asking.alike(index(), found.query).get(hit.item.order, (0.0, ""))
    return (
        opposites.denies(plain) == opposites.denies(alike or whole)
        and not opposites.contrary(plain, alike or whole)
        and not opposites.contrary(plain, whole)
        and _sharp(plain) <= asking.ways(asked)
        and not opposites.unmet(plain, f"{alike} {whole}")
        and _numbers_fit(hit.item, plain, said)
        and _speaks_of(hit.item, found.query)
    )


def _only_row(hit: Hit, said: str, query: Query) -> bool:
    """Whether a question names a thing and asks for nothing but one of its rows or its points."""
    item = hit.item
    named = item.order in called_in(index(), query)
    if not named or hit.why not in (Why.NAMED, Why.ASKED) or item.entry is None:
        return False
    if _asks(item, said):
        return False
    own = _said(" ".join(key.shown for key in item.keys))
    groups = {word.folded for group in synonyms.general()[:2] for word in group.words} | WORTH
    rows = [item.catalogue.facts[row].name.said(said) for row in item.entry.facts]
    asked = groups | {part for row in rows for part in parts(row)}
    left = [p for p in parts(query.plain) if p not in own and p not in asked]
    return not [p for p in left if len(p) > 1 and not re.fullmatch("[ぁ-ゖー]+", p)]


def _rules(hit: Hit, said: str, meant: Meant, most: float) -> bool:
    """Whether a rule has every word of a question, and its topic in its name."""
    item = hit.item
    if item.entry is None or item.entry.facts or _asks(item, said) or len(meant) < 2:
        return False
    title = _said(" ".join(key.shown for key in item.keys))
    topic = sum(o[0][1] for o in meant if any(part in title for part, _w in o))
    return topic >= TOPIC * most and _lacks(item, said, meant)[0] < 1e-9


def _asks(item: Item, said: str) -> bool:
    """Whether an entry is a question with its answer."""
    return item.name.said(said).endswith(("?", "？"))


def _best(hit: Hit, said: str, meant: Meant, most: float) -> Passage | None:
    return max(_passages(hit, said, meant, most, 0), key=lambda each: each.share, default=None)


def _rivals(found: Found, chosen: Hit) -> bool:
    """Whether another box answers as well: nobody knows which of them is on the table."""
    return any(
        hit.item.box.slug != chosen.item.box.slug and hit.score >= RIVAL * chosen.score
        for hit in found.hits[:LOOKED_AT]
        if hit.item.entry
    )


def _whole(item: Item, said: str) -> str:
    entry = item.entry
    assert entry
    return " ".join(text.said(said) for text in (entry.name, entry.text, *entry.body))


def _answers(item: Item, query: Query, said: str) -> bool:
    """Whether an entry speaks of what is asked, with its numbers, and not of the contrary."""
    whole, plain = _whole(item, said), query.plain
    if opposites.contrary(plain, whole):
        return False
    if opposites.denies(plain) and not opposites.denies(whole):
        return False
    if COUNTS.search(wide(plain)) and not NUMBER.search(wide(whole)):
        return False
    return _speaks_of(item, query) and _numbers_fit(item, plain, said)


def _numbers_fit(item: Item, plain: str, said: str) -> bool:
    asked = " ".join(asking.questions(item))
    return _numbers(plain) <= _numbers(_whole(item, said)) | _numbers(asked)


def _speaks_of(item: Item, query: Query) -> bool:
    """Whether players ask an entry about every thing that a question names."""
    ours, there = index(), dict[str, bool]()
    said = fold(" ".join(asking.questions(item)))
    for order, (name, _share) in called_in(ours, query).items():
        other = ours.items[order]
        if other.box is item.box and other.entry:
            names = (key.folded for key in other.keys if len(key.folded) > 1)
            has = other is item or any(each in item.called or each in said for each in names)
            there[fold(name)] = there.get(fold(name), False) or has
    return all(there.values())


_WORDS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
_FIGURES = {
    **{word: number for number, word in enumerate(_WORDS, 2)},
    **{word: number for number, word in enumerate("二三四五六七八九十", 2)},
    "twice": 2,
    "both": 2,
    "double": 2,
    "triple": 3,
}
_NUMBERS = re.compile(
    rf"\d+|\b(?:{'|'.join(word for word in _FIGURES if word.isascii())})\b|[二三四五六七八九十]"
)


@lru_cache(2048)
def _numbers(text: str) -> frozenset[int]:
    """The numbers from two on, in figures or words: an answer has those of its question."""
    found = _NUMBERS.findall(wide(text))
    return frozenset(n for each in found if (n := _FIGURES.get(each) or int(each)) > 1)


def _lacks(item: Item, said: str, meant: Meant) -> tuple[float, float]:
    """What of a question an entry has nothing of: all of it, and the rarest word."""
    had = _had(item, said)
    missing = [options[0][1] for options in meant if not any(part in had for part, _w in options)]
    return sum(missing), max(missing, default=0.0)


@lru_cache(2048)
def _had(item: Item, said: str) -> frozenset[str]:
    """The parts of all that an entry is called, says and is asked."""
    entry = item.entry
    assert entry
    texts = [" ".join(key.shown for key in item.keys), *asking.questions(item)]
    texts.append(" ".join(text.said(said) for text in (entry.name, entry.text, *entry.body)))
    return frozenset(part for text in texts for part in _said(text))


def related(passage: Passage, most: int = 6) -> tuple[Entry, ...]:
    """What somebody may ask next: what the entry is about, sees, and is seen from by rulings."""
    catalogue, entry = passage.item.catalogue, passage.entry
    rulings = [each.id for each in catalogue.values() if entry.id in each.about]
    ids = dict.fromkeys((*entry.about, *rulings, *entry.see))
    return tuple(catalogue[id_] for id_ in ids if id_ != entry.id)[:most]


# The title and the rest of an entry say what a sentence is about.
_TITLE, _REST, _LATER, _WHOLE = 0.9, 0.35, 0.15, 0.75


def _passages(hit: Hit, said: str, meant: Meant, most: float, place: int) -> Iterator[Passage]:
    entry = hit.item.entry
    if entry is None:
        return
    names = [key.shown for key in hit.item.keys]
    title = frozenset(part for name in names for part in _said(name))
    topic = sum(max((w for p, w in options if p in title), default=0.0) for options in meant)
    texts = [entry.text, *entry.body]
    rest = frozenset(part for text in texts for part in _said(text.said(said)))
    for text in texts:
        for before, sentence, after in _sentences(text, said):
            own = _said(sentence)
            met = 0.0
            for options in meant:
                met += max(
                    weight
                    * (1.0 if p in own else _TITLE if p in title else _REST if p in rest else 0.0)
                    for p, weight in options
                )
            share = met / most - _LATER * place - (0.05 if text is not entry.text else 0.0)
            if topic >= _WHOLE * most and text is entry.text and not before:
                # The entry is the question itself; its first sentence is the answer.
                share += 0.1
            yield Passage(hit.item, entry, said, before, sentence, after, share)


@lru_cache(4096)
def _said(text: str) -> frozenset[str]:
    """The parts of a text, and what its synonyms mean."""
    meanings = (synonyms.concept(group) for group, _word in synonyms.meant(text))
    return frozenset((*parts(text), *meanings))


@lru_cache(4096)
def _sentences(text: Text, said: str) -> tuple[tuple[str, str, str], ...]:
    """The sentences of a text, each with what comes before and after it."""
    whole = text.said(said)
    ends = r"(?<=[。！？])" if said == "ja" else r"(?<=[.!?]) (?=[A-Z0-9(“\"])"
    found, at = [], 0
    for sentence in re.split(ends, whole):
        start = whole.index(sentence, at)
        at = start + len(sentence)
        if sentence.strip():
            found.append((whole[:start], sentence, whole[at:]))
    return tuple(found)

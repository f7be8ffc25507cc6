"""Looking things up: every entry of every game in memory, found by what people really type.

Hiragana or katakana, wide or narrow, romaji, nicknames, typing errors. Built once per process.
"""

from __future__ import annotations

import logging
import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from itertools import pairwise

import jaconv
from django.utils.translation import gettext_lazy as _
from rapidfuzz import fuzz, process

from scoring import game as find_game
from scoring import games
from scoring.core.catalogue import Box, Catalogue, CatalogueError, Entry, FactKind, Kind
from scoring.core.game import Game
from scoring.core.text import Text

logger = logging.getLogger(__name__)

LONGEST = 200
"""Characters of a query that are read; a question at the table is shorter."""
MOST = 20
FEW = 3
"""With fewer hits than this, less certain ways of matching are tried as well."""


class Why(IntEnum):
    """Why a hit is one, the surest reason first. Hits are listed in this order."""

    NAME = 0
    ALIAS = 1
    PREFIX = 2
    WORD = 3
    INSIDE = 4
    WORDS = 5
    TEXT = 6
    SOME = 7
    NEAR = 8
    LISTED = 9

    @property
    def words(self) -> str:
        return str(_WORDS[self])


_WORDS = {
    Why.NAME: _("the name"),
    Why.ALIAS: _("a nickname or reading"),
    Why.PREFIX: _("the name begins so"),
    Why.WORD: _("a word of the name begins so"),
    Why.INSIDE: _("part of the name"),
    Why.WORDS: _("all words in its names"),
    Why.TEXT: _("in the text"),
    Why.SOME: _("some of the words"),
    Why.NEAR: _("spelt much like it"),
    Why.LISTED: _("fits the filters"),
}


@dataclass(frozen=True, slots=True)
class Key:
    """One thing an entry may be called. ``starts``: the rest of it from each word on."""

    folded: str
    shown: str
    name: bool
    starts: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Item:
    """An entry, or a game itself, with all that it can be found by."""

    catalogue: Catalogue
    entry: Entry | None
    keys: tuple[Key, ...]
    called: str
    text: str
    words: str
    around: str
    order: int

    def named(self, term: str) -> bool:
        """Whether a word of what it is called begins so, or in Japanese has this anywhere."""
        if term not in self.called:
            return False
        starts = (start for key in self.keys for start in key.starts)
        return not term.isascii() or any(start.startswith(term) for start in starts)

    def says(self, wanted: str) -> bool:
        """Whether its text has this: Latin letters from the start of a word on, others anywhere."""
        if wanted.isascii():
            return f" {wanted}" in self.words
        return wanted.replace(" ", "") in self.text

    @property
    def box(self) -> Box:
        return self.catalogue.box

    @property
    def name(self) -> Text:
        return self.entry.name if self.entry else self.box.name

    @property
    def kind_id(self) -> str:
        return self.entry.kind if self.entry else ""

    @property
    def kind(self) -> Kind | None:
        return self.catalogue.kinds[self.entry.kind] if self.entry else None


@dataclass(frozen=True, slots=True)
class Hit:
    """Something found, why, and what of it matched as it is written."""

    item: Item
    why: Why
    key: str = ""
    score: float = 0.0

    @property
    def nickname(self) -> str:
        """The matched alias, where neither name shows why this is a hit."""
        plain = self.key and not any(k.shown == self.key and k.name for k in self.item.keys)
        entry = self.item.entry
        names = (entry.kana, entry.romaji) if entry else ()
        return self.key if plain and self.key not in names else ""


@dataclass(frozen=True, slots=True)
class Found:
    """What a query gave. ``nearest`` is filled only where nothing was found."""

    hits: tuple[Hit, ...] = ()
    total: int = 0
    counts: Mapping[str, int] | None = None
    nearest: tuple[Hit, ...] = ()
    terms: tuple[str, ...] = ()


# ── folding: what is the same to a reader is the same to the search ─────────────────────

_LETTERS = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "ð": "d", "þ": "th", "ł": "l"}
    | dict(zip("ぁぃぅぇぉぢづゐゑを", "あいうえおじずいえお", strict=True))
)
_VU = str.maketrans("あいうえお", "ばびぶべぼ")


def fold(text: str) -> str:
    """Text without case, width, accents, spaces and marks; kana as plain hiragana.

    >>> fold("Mercer’s Guild"), fold("ﾎﾜｲﾄ・ウィンド号"), fold("Mjöllnir")
    ('mercersguild', 'ほわいとういんど号', 'mjollnir')
    """
    return "".join(c for c in _plain(text) if c.isalnum() or c == "ー")


def spaced(text: str) -> str:
    """``fold`` word by word.

    >>> spaced("Mercer’s Guild: 5 points")
    'mercers guild 5 points'
    """
    return " ".join(filter(None, map(fold, text.split())))


def _plain(text: str) -> str:
    """``fold`` with spaces and marks still there."""
    text = jaconv.kata2hira(unicodedata.normalize("NFKC", text).casefold()).translate(_LETTERS)
    if "ゔ" in text:
        text = re.sub("ゔ([あいうえお]?)", lambda m: (m[1] or "う").translate(_VU), text)
    if text.isascii():
        return text
    bare = re.sub("[\u0300-\u036f]", "", unicodedata.normalize("NFKD", text))
    return unicodedata.normalize("NFC", bare)


_RUNS = re.compile(r"[a-z0-9'’]+|[ァ-ヺー]+|[ぁ-ゖ]+|[^\W\d_a-zァ-ヺーぁ-ゖ]+|\w")


def _key(shown: str, name: bool) -> Key:
    wide = unicodedata.normalize("NFKC", shown).casefold()
    starts = {fold(wide[run.start() :]) for run in _RUNS.finditer(wide)}
    return Key(fold(shown), shown, name, tuple(starts))


def in_kana(folded: str) -> str:
    """Romaji as hiragana, or nothing where it is none or too short to mean something."""
    if not (folded.isascii() and folded.isalpha() and len(folded) > 2):
        return ""
    kana = fold(jaconv.alphabet2kana(folded).rstrip("っ"))
    return kana if len(kana) > 1 and not re.search("[a-z]", kana) else ""


# ── the shelf and the index ─────────────────────────────────────────────────────────────


def shelf() -> Mapping[str, Game]:
    """Every game that loads, by slug. One that does not is logged and left out."""
    try:
        return _shelf(tuple(games()))
    except CatalogueError:
        logger.exception("A game's lid cannot be read, so no game is shown")
        return {}


@cache
def _shelf(slugs: tuple[str, ...]) -> Mapping[str, Game]:
    found = {}
    for slug in slugs:
        try:
            found[slug] = find_game(slug)
        except Exception:
            # Whatever is wrong with one game must not take the others away.
            logger.exception("Game %s cannot be loaded and is left out", slug)
    return found


@dataclass(frozen=True, slots=True, eq=False)
class Index:
    """All items, the tables for less certain matching, and the words that filters know."""

    items: tuple[Item, ...]
    spelt: Mapping[str, tuple[Item, ...]]
    shares: Mapping[str, Mapping[Item, float]]
    lids: Mapping[str, tuple[str, ...]]
    kinds: Mapping[tuple[str, str], tuple[str, ...]]
    facts: Mapping[str, Mapping[str, FactKind]]


def index() -> Index:
    return _index(tuple(shelf()))


@cache
def _index(slugs: tuple[str, ...]) -> Index:
    items: list[Item] = []
    for slug in slugs:
        catalogue = shelf()[slug].catalogue
        for entry in (None, *catalogue.values()):
            items.append(_item(catalogue, entry, len(items)))
    spelt: dict[str, dict[Item, None]] = defaultdict(dict)
    shares: dict[str, dict[Item, float]] = defaultdict(dict)
    for item in items:
        for key in item.keys:
            for spelling in (key.folded, *_words(key)):
                if len(spelling) > 2:
                    spelt[spelling][item] = None
            for part in _parts(key.shown):
                shares[part][item] = 3.0
        if item.entry:
            for part in _parts(" ".join(_texts(item.entry))):
                shares[part].setdefault(item, 1.0)
    lids: dict[str, tuple[str, ...]] = {}
    kinds: dict[tuple[str, str], tuple[str, ...]] = {}
    facts: dict[str, dict[str, FactKind]] = defaultdict(dict)
    for slug in slugs:
        catalogue = shelf()[slug].catalogue
        lids[slug] = _folded(slug, catalogue.box.romaji, *_lid(catalogue.box))
        for kind in catalogue.kinds.values():
            names = (kind.name.en, kind.name.ja, kind.many.en, kind.many.ja)
            kinds[slug, kind.id] = _folded(kind.id, *names)
        for fact in catalogue.facts.values():
            for label in _folded(fact.id, fact.name.en, fact.name.ja):
                facts[label][slug] = fact
    words = {word: tuple(of) for word, of in spelt.items()}
    return Index(tuple(items), words, shares, lids, kinds, facts)


def _folded(*texts: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, map(fold, texts))))


def _lid(box: Box) -> list[str]:
    """What a game is called in its languages."""
    aliases = [alias for each in box.aliases.values() for alias in each]
    return [box.name.en, box.name.ja, box.kana, *aliases]


def _item(catalogue: Catalogue, entry: Entry | None, order: int) -> Item:
    of = entry or catalogue.box
    aliases = [alias for language in of.aliases.values() for alias in language]
    keys = {fold(shown): _key(shown, False) for shown in [of.kana, of.romaji, *aliases]}
    keys |= {fold(shown): _key(shown, True) for shown in (of.name.en, of.name.ja)}
    keys.pop("", None)
    texts = _texts(entry) if entry else []
    if entry:
        kind = catalogue.kinds[entry.kind]
        texts += [kind.name.en, kind.name.ja, kind.many.en]
    return Item(
        catalogue,
        entry,
        tuple(keys.values()),
        "\n".join(keys),
        "\n".join(fold(text) for text in texts),
        "".join(" " + spaced(text) for text in texts),
        "\n".join(_folded(*_lid(catalogue.box))) if entry else "",
        order,
    )


def _texts(entry: Entry) -> list[str]:
    texts = [entry.text, *entry.body, *(option.name for option in entry.options)]
    texts += [value for value in entry.facts.values() if isinstance(value, Text)]
    return [words for text in texts for words in (text.en, text.ja)]


def _words(key: Key) -> Iterator[str]:
    """The words of a Latin name, for typing errors in just one of them."""
    if key.shown.isascii():
        yield from (fold(word) for word in key.shown.split())


_STOP = frozenset(
    re.findall(
        r"\w+",
        """a an and any are as at be by can do does for from get have how i if in is it its may me
        more much many my no not of on one or so that the their them then there they this to use
        used what when where which who why will with you your""",
    )
)


def _parts(text: str) -> Counter[str]:
    """What a question shares with its answer: words without endings, pairs of characters."""
    found: Counter[str] = Counter()
    for run in re.findall(r"[a-z0-9]+|[^\W\da-z_]+", _wide(text)):
        if run.isascii():
            if run not in _STOP:
                found[run[:-1] if len(run) > 3 and run.endswith("s") else run] += 1
        else:
            found.update(map("".join, pairwise(run)))
            if len(run) == 1:
                found[run] += 1
    return found


def _wide(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().replace("'", "").replace("’", "")


# ── reading a query ─────────────────────────────────────────────────────────────────────

type Fits = Callable[[Item], bool]

_PIECE = re.compile(r'(-?)(?:(\w+)(:|<=|>=|=|<|>))?(?:"([^"]*)"|(\S+))')
_QUOTES = str.maketrans(dict.fromkeys("“”„«»「」『』", '"') | {"−": "-", "‐": "-"})
_GAME = ("game", "ゲーム")
_KIND = ("kind", "type", "種類")


@dataclass(frozen=True, slots=True)
class Query:
    """A query taken apart. ``terms`` are all wanted, ``phrases`` to the letter."""

    terms: tuple[str, ...]
    phrases: tuple[str, ...]
    without: tuple[str, ...]
    fits: tuple[Fits, ...]
    plain: str

    @property
    def whole(self) -> str:
        return "".join(self.terms)


def read(text: str) -> Query:
    """A query as typed. Never fails: what is no known filter is words."""
    text = unicodedata.normalize("NFKC", text[:LONGEST])[:LONGEST].translate(_QUOTES)
    text = "".join(" " if unicodedata.category(c)[0] in "CZ" else c for c in text)
    terms: list[str] = []
    phrases: list[str] = []
    without: list[str] = []
    fits: list[Fits] = []
    plain: list[str] = []
    for minus, label, sign, quoted, bare in _PIECE.findall(text):
        value = quoted or bare
        if label and (fit := _filter(label.casefold(), sign, value)):
            fits.append(_not(fit) if minus else fit)
            continue
        words = [word for word in map(fold, (label, value)) if word]
        if minus:
            without += words
            continue
        terms += words
        phrases += [spaced(f"{label} {value}")] if quoted else []
        plain += [label, value]
    return Query(tuple(terms), tuple(phrases), tuple(without), tuple(fits), " ".join(plain))


def _not(fit: Fits) -> Fits:
    return lambda item: not fit(item)


def _filter(label: str, sign: str, value: str) -> Fits | None:
    wanted = fold(value)
    if not wanted:
        return None
    ours = index()
    if label in _GAME and sign in ":=":
        slugs = {s for s, names in ours.lids.items() if any(n.startswith(wanted) for n in names)}
        return (lambda item: item.box.slug in slugs) if slugs else None
    if label in _KIND and sign in ":=":
        kinds = {k for k, names in ours.kinds.items() if wanted in names}
        kinds = kinds or {k for k, names in ours.kinds.items() if any(wanted in n for n in names)}
        return (lambda item: (item.box.slug, item.kind_id) in kinds) if kinds else None
    facts = ours.facts.get(fold(label))
    return _fact_filter(facts, sign, wanted) if facts else None


def _fact_filter(facts: Mapping[str, FactKind], sign: str, wanted: str) -> Fits | None:
    number = int(wanted) if wanted.isascii() and wanted.isdigit() else None
    if number is None and sign not in ":=":
        return None

    def fits(item: Item) -> bool:
        fact = facts.get(item.box.slug)
        if fact is None or item.entry is None or fact.id not in item.entry.facts:
            return False
        value = item.entry.facts[fact.id]
        if number is not None and fact.type in ("number", "pieces"):
            return _compare(sum(value.values()) if fact.type == "pieces" else value, sign, number)
        return sign in ":=" and any(wanted in fold(w) for w in _said(item.catalogue, fact, value))

    return fits


def _compare(value: int, sign: str, number: int) -> bool:
    match sign:
        case "<=":
            return value <= number
        case ">=":
            return value >= number
        case "<":
            return value < number
        case ">":
            return value > number
    return value == number


def _said(catalogue: Catalogue, fact: FactKind, value: object) -> list[str]:
    """A fact's value in every word that may be typed for it."""
    if isinstance(value, Text):
        return [value.en, value.ja]
    found = [str(each) for each in value] if isinstance(value, tuple | dict) else [str(value)]
    for each in tuple(found):
        text = fact.words.get(each) or (catalogue.name(each) if each in catalogue else None)
        found += [text.en, text.ja] if text else []
    return found


# ── finding ─────────────────────────────────────────────────────────────────────────────


def find(text: str, game: str = "", most: int = MOST) -> Found:
    """The best hits for a query, in one game or in all of them.

    ``counts`` says how many each game has, whatever ``game`` is.
    """
    query = read(text)
    if not (query.terms or query.fits):
        return Found()
    ours = index()
    pool = [item for item in ours.items if _allowed(query, item)]
    hits = _sure(query, pool)
    counts = Counter(hit.item.box.slug for hit in hits)
    if game:
        pool = [item for item in pool if item.box.slug == game]
        hits = [hit for hit in hits if hit.item.box.slug == game]
    if query.terms and len(hits) < FEW and not query.phrases:
        hits += _unsure(ours, query, pool, hits)
        if not game:
            counts = Counter(hit.item.box.slug for hit in hits)
    terms = tuple(dict.fromkeys((query.whole, *query.terms)))
    nearest = () if hits or not query.terms else _nearest(ours, query, game)
    return Found(tuple(hits[:most]), len(hits), counts, nearest, terms)


def _allowed(query: Query, item: Item) -> bool:
    if query.fits and not all(fit(item) for fit in query.fits):
        return False
    return not any(word in item.called or item.says(word) for word in query.without)


def _sure(query: Query, pool: list[Item]) -> list[Hit]:
    if not query.terms:
        return [Hit(item, Why.LISTED) for item in pool if item.entry]
    whole, kana = query.whole, in_kana(query.whole)
    ranked: list[tuple[tuple[int, bool, int, int], Hit]] = []
    for item in pool:
        if not all(p.replace(" ", "") in item.called or item.says(p) for p in query.phrases):
            continue
        best = None
        if whole in item.called:
            best = _called(item, whole)
        if kana and kana in item.called:
            best = min(filter(None, (best, _called(item, kana))), key=lambda found: found[0])
        if best is None:
            best = _by_text(item, query)
        if best:
            (why, plain, length), key = best
            ranked.append(((why, plain, length, item.order), Hit(item, why, key)))
    ranked.sort(key=lambda pair: pair[0])
    return [hit for _rank, hit in ranked]


type _Rank = tuple[Why, bool, int]


def _called(item: Item, wanted: str) -> tuple[_Rank, str]:
    """How well something it is called matches; ``wanted`` is in there somewhere."""
    best: tuple[_Rank, str] | None = None
    for key in item.keys:
        if wanted not in key.folded:
            continue
        if key.folded == wanted:
            why = Why.NAME if key.name else Why.ALIAS
        elif key.folded.startswith(wanted):
            why = Why.PREFIX
        elif any(start.startswith(wanted) for start in key.starts):
            why = Why.WORD
        else:
            why = Why.INSIDE
        rank = (why, not key.name, len(key.folded))
        if best is None or rank < best[0]:
            best = rank, key.shown
    assert best is not None
    return best


def _by_text(item: Item, query: Query) -> tuple[_Rank, str] | None:
    if item.says(" ".join(query.terms)):
        return (Why.TEXT, False, 0), ""
    if len(query.terms) == 1:
        return None
    named = said = 0
    for term in query.terms:
        if item.named(term):
            named += 1
        elif item.says(term):
            said += 1
        elif term not in item.around:
            return None
    if not named + said:
        return None
    return (Why.TEXT if said else Why.WORDS, True, -named), ""


def _unsure(ours: Index, query: Query, pool: list[Item], sure: list[Hit]) -> list[Hit]:
    """What shares words with the query, or is spelt much like it."""
    tried = [
        *_spelt(ours, query, 74 if sure else _cutoff(query.whole)),
        *_sharing(ours, query),
    ]
    # A close spelling of the whole beats shared words; shared words beat a loose spelling.
    tried.sort(key=lambda hit: (hit.why is Why.NEAR and hit.score < 80, -hit.score, hit.item.order))
    allowed, seen = set(pool), {hit.item for hit in sure}
    found: dict[Item, Hit] = {}
    for hit in tried:
        if hit.item in allowed and hit.item not in seen:
            found.setdefault(hit.item, hit)
    return list(found.values())[:8]


def _cutoff(word: str) -> float:
    """How alike two spellings must be. One wrong letter in three is 66.7."""
    return 66 if len(word) < 6 else 62


def _spelt(ours: Index, query: Query, cutoff: float, most: int = 12) -> list[Hit]:
    if len(query.whole) < 3:
        return []
    best: dict[Item, tuple[float, str]] = {}
    for wanted in filter(None, (query.whole, in_kana(query.whole))):
        # One kana is about two letters: a wrong one weighs more.
        least = cutoff if wanted == query.whole else cutoff + 10
        for spelling, score, _at in process.extract(
            wanted,
            ours.spelt.keys(),
            scorer=fuzz.ratio,
            processor=None,
            score_cutoff=least,
            limit=most,
        ):
            for item in ours.spelt[spelling]:
                if score > best.get(item, (0.0, ""))[0]:
                    best[item] = score, spelling
    return [Hit(item, Why.NEAR, _shown(item, s), score) for item, (score, s) in best.items()]


def _shown(item: Item, spelling: str) -> str:
    return next((key.shown for key in item.keys if spelling == key.folded), "")


def _sharing(ours: Index, query: Query) -> list[Hit]:
    """Items by how much of the query's rarer words they share."""
    parts = _parts(query.plain)
    if len(parts) < 2:
        return []
    scores: dict[Item, float] = defaultdict(float)
    most = 0.0
    for part in parts:
        holders = ours.shares.get(part, {})
        weight = math.log((len(ours.items) + 1) / (len(holders) + 0.5))
        # Endings and particles are hiragana and say little.
        weight *= 0.5 ** len(re.findall("[ぁ-ゖ]", part))
        most += 3 * weight
        for item, count in holders.items():
            scores[item] += count * weight
    best = sorted(scores.items(), key=lambda pair: (-pair[1], pair[0].order))[:8]
    if not best or best[0][1] < most * 0.12:
        return []
    return [
        Hit(item, Why.SOME, "", 100 * score / most)
        for item, score in best
        if score > best[0][1] * 0.5
    ]


def _nearest(ours: Index, query: Query, game: str) -> tuple[Hit, ...]:
    near = _spelt(ours, query, 34, 40) if len(query.whole) > 1 else []
    near = [hit for hit in near if not game or hit.item.box.slug == game] or near
    near.sort(key=lambda hit: -hit.score)
    return tuple(near[:5])

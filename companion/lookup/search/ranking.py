"""Finding: sure matches of a name first, by how sure they are; then whatever else, by score.

Every hit carries its reason and what its score is made of.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, lru_cache

from django.utils.translation import gettext_lazy as _

from . import alike, asking, meaning, synonyms
from .folding import STOP, asked, fold, in_kana, latin, parts, runs, sound, stem
from .queries import Measure, Query, read
from .shelves import Index, Item, Key, index
from .synonyms import Word, closure, same

MOST = 20
"""Hits that are listed."""
NAME_AT_MOST = 28
"""Letters of a query that may be a name with another word in it."""
LONG = 60
"""Letters of a query that may be a name, however spelt; a longer one is a sentence."""


class Why(IntEnum):
    """Why a hit is one. Down to ``INSIDE`` hits come in this order, after it by their score."""

    NAME = 0
    ALIAS = 1
    SOUND = 2
    SAME = 3
    KIND = 4
    PREFIX = 5
    SHORT = 6
    WORD = 7
    INSIDE = 8
    NAMED = 9
    FACT = 10
    WORDS = 11
    TEXT = 12
    SOME = 13
    NEAR = 14
    LISTED = 15
    ASKED = 16

    @property
    def words(self) -> str:
        return str(_WORDS[self])


_WORDS = {
    Why.NAME: _("the name"),
    Why.ALIAS: _("a nickname or reading"),
    Why.SOUND: _("sounds the same"),
    Why.SAME: _("another word for it"),
    Why.KIND: _("of this kind"),
    Why.PREFIX: _("the name begins so"),
    Why.SHORT: _("the first letters of its words"),
    Why.WORD: _("a word of the name begins so"),
    Why.INSIDE: _("part of the name"),
    Why.NAMED: _("named in the question"),
    Why.FACT: _("has this number"),
    Why.WORDS: _("all words in its names"),
    Why.TEXT: _("in the text"),
    Why.SOME: _("some of the words"),
    Why.NEAR: _("spelt much like it"),
    Why.LISTED: _("fits the filters"),
    Why.ASKED: _("players ask for it so"),
}


@dataclass(frozen=True, slots=True)
class Hit:
    """Something found, why, and what of it matched as it is written.

    ``made``: what the score is made of, for the curious.
    """

    item: Item
    why: Why
    key: str = ""
    score: float = 0.0
    made: tuple[tuple[str, float], ...] = ()

    @property
    def nickname(self) -> str:
        """The matched alias, where neither name shows why this is a hit."""
        plain = self.key and not any(k.shown == self.key and k.name for k in self.item.keys)
        entry = self.item.entry
        names = (entry.kana, entry.romaji) if entry else ()
        return self.key if plain and self.key not in names else ""


@dataclass(frozen=True, slots=True)
class Found:
    """What a query gave, and the query as it was read.

    ``nearest`` is filled only where nothing was found.

    ``hits`` are the best of ``total``; ``items`` are all that were found.
    """

    query: Query
    hits: tuple[Hit, ...] = ()
    total: int = 0
    counts: Mapping[str, int] | None = None
    nearest: tuple[Hit, ...] = ()
    terms: tuple[str, ...] = ()
    items: tuple[Item, ...] = ()


def find(text: str, game: str = "", most: int = MOST) -> Found:
    """The best hits for a query, in one game or in all of them.

    ``counts`` says how many each game has, whatever ``game`` is; of the others about, as what
    their players ask is compared only where somebody looks there.
    """
    query = read(text, game)
    if not (query.terms or query.fits):
        return Found(query)
    ours = index()
    if query.terms:
        hits = [hit for hit in _ranked(ours, query, ours.items, game) if _allowed(query, hit.item)]
        if not hits and (query.fits or query.without or query.phrases):
            # Among all they are too weak to be listed, but nobody asked for all.
            pool = [item for item in ours.items if _allowed(query, item)]
            hits = _ranked(ours, query, pool, game)
    else:
        hits = [Hit(i, Why.LISTED) for i in ours.items if i.entry and _allowed(query, i)]
    counts = Counter(hit.item.slug for hit in hits)
    if game:
        hits = [hit for hit in hits if hit.item.slug == game]
    terms = tuple(dict.fromkeys((query.whole, *(t for t in query.terms if t not in STOP))))
    nearest = () if hits or not query.terms else _nearest(ours, query, game)
    items = tuple(hit.item for hit in hits)
    return Found(query, tuple(hits[:most]), len(hits), counts, nearest, terms, items)


def _allowed(query: Query, item: Item) -> bool:
    if query.meant.games and (item.slug not in query.meant.games or item.entry is None):
        return False
    if query.fits and not all(fit(item) for fit in query.fits):
        return False
    if any(word in item.called or item.says(word) for word in query.without):
        return False
    return all(p.replace(" ", "") in item.called or item.says(p) for p in query.phrases)


def _ranked(ours: Index, query: Query, pool: Sequence[Item], game: str) -> list[Hit]:
    best: dict[Item, tuple[_Rank, Hit]] = {}
    for item, rank, hit in _sure(ours, query, pool):
        if item not in best or rank < best[item][0]:
            best[item] = rank, hit
    alike = asking.alike(ours, query)
    just_so = {order for order, (share, _asked) in alike.items() if share >= JUST_SO}
    if just_so:
        best = {
            item: ranked
            for item, ranked in best.items()
            if item.order not in just_so or ranked[1].why <= Why.SAME
        }
    sure = [hit for _rank_, hit in sorted(best.values(), key=lambda pair: pair[0])]
    rest = {item.order: item for item in pool if item not in best}
    here = [hit for hit in sure if not game or hit.item.slug == game]
    # Where the letters are right, nobody needs a guess at others.
    found = {h.item: h for h in _scored(ours, query, rest) if not here or h.why is not Why.NEAR}
    if not query.phrases and not any(hit.why <= Why.SAME for hit in here):
        for hit in _spelt(ours, query, _least(query) if not here else 74):
            known = found.get(hit.item)
            if hit.item.order in rest and (known is None or known.score < hit.score):
                found[hit.item] = hit
    others = sorted(found.values(), key=lambda hit: (-hit.score, hit.item.order))
    if not just_so:
        return sure + others
    # What players ask in just these words comes before a piece of a name.
    first = [hit for hit in sure if hit.why <= Why.SAME]
    first += [hit for hit in others if hit.item.order in just_so]
    there = {hit.item for hit in first}
    return first + [hit for hit in (*sure, *others) if hit.item not in there]


# ── sure: the whole query is a name, or a piece of one ──────────────────────────────────

type _Rank = tuple[Why, int, int, int, int]


def _sure(ours: Index, query: Query, pool: Sequence[Item]) -> Iterator[tuple[Item, _Rank, Hit]]:
    allowed = set(pool)
    slugs, rest = _without_lid(ours, query)
    for n, (wanted, within) in enumerate([(query.whole, frozenset()), (rest, slugs)]):
        if not wanted:
            continue
        kana = in_kana(wanted)
        for each in filter(None, (wanted, kana)):
            for item in ours.calling(each):
                if item not in allowed or (within and item.slug not in within):
                    continue
                (why, far, length), key = _called(item, each)
                if each == kana:
                    # A last consonant without its vowel is left out of the kana.
                    why = max(why, Why.ALIAS if wanted[-1] in "aiueon" else Why.PREFIX)
                yield item, (why, n, far, length, item.order), Hit(item, why, key)
    others = [
        *((Why.SAME, called) for word in _swaps(query) for called in ours.keys.get(word, ())),
        *((Why.SHORT, called) for called in _shortened(ours, query.whole)),
        *((Why.SHORT, called) for called in _shortened_beside(ours, query)),
    ]
    if len(said := sound(query.plain)) > 2:
        for item in ours.heard.get(said, ()):
            heard = next(each for each in item.keys if each.sound == said)
            others.append((Why.SOUND, (item, heard)))
    kinds = set(ours.called_kinds.get(query.whole, ()))
    if query.meant.only_kinds:
        kinds |= query.meant.kinds
    for item in pool if kinds else ():
        if (item.slug, item.kind_id) in kinds:
            yield item, (Why.KIND, 1, 0, 0, item.order), Hit(item, Why.KIND)
    # What is called like the whole kind says what the kind is; the things themselves come after.
    for slug, kind in kinds if query.meant.only_kinds else ():
        for name in ours.kinds[slug, kind]:
            for item, called in ours.keys.get(name, ()):
                if item in allowed and item.slug == slug and item.entry:
                    rank = (Why.KIND, 0, called.far, len(called.folded), item.order)
                    yield item, rank, Hit(item, Why.KIND, called.shown)
    order = query.meant.order
    if order and order.alone:
        for place, (item, number) in enumerate(meaning.ordered(order, pool)):
            rank = (Why.KIND, 0, place, 0, item.order)
            yield item, rank, Hit(item, Why.FACT, "", made=(("number", float(number)),))
    for why, (item, called) in others:
        if item in allowed:
            rank = (why, 0, called.far, len(called.folded), item.order)
            yield item, rank, Hit(item, why, called.shown)


def _swaps(query: Query) -> tuple[str, ...]:
    """The whole query with one word replaced by each other word for the same, in their order."""
    whole = query.whole
    if len(whole) > NAME_AT_MOST:
        return ()
    words = latin(query.plain)
    stems = [stem(each) for each in words]
    swapped = (
        _swapped(words, stems, word, other)
        if word.stems
        else whole.replace(word.folded, other.folded)
        for word, others in same(query.plain)
        for other in others
    )
    return tuple(dict.fromkeys(each for each in swapped if each != whole))


def _swapped(words: list[str], stems: list[str], word: Word, other: Word) -> str:
    wanted = word.stems.split()
    for n in range(len(stems) - len(wanted) + 1):
        if stems[n : n + len(wanted)] == wanted:
            return fold(" ".join([*words[:n], other.shown, *words[n + len(wanted) :]]))
    return ""


def _without_lid(ours: Index, query: Query) -> tuple[frozenset[str], str]:
    """The games that a query names, and what is left of it without that name."""
    best, slugs = "", set[str]()
    for slug, names in ours.lids.items():
        for name in names:
            if len(name) > 2 and name in query.whole and len(name) >= len(best):
                if len(name) > len(best):
                    slugs = set()
                best = name
                slugs.add(slug)
    if not best:
        return frozenset(), ""
    rest = query.whole.replace(best, "", 1)
    return frozenset(slugs), re.sub("^[のでは]", "", rest)


def _called(item: Item, wanted: str) -> tuple[tuple[Why, int, int], str]:
    """How well something it is called matches; ``wanted`` is in there somewhere."""
    best: tuple[tuple[Why, int, int], str] | None = None
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
        rank = (why, key.far, len(key.folded))
        if best is None or rank < best[0]:
            best = rank, key.shown
    assert best is not None
    return best


def _shortened(ours: Index, wanted: str) -> Iterator[tuple[Item, Key]]:
    """What several words are called that begin like this, such as initials."""
    if not 1 < len(wanted) <= 8:
        return
    for item, key in ours.begin.get(wanted[0], ()):
        if len(key.words) <= len(wanted) and _shortens(wanted, key.words):
            yield item, key


def _shortened_beside(ours: Index, query: Query) -> Iterator[tuple[Item, Key]]:
    """As ``_shortened``, with what the thing is beside the initials: *WW boat*."""
    if not 1 < len(query.terms) < 4:
        return
    for n, term in enumerate(query.terms):
        if term.isascii() and term.isalpha() and len(term) < 5 and stem(term) not in ours.shares:
            others = query.terms[:n] + query.terms[n + 1 :]
            for item, key in _shortened(ours, term):
                if all(other in item.called or item.says(other) for other in others):
                    yield item, key


def _shortens(wanted: str, words: tuple[str, ...]) -> bool:
    """Whether ``wanted`` is the beginnings of these words, all of them, in their order.

    >>> _shortens("sb", ("sea", "bastion")), _shortens("ほわうい", ("ほわいと", "ういんど"))
    (True, True)
    >>> _shortens("seab", ("sea", "bastion")), _shortens("ss", ("sea", "bastion"))
    (True, False)
    """
    if not words:
        return not wanted
    if not wanted or wanted[0] != words[0][0]:
        # A counter or an article at either end may be left out.
        return False
    for length in range(min(len(wanted), len(words[0])), 0, -1):
        if words[0][:length] == wanted[:length] and _shortens(wanted[length:], words[1:]):
            return True
    return False


# ── scored: words that it shares with the query, numbers that fit ───────────────────────

WORDS, NAMED, FACT, ALL, BOX, KIND, SCORES = 40.0, 20.0, 100.0, 8.0, 20.0, 4.0, 8.0
"""What it adds to a score: the words in it, a name spelt out, each number, every word there, its
game or its kind named, and that it scores where points are asked for."""
RARE, COMMON_WORD, RARE_WORD = 8.0, 4.0, 5.5
"""What it adds that such a name is rare, and the weights of words that are common and rare."""
ROW = 28.0
"""What it adds that nothing is asked but a row of what the query names."""
OF_KIND = 25.0
"""What it adds that it is of the kind that is looked for."""
ASKED_FACT = 70.0
"""Less than ``FACT``: in a whole question a number is rarely all that matters."""
BRIEF = {"en": 40, "ja": 18}
"""Letters of a query in which a number is as much as all the rest."""
PHRASE = 15.0
"""What it adds that its text has the query word by word."""
PAYS = 25.0
"""What it adds that it scores just what the query names."""
COVERED = 5.0
"""What it adds that nothing else is in the name."""
SPOKEN, OFTEN = 195.0, 0.6
"""What it adds that all of a query is in what it says and is asked; with this share of the best,
that alone makes a hit of it."""
ASKED = 8.0
"""What it adds that players ask for it in just these words."""
SAME_WORDS, POWER = 35.0, 4
"""What it adds on top of that when the words are all the same; much less when they are not."""
BARELY = 0.4
"""How alike a player's question must be to count at all."""
SURELY_ASKED = 0.6
"""How alike a player's question is that is named as the reason."""
JUST_SO = 0.95
"""A player's question so much alike is the same one."""
ABOUT = 55.0
"""What it adds that the entry is about something that the query names."""


CASE, EXAMPLE = "example", 0.25
"""What it takes from a score that the entry works a case through: the rule comes before it."""
CONCEPT = 0.3
"""What it counts by itself that a synonym's meaning is there: rare meanings tell most."""
SAME = 0.8
"""What a synonym counts of the word itself."""
FLOOR = 0.35
"""The share of the best of the words that a hit must have where it has nothing else."""
CORE = 0.35
"""Parts that say at least this are looked for when *all* words are."""


def _scored(ours: Index, query: Query, allowed: Mapping[int, Item]) -> list[Hit]:
    whole = query.whole
    if len(whole) < 2:
        return [Hit(item, Why.TEXT, "", 1.0) for item in allowed.values() if item.says(whole)]
    meant = wanted(ours, query)
    most = sum(weight for options in meant for _part, weight in options[:1])
    if not most:
        return []
    shared_by: dict[int, float] = {}
    guessed: set[int] = set()
    met: Set[int] | None = None
    # What says little comes last, and only ranks what the rest has found: that saves most time.
    for options in sorted(meant, key=lambda options: -options[0][1]):
        says = options[0][1] >= CORE * ours.weight(options[0][0])
        gains = _gains(ours, options, allowed if says or not shared_by else shared_by)
        if says:
            met = gains.keys() if met is None else met & gains.keys()
        if options[0][0] not in ours.shares:
            guessed |= gains.keys()
        for order, gain in gains.items():
            shared_by[order] = shared_by.get(order, 0.0) + gain
    met = met or frozenset()
    named = called_in(ours, query)
    alone = _named_most(ours, named)
    slugs, _rest = _without_lid(ours, query)
    measures = _measures(ours, query)
    facts = _facts(ours, query, measures)
    asked_so = {
        order: share
        for order, (share, _question) in asking.alike(ours, query).items()
        if share > BARELY
    }
    spoken: dict[int, float] = {}
    much: set[int] = set()
    for of_box in asking.spoken(ours, query).values():
        often = OFTEN * max(of_box.values(), default=0.0)
        much |= {order for order, share in of_box.items() if share >= often}
        spoken |= of_box
    around: dict[int, float] = defaultdict(float)
    for order, (_key, share) in named.items():
        for other, weight in ours.near.get(order, {}).items():
            around[other] = max(around[other], weight * share)
    topic = _topic(ours, named, meant)
    kinds = _kinds(ours, query)
    points = any(word in synonyms.POINTS for _group, word in synonyms.of_query(query.plain))
    said, question = " ".join(query.terms), query.asks
    which = _looked_for(ours, query)
    kinds |= which
    # In a long sentence a number is one thing among many.
    brief = min(1.0, BRIEF["en" if whole.isascii() else "ja"] / len(whole))
    fits = brief * (ASKED_FACT if question else FACT)
    pays: dict[int, float] = {}
    for order, (_key, share) in named.items() if points else ():
        for other in ours.scored.get(order, ()):
            pays[other] = max(pays.get(other, 0.0), share)
    drafts: dict[int, dict[str, float]] = {}
    # Who has little of the words and nothing else cannot come to the front.
    floor = FLOOR * max(shared_by.values(), default=0.0)
    front = {order for order, share in shared_by.items() if share >= floor}
    front |= around.keys() & shared_by.keys()
    front |= much
    scores: dict[int, float] = {}
    for order in allowed.keys() & (front | named.keys() | facts.keys() | asked_so.keys()):
        item, words = allowed[order], WORDS * shared_by.get(order, 0.0) / most
        if query.game not in ("", item.slug):
            # Of the other boxes only a number is shown, and their words are enough for that.
            scores[order] = words
            continue
        made = drafts[order] = {"words": words}
        if order in spoken:
            made["spoken"] = SPOKEN * spoken[order]
        if order in asked_so:
            made["asked"] = _asked_so(asked_so[order])
        kind = (item.slug, item.kind_id)
        if order in named and (kind in which or not which):
            if order in alone and beside(item, query) and asks_row(item, query):
                made["its row"] = ROW
            made["named"] = NAMED * named[order][1] + RARE * _rare(ours, named[order][0])
        if order in around:
            made["about"] = ABOUT * around[order]
        if order in facts:
            made["number"] = fits * facts[order]
        if order in met and order not in guessed:
            made["all"] = ALL
            if item.says(said):
                made["phrase"] = PHRASE
        if item.slug in slugs:
            made["game"] = BOX
        if kind in kinds:
            made["kind"] = OF_KIND if kind in which else KIND
        if points and item.entry and item.entry.scores:
            made["scores"] = SCORES + PAYS * pays.get(order, 0.0)
        if item.kind_id == CASE and order not in named:
            made["only an example"] = -EXAMPLE * sum(made.values())
        if topic and order not in topic:
            made["off topic"] = -OFF * sum(made.values())
    scores |= {order: sum(made.values()) for order, made in drafts.items()}
    # Only what is in front already can win by its name, and looking at names takes time.
    least = 0.5 * max(scores.values(), default=0.0)
    stands = {part for options in meant for part, _weight in options}
    top: dict[str, float] = defaultdict(float)
    for order, made in drafts.items():
        if scores[order] >= least and (covered := _covered(allowed[order], stands)):
            made["of the name"] = COVERED * covered
            scores[order] += COVERED * covered
    for order, score in scores.items():
        slug = allowed[order].slug
        # One question in the same words is no reason to hide what else has the words.
        asked_points = drafts[order].get("asked", 0.0) if order in drafts else 0.0
        top[slug] = max(top[slug], score - asked_points)
    hits = []
    for order, score in scores.items():
        item = allowed[order]
        if score <= max(12.0, top[item.slug] * 0.4):
            continue
        made = drafts.get(order, {})
        if order not in drafts:
            why = Why.SOME
        elif order in facts:
            why = Why.FACT
        elif order in named:
            why = Why.NAMED
        elif order in asked_so and asked_so[order] >= SURELY_ASKED:
            why = Why.ASKED
        elif order in guessed:
            why = Why.NEAR
        elif order in met:
            why = Why.WORDS if made["words"] > 0.85 * WORDS else Why.TEXT
        else:
            why = Why.SOME
        key = named[order][0] if order in named and made else ""
        hits.append(Hit(item, why, key, score, tuple(made.items())))
    return hits


def _asked_so(share: float) -> float:
    """What it adds that a player's question is so much alike: the same words decide."""
    alike = max(0.0, share - BARELY) / (1 - BARELY)
    return ASKED * alike + SAME_WORDS * alike**POWER


def _kinds(ours: Index, query: Query) -> set[tuple[str, str]]:
    """The kinds that a query names: *winter tile*, 冬タイル."""
    return {kind for name in _called_kinds(query) for kind in ours.called_kinds.get(name, ())}


def _called_kinds(query: Query) -> set[str]:
    """What of a query may be the name of a kind."""
    words = [stem(word) for word in latin(query.plain)]
    named = {fold(" ".join(some)) for some in _stretches(words, 3)}
    if not query.whole.isascii():
        named.update(_stretches(query.whole, 8))
    return named


_THAT = frozenset(("that", "which", "who", "whose", "with", "giving", "where"))
_ASKS_JA = re.compile(
    "(?:は|を|が|って|とか)?(?:どれ|どの|なに|何|全部|ぜんぶ|すべて|全て|だれ|誰|とだれ|と誰|一覧|ある|あった|だ|か)*$"
)


def _looked_for(ours: Index, query: Query) -> set[tuple[str, str]]:
    """The kinds that a query looks for, if any: *which spell …*, *tiles that …*, …する魔法."""
    heads = _heads(ours)
    words = [stem(word) for word in latin(query.plain)]
    found: set[str] = set()
    if "which" in asking.ways(query.plain):
        found |= _called_kinds(query)
    for end, word in enumerate(words[1:], 1):
        if word in _THAT:
            found |= {fold(" ".join(words[max(0, end - n) : end])) for n in (1, 2, 3)}
    if not query.whole.isascii():
        whole = _ASKS_JA.sub("", query.whole)
        found |= {whole[-n:] for n in range(1, 9)}
    called = ours.called_kinds
    exact = {kind for name in found for kind in called.get(name, ())}
    return exact or {kind for name in found for kind in heads.get(name, ())}


@cache
def _heads(ours: Index) -> Mapping[str, frozenset[tuple[str, str]]]:
    """What several kinds of a box are called together: the last word of their names."""
    heads: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for item in ours.items:
        if item.kind is not None:
            names = [stem(word) for word in latin(item.kind.name.en)[-1:]]
            names += [fold(run) for run in _KATAKANA.findall(item.kind.name.ja)[-1:]]
            for name in names:
                heads[name].add((item.slug, item.kind_id))
    return {name: frozenset(kinds) for name, kinds in heads.items()}


WORTH = frozenset(
    part
    for said in (
        "worth", "cost", "price", "effect", "give", "value", "end of game", "final", "many", "much",
        "何点", "効果", "値段", "価格", "最後", "終了時", "ゲーム", "いくら", "いくつ",
    )
    for part in parts(said)
)  # fmt: skip
"""What asks for a row of a thing without its label."""


def beside(item: Item, query: Query) -> list[str]:
    """What a query says beside the names of a thing; endings say nothing."""
    own = {part for key in item.keys for part in key.parts}
    left = (part for part in parts(query.plain) if part not in own)
    return [part for part in left if not re.fullmatch("[ぁ-ゖー]+|[a-z]", part)]


def asks_row(item: Item, query: Query) -> bool:
    """Whether a query has beside the names of a thing only what one of its rows is called."""
    return item.entry is not None and all(part in _rows(item) for part in beside(item, query))


@lru_cache(2048)
def _rows(item: Item) -> frozenset[str]:
    """The words for the rows of an entry, for points and for a price."""
    assert item.entry
    rows = [item.catalogue.facts[row].name for row in item.entry.facts]
    said = [text for row in rows for text in (row.en, row.ja)]
    said += [word.shown for group in synonyms.general()[:2] for word in group.words]
    return WORTH | {part for text in said for part in parts(text)}


def _named_most(ours: Index, named: Mapping[int, tuple[str, float]]) -> frozenset[int]:
    """What a query names with more of its words than anything else of the same box."""
    most: dict[str, tuple[float, list[int]]] = {}
    for order, (_key, share) in named.items():
        slug = ours.items[order].slug
        best, orders = most.get(slug, (0.0, []))
        if share > best:
            most[slug] = share, [order]
        elif share == best:
            orders.append(order)
    return frozenset(orders[0] for _share, orders in most.values() if len(orders) == 1)


def _rare(ours: Index, name: str) -> float:
    """How surely a name means its thing: *Woodcutter* does, *room* is in every other text."""
    rarest = max((ours.weight(part) for part in parts(name) if part in ours.shares), default=0.0)
    return min(1.0, max(0.0, (rarest - COMMON_WORD) / (RARE_WORD - COMMON_WORD)))


def _covered(item: Item, stands: set[str]) -> float:
    """How much of one of its names the query has, from 0 to 1; readings do not count."""
    best = 0.0
    for key in item.keys:
        if key.far != 1 and key.parts:
            had = sum(weight for part, weight in key.parts.items() if part in stands)
            best = max(best, had / sum(key.parts.values()))
    return best


OFF = 0.07
"""What it takes from a score that the thing the query names is nowhere in the entry."""


def _topic(
    ours: Index, named: Mapping[int, tuple[str, float]], meant: list[list[tuple[str, float]]]
) -> frozenset[int]:
    """The items that have a word of the names in a query, of those that tell things apart."""
    called = {part for key, _share in named.values() for part in parts(key)}
    options = [o for o in meant if o[0][0] in called and len(ours.shares.get(o[0][0], ())) > 1]
    rarest = max((weight for (_part, weight), *_others in options), default=0.0)
    return frozenset(
        order
        for option in options
        if option[0][1] >= 0.6 * rarest
        for part, _weight in option
        for order in ours.shares.get(part, ())
    )


def _gains(
    ours: Index, options: list[tuple[str, float]], only: Container[int]
) -> Mapping[int, float]:
    """What each item has of a part or of what may stand in for it, whichever is most."""
    (part, weight), *others = options
    holders = ours.shares.get(part, {})
    gains = {order: weight * share for order, share in holders.items() if order in only}
    for part, weight in others:
        for order, share in ours.shares.get(part, {}).items():
            gain = weight * share
            if order in only and gain > gains.get(order, 0.0):
                gains[order] = gain
    return gains


def wanted(ours: Index, query: Query, guess: bool = True) -> list[list[tuple[str, float]]]:
    """The query's parts with their weights, each with what may stand in for it.

    ``guess``: a word that no text has may also be the beginning or a misspelling of one.
    """
    found: list[list[tuple[str, float]]] = []
    own = asked(query.plain, ours.shares)
    if not own:
        own = dict.fromkeys((stem(word) for word in latin(query.plain)), 1.0)
    others: dict[str, list[str]] = defaultdict(list)
    for group, word in synonyms.of_query(query.plain):
        for part in parts(word.shown):
            others[part].append(synonyms.concept(group))
    for part, weight in own.items():
        rare = ours.weight(part)
        options = [(part, rare * weight)]
        if guess and part not in ours.shares and part.isascii() and len(part) > 2:
            options += [(near, rare * weight * how) for near, how in _corrected(ours, part)]
        options += [(each, rare * weight * SAME) for each in others[part]]
        found.append(options)
    for group in dict.fromkeys(group for group, _word in synonyms.of_query(query.plain) if guess):
        concept = synonyms.concept(group)
        found.append([(concept, CONCEPT * ours.weight(concept))])
    return found


def _corrected(ours: Index, part: str) -> list[tuple[str, float]]:
    """What an unknown word may stand for."""
    begun = [word for word in ours.vocabulary if word.startswith(part)][:20]
    close = alike.near(part, ours.vocabulary, 0.7 if len(part) > 5 else 0.74, 4)
    return [(word, 0.9) for word in begun] + [(word, 0.9 * score) for word, score in close]


def called_in(ours: Index, query: Query) -> Mapping[int, tuple[str, float]]:
    """The items that the query names in full, and how much of it that name is."""
    return _called_in(ours, query.plain, query.whole)


_KATAKANA = re.compile("[ァ-ヺー]{3,}")


@lru_cache(64)
def _called_in(ours: Index, plain: str, whole: str) -> Mapping[int, tuple[str, float]]:
    words = [stem(word) for word in latin(plain)]
    content = sum(len(stem(word)) for word in latin(plain) if word not in STOP)
    found: dict[int, tuple[str, float]] = {}

    def take(called: Iterable[tuple[Item, Key]], share: float) -> None:
        for item, key in called:
            if share > found.get(item.order, ("", 0.0))[1]:
                found[item.order] = key.shown, share

    for some in _stretches(words, 8):
        stems = " ".join(some)
        if len(stems) > 2 and stems in ours.stems:
            take(ours.stems[stems], min(1.0, len(stems) / max(1, content)))
    alone = runs(plain)
    katakana = [fold(run) for run in _KATAKANA.findall(plain)]
    if not whole.isascii():
        for name in _stretches(whole, 24):
            if name not in ours.keys or name.isascii() or (len(name) < 2 and name not in alone):
                continue
            # A small part of a longer foreign word is another word.
            if not any(name in run and 2 * len(name) <= len(run) for run in katakana):
                take(ours.keys[name], min(1.0, 1.6 * len(name) / len(whole)))
    return found


def _stretches[T: Sequence[str]](whole: T, most: int) -> Iterator[T]:
    """Every run of up to ``most`` letters or words."""
    for start in range(len(whole)):
        for end in range(start + 1, min(start + most, len(whole)) + 1):
            yield whole[start:end]  # type: ignore[misc]  # a stretch is of its whole's type


_LEFT = re.compile(
    "(?:が|は|を|の|に|で|と|コスト|こすと|is|are|of|costs?|worth|value|number|no|=)+$"
)
_RIGHT = re.compile("^(?:つ|個|枚|本|こ|まい|の|of|x|more|or)+")


def _measures(ours: Index, query: Query) -> tuple[Measure, ...]:
    """The numbers of a query that are no part of the name of what it names, such as *Home 3*."""
    named = {
        int(number[1])
        for order, (key, _share) in called_in(ours, query).items()
        if key == ours.items[order].name.en and query.game in ("", ours.items[order].slug)
        if (number := _NUMBERED.search(key))
    }
    return tuple(each for each in query.measures[:4] if each.value not in named)


_NUMBERED = re.compile(r"[a-z] (\d{1,4})$")


def _facts(ours: Index, query: Query, measures: tuple[Measure, ...]) -> dict[int, float]:
    """The items whose numbers fit those of the query, from 0 to 1 and a little more."""
    found: dict[int, float] = defaultdict(float)
    whole = query.whole
    in_row = cache(lambda rows: any(word in whole for word in closure(rows)))
    for measure in measures:
        lefts = (measure.before, _LEFT.sub("", measure.before))
        rights = (measure.after, _RIGHT.sub("", measure.after))
        beside = cache(lambda of, lefts=lefts, rights=rights: _beside(closure(of), lefts, rights))
        best: dict[int, float] = {}
        for order, number in ours.numbers.get(measure.value, ()):
            if beside(number.of):
                fits = 1.0 + 0.3 * (number.rows != number.of and in_row(number.rows))
                best[order] = max(best.get(order, 0.0), fits - 0.1 * number.shared)
        for order, fits in best.items():
            found[order] += fits / len(measures)
    return found


def _beside(words: tuple[str, ...], lefts: tuple[str, ...], rights: tuple[str, ...]) -> bool:
    """Whether one of the words stands directly before or after a number."""
    before = any(left.endswith(words) for left in lefts)
    return before or any(right.startswith(words) for right in rights)


# ── near: spelt much like it ────────────────────────────────────────────────────────────

WHOLE = 6.0
"""What it adds that a whole name is spelt so."""
OTHER_KANJI = 0.85
"""What is left of a likeness where a kanji of the query is missing: a slip rarely changes one."""


def _least(query: Query) -> float:
    """How alike a name must be spelt. A wrong kanji is another word; a wrong letter a slip.

    Questions are much alike: *how often may a tool …* is not *how often may a magic …*.
    """
    if len(query.whole) > 9 and query.asks:
        return 88
    if query.whole.isascii():
        return 60
    return 66 if len(query.whole) < 5 else 70


def _spelt(ours: Index, query: Query, least: float, most: int = 12) -> list[Hit]:
    """Names by how alike they are spelt or sound, 100 being the same."""
    best: dict[Item, tuple[float, str]] = {}

    def take(wanted: str, table: Mapping[str, tuple[Item, ...]], least: float, by: str) -> None:
        if not 2 < len(wanted) <= LONG:
            return
        kanji = {letter for letter in wanted if "一" <= letter <= "鿿"}
        long = _as_long(ours, by, len(wanted), least / 100)
        for spelling, likeness in alike.near(wanted, long, least / 100, most):
            for item in table[spelling]:
                shown = _shown(item, spelling, by)
                # The whole name is meant more often than one word of a long one.
                score = 100 * likeness * (1.0 if kanji <= set(spelling) else OTHER_KANJI)
                score += WHOLE if shown else 0
                if score > best.get(item, (0.0, ""))[0]:
                    best[item] = score, shown

    take(query.whole, ours.spelt, least, "folded")
    take(sound(query.plain), ours.heard, least + 6, "sound")
    return [
        Hit(item, Why.NEAR, shown, score, (("spelling", score),))
        for item, (score, shown) in best.items()
    ]


@cache
def _as_long(ours: Index, by: str, length: int, least: float) -> tuple[str, ...]:
    """The spellings that are long enough, and no longer than may be, to be so much alike."""
    table = ours.spelt if by == "folded" else ours.heard
    return tuple(each for each in table if least * length <= len(each) <= length / least)


def _shown(item: Item, spelling: str, by: str) -> str:
    return next((key.shown for key in item.keys if spelling == getattr(key, by)), "")


def _nearest(ours: Index, query: Query, game: str) -> tuple[Hit, ...]:
    near = _spelt(ours, query, 30, 40) if len(query.whole) > 1 else []
    near = [hit for hit in near if not game or hit.item.slug == game] or near
    near.sort(key=lambda hit: -hit.score)
    return tuple(near[:5])

"""Interprets a query before any text is searched: game, kinds, numeric order, spellings.

The page shows each ``Interpretation`` as a chip that links to the query without it.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from companion.search.game_names import (
    ALIKE,
    Interpretation,
    game_name,
    is_known_word,
    lower,
    spelling,
)
from companion.search.number_filters import (
    ASKED_JA,
    LISTS,
    KindId,
    Order,
    comparison,
    ordering,
    without_labels,
)

from . import fuzzy, kana_readings
from .normalise import fold, latin, stem
from .search_index import Index


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """The interpretation of a query.

    - ``left``: the words left to search once those interpreted are removed.
    - ``games``, ``kinds``: games and kinds that the query names.
    - ``only_kinds``: the query asks for a list of these kinds.
    - ``order``: selection by a number, such as the cheapest.
    - ``notes``: interpretations to show to the user.
    """

    left: str
    games: frozenset[str] = frozenset()
    kinds: frozenset[KindId] = frozenset()
    only_kinds: bool = False
    order: Order | None = None
    notes: tuple[Interpretation, ...] = ()


def parse_query(index: Index, text: str, game: str = "") -> ParsedQuery:
    """Interprets the words of a query; ``game``: the slug of the only game searched, if any."""
    if fold(text) in index.keys:
        return ParsedQuery(text)
    notes: list[Interpretation] = []
    games: frozenset[str] = frozenset()
    left = text
    if named_game := game_name(index, text, game):
        games, left, note = named_game
        notes.append(note)
        if fold(left) in index.keys:
            return ParsedQuery(left, games, notes=tuple(notes))
    left = _strip_filler(index, left)
    left, put = kana_readings.as_written(left, index)
    notes += [spelling(typed, name, text) for typed, name in put]
    if name := _only_name(index, left):
        return ParsedQuery(name, games, notes=tuple(notes))
    within = frozenset((game,)) if game else games
    sign = comparison(left)
    # A fact label may contain a kind's name (workers on a boat) without meaning the kind.
    kinds, spans = _kinds(index, without_labels(index, left, within) if sign else left, within)
    bare = left
    for span in spans:
        at = bare.rfind(span)
        bare = f"{bare[:at]} {bare[at + len(span) :]}" if at >= 0 else bare
    order = ordering(index, sign, left, bare, within, kinds) if sign else None
    only = len(spans) == 1 and not order and _lists(bare)
    for span in spans if only or (order and order.whole_query) else ():
        named = sorted(kinds)[0]
        kind = next(i.kind for i in index.items if (i.slug, i.kind_id) == named)
        assert kind
        notes.append(
            Interpretation("kind", span.strip(), kind.name, text.replace(span, f'"{span.strip()}"'))
        )
        break
    return ParsedQuery(left, games, kinds, only, order, tuple(notes))


FILLER_FILE = Path(__file__).with_name("spoken.toml")


def _filler_patterns(
    raw: dict[str, list[str]], name: str
) -> tuple[re.Pattern[str], re.Pattern[str]]:
    before, after = (
        "|".join(
            rf"\b{re.escape(each)}\b" if each.isascii() else re.escape(each)
            for each in sorted(raw[key + name], key=len, reverse=True)
        )
        for key in ("before", "after")
    )
    marks = r"[\s,.:;!?、。：！？…]*"
    return (
        re.compile(rf"^{marks}(?:(?:{before}){marks})+", re.IGNORECASE),
        re.compile(rf"(?:{marks}(?:{after}))+{marks}$", re.IGNORECASE),
    )


_FILLER, _ASKS_NAME = (
    _filler_patterns(tomllib.loads(FILLER_FILE.read_text("utf-8")), name) for name in ("", "_name")
)


def _strip_filler(index: Index, text: str) -> str:
    """Removes phrases around a question that say nothing, unless too little would be left.

    Nothing is removed if the phrase before a single word may be a name: *well* is filler, but in
    *well upgrade* it may be the piece.
    """
    before, after = _FILLER
    starts = before.match(text)
    left = after.sub("", text[starts.end() if starts else 0 :])
    if starts and len(left.split()) < 2 and fold(starts[0]) in index.keys:
        return text
    return left if len(fold(left)) > 3 else text


def _only_name(index: Index, text: str) -> str:
    """Returns the name in a question such as *what is the forge?*; "" for any other question."""
    before, after = _ASKS_NAME
    starts = before.match(text)
    for begin in dict.fromkeys((starts.end() if starts else 0, 0)):
        name = after.sub("", text[begin:])
        if name != text and fold(name) in index.keys:
            return name
    return ""


# ── kinds ───────────────────────────────────────────────────────────────────────────────


def _kinds(index: Index, text: str, within: frozenset[str]) -> tuple[frozenset[KindId], list[str]]:
    """Returns the kinds that a query names, longest names first, and the query's words for them."""
    named_kinds: set[KindId] = set()
    spans: list[str] = []

    def take(name: str, span: str) -> bool:
        kinds = [k for k in index.called_kinds.get(name, ()) if not within or k[0] in within]
        if kinds and not any(span in other for other in spans):
            named_kinds.update(kinds)
            spans.append(span)
        return bool(kinds)

    words = list(re.finditer(r"[a-z0-9'’]+", text.lower()))
    unknown = []
    at = 0
    while at < len(words):
        for length in range(min(3, len(words) - at), 0, -1):
            some = words[at : at + length]
            span = text[some[0].start() : some[-1].end()]
            bare = fold(" ".join(stem(word) for each in some for word in latin(each[0])))
            if take(fold(span), span) or take(bare, span):
                at += length
                break
        else:
            if len(words[at][0]) > 4 and not is_known_word(index, words[at][0]):
                unknown.append(words[at][0])
            at += 1
    low = lower(text)
    if not low.isascii():
        begin = index.begin_kinds
        for start in (n for n, letter in enumerate(low) if letter in begin):
            for end in range(min(start + 12, len(low)), start + 1, -1):
                name = low[start:end]
                if not name.isascii() and take(name, text[start:end]):
                    break
        for run in re.findall("[一-鿿]+", low):
            if len(run) == 1:
                take(run, run)
    if not named_kinds:
        for word in unknown:
            called = [name for name in index.called_kinds if len(name) > 3]
            if near := fuzzy.nearest(stem(word), called, ALIKE):
                take(near, word)
    return frozenset(named_kinds), spans


_LISTING = frozenset(
    re.findall(
        r"\w+",
        """what which are there is the of in i me us please do does we can you tell give""",
    )
)


def _lists(bare: str) -> bool:
    """True if the words beside the name of a kind only ask for a list, as in *all tiles*."""
    if any(word not in LISTS and word not in _LISTING for word in latin(bare)):
        return False
    left = re.sub(
        r"(?:の|は|を|が|って|に|で|か|です|ます|たち|ください|ほしい)",
        " ",
        ASKED_JA.sub(" ", bare),
    )
    return not re.search("[ぁ-ゖァ-ヺ一-鿿]", left)

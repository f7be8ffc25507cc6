"""Features by which a query is compared with texts: words, synonyms, numbers, form, n-grams.

Groups of synonyms are general ones (``synonyms.toml``), or those of one game's vocabulary.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from companion.messages import say
from scoring import games_by_slug
from scoring.model.catalogue import Catalogue, Entry, FactKind

from .normalise import (
    STOP,
    distinct_folds,
    fold,
    in_kana,
    language_of,
    latin,
    parts,
    query_parts,
    sound,
    split_words,
    stem,
    wide,
)

FORM, SYNONYM = 0.6, 0.8
"""Weights of a question's form (*when*, *may*...) and of a synonym, relative to 1 for a word."""
LITTLE, PAIR, HIRAGANA = 0.4, 0.5, 0.3
"""Weights of a stop word, two adjacent words, and 2 or 3 adjacent letters with hiragana."""
JAPANESE_SHORT, JAPANESE_LONG, LATIN = 1, 2, 3
"""N-gram lengths in letters: two for Japanese, and one for other scripts."""

# ── synonyms ────────────────────────────────────────────────────────────────────────────────────


FILE = Path(__file__).with_name("synonyms.toml")


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a synonym group; ``stems`` is empty unless it is Latin."""

    text: str
    folded: str
    stems: str


@dataclass(frozen=True, slots=True)
class Group:
    """Words with the same meaning, in general or in one game (``game`` is its slug)."""

    words: tuple[Word, ...]
    game: str = ""


@cache
def groups() -> tuple[Group, ...]:
    """Returns all synonym groups: the general ones (``GENERAL``), then those of each game.

    Elsewhere a group is identified by its index in this tuple.

    Raises ``ValueError`` for a group without two words.
    """
    return GENERAL + tuple(
        _group(number, words, slug)
        for slug, game in games_by_slug().items()
        for number, words in enumerate(game.catalogue.vocabulary.same, 1)
    )


def _group(number: int, texts: Iterable[str], game: str) -> Group:
    words = tuple(_word(each) for each in texts)
    if len({word.folded for word in words}) < 2:
        raise ValueError(f"{game or FILE.name}: group {number} has no two words")
    return Group(words, game)


def _word(text: str) -> Word:
    return Word(text, fold(text), " ".join(map(stem, latin(text))) if text.isascii() else "")


GENERAL = tuple(
    _group(number, group["words"], "")
    for number, group in enumerate(tomllib.loads(FILE.read_text("utf-8"))["same"], 1)
)
"""The synonym groups that all games share."""


def concept(group: int) -> str:
    """Returns the pseudo word that stands for a synonym group in the index; no text contains it."""
    return f"#{group}"


def concepts(texts: Iterable[tuple[float, str]], game: str) -> dict[str, float]:
    """Returns the pseudo words of the synonym groups that texts mention, with their weights.

    ``texts`` are pairs of weight and text; a group gets the greatest weight. Groups of other games
    than ``game`` are left out.
    """
    weights: dict[str, float] = {}
    for weight, text in texts:
        for number, _word in mentioned_groups(text):
            if groups()[number].game not in ("", game):
                continue
            weights[concept(number)] = max(weights.get(concept(number), 0.0), weight)
    return weights


def mentioned_groups(text: str) -> Iterator[tuple[int, Word]]:
    """Yields the numbers of the synonym groups that a text mentions, each with the word used."""
    by_stems, longest, listed, others = _tables()
    stems = [stem(word) for word in latin(text)]
    for start in range(len(stems)):
        for end in range(start + 1, min(start + longest, len(stems)) + 1):
            yield from by_stems.get(" ".join(stems[start:end]), ())
    if text.isascii():
        return
    # A single kanji counts only as a separate word, not within a compound.
    folded = f" {' '.join(split_words(text))} {fold(text)} "
    pairs = {folded[at : at + 2] for at in range(len(folded) - 1)}
    near = sorted(n for pair in pairs & others.keys() for n in others[pair])
    for wanted, number, word in (listed[n] for n in near):
        if wanted in folded:
            yield number, word


@cache
def _tables() -> tuple[
    Mapping[str, tuple[tuple[int, Word], ...]],
    int,
    tuple[tuple[str, int, Word], ...],
    Mapping[str, tuple[int, ...]],
]:
    """Returns lookup tables of all synonyms.

    In this order: Latin words by their stems, with group numbers; the greatest number of stems in
    a word; a list of Japanese words with group numbers; indexes in this list by first two letters.
    """
    by_stems: dict[str, tuple[tuple[int, Word], ...]] = {}
    others = []
    for number, group in enumerate(groups()):
        for word in group.words:
            if word.stems:
                by_stems[word.stems] = (*by_stems.get(word.stems, ()), (number, word))
            else:
                wanted = word.folded if len(word.folded) > 1 else f" {word.folded} "
                others.append((wanted, number, word))
    begin: dict[str, tuple[int, ...]] = {}
    for n, wanted in enumerate(each for each, _number, _word in others):
        begin[wanted[:2]] = (*begin.get(wanted[:2], ()), n)
    return by_stems, max(len(stems.split()) for stems in by_stems), tuple(others), begin


@cache
def closure(words: tuple[str, ...]) -> tuple[str, ...]:
    """Returns folded words with all their general synonyms."""
    found = dict.fromkeys(words)
    for group in GENERAL:
        if any(word.folded in found for word in group.words):
            found |= dict.fromkeys(word.folded for word in group.words)
    return tuple(found)


type Mentioned = tuple[tuple[int, Word], ...]
"""The words of a text that have synonyms, each after the number of its synonym group."""

# ── numbers ─────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Number:
    """A number among the facts or scores of an entry, such as its cost.

    - ``of``: folded words for what it counts, such as *wood*.
    - ``rows``: folded words for the fact that has it, such as *cost*.
    - ``shared``: the same fact also counts other pieces, as a cost of wood and stone does.
    """

    value: int
    of: tuple[str, ...]
    rows: tuple[str, ...]
    shared: bool = False


def entry_numbers(catalogue: Catalogue, entry: Entry) -> Iterator[Number]:
    """Yields the numbers in an entry's facts and scores, with words that may stand beside them."""
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
    """Returns folded words for a fact: its id, its labels and, without figures, their words.

    Words of labels with a figure, such as *points for 3*, would match other facts.
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


# ── questions, and what else is in a text ───────────────────────────────────────────────────────


_FORMS = [
    (form, re.compile(pattern))
    for form, pattern in [
        ("many", r"\bhow (?:many|much)\b|number of|いくつ|いくら|何[個枚人点体本つ隻冊歩色種]"),
        ("often", r"\bhow (?:often|many times)\b|何[回度]"),
        ("long", r"\bhow (?:long|many rounds)\b|いつまで|何ラウンド"),
        ("when", r"^\W*(?:and |so |but )?when\b|いつ|どの時点|タイミング"),
        ("where", r"\bwhere\b|どこ|どちらへ"),
        ("who", r"\b(?:who|whose|whom)\b|誰|だれ"),
        ("why", r"\bwhy\b|なぜ|どうして"),
        ("may", r"\b(?:can|may|could|allowed|possible)\b|使える|置ける"
                r"|(?:いい|よい|[えけせてれ]る|できる|られる)(?:か|の|かな|ですか)?[？?]?$"),
        ("must", r"\b(?:must|have to|need to|forced|obliged)\b|必ず|必要|ないと|なければ|なきゃ"),
        ("which", r"\bwhich\b|\bwhat (?:card|tile)s?\b|(?:カード|タイル)は[？?]?$|どれ|どの"),
        ("if", r"\b(?:if|what happens|happens)\b|たら|どうなる|場合|ときは"),
        ("how", r"\bhow (?:do|does|to|can|is|are)\b"
                r"|どうやって|方法|やり方|使い方|には[？?]?$|仕方"),
        ("what", r"\bwhat (?:is|are|s|does|do)\b|とは|って何|何[？?]?$|効果"),
    ]
]  # fmt: skip
"""Patterns for the forms of questions (how many, when, may I...) in both languages."""


def question_forms(text: str) -> frozenset[str]:
    """Returns the forms of questions in a text, such as *when* or *may*.

    >>> sorted(question_forms("when may I buy?")), sorted(question_forms("どこで買える？"))
    (['may', 'when'], ['may', 'where'])
    """
    low = wide(text)
    return frozenset(form for form, pattern in _FORMS if pattern.search(low))


_ASKING_EN = frozenset(
    re.findall(
        r"\w+",
        """what when where which who whom whose why how can could do does did is are am was were
        may might must should shall will would has have had whats whos if""",
    )
)
_LATER_EN = re.compile(
    r"[,;:–—.!?-] *(?:(?:and|so|but) )?(?:what|when|where|which|who|whose|why|how|do|does|is|are"
    r"|am|can|may|must|should|will)\b|\bhow (?:many|much|often|long)\b"
)
"""Matches the start of a question after an introduction: *I was outbid, do I get them back*."""
_ASKING_JA = re.compile(
    "[?？]|何|なん|なに|いつ|どう|どこ|どれ|どの|どち|誰|だれ|いくつ|いくら|なぜ|"
    "(?:か|の|かな|っけ|とは|る|い|た|時|とき|場合|方法|やり方|って)$"
)


def is_question(query: str) -> bool:
    """True if a query is a question rather than a name or a few words.

    >>> [is_question(q) for q in ("can gold replace wood", "緑は代わりになる？", "Sea Bastion")]
    [True, True, False]
    >>> [is_question(q) for q in ("what's a keyple", "outbid, do I get them back", "stone yard")]
    [True, True, False]
    """
    plain = wide(query).strip()
    if language_of(query) == "ja":
        return len(plain) > 4 and bool(_ASKING_JA.search(plain))
    words = re.findall(r"[a-z0-9]+", re.sub("['’](?:s|re|m|ve|d|ll)\\b", " ", plain))
    if plain.endswith("?"):
        return len(words) > 1
    return len(words) > 2 and (words[0] in _ASKING_EN or bool(_LATER_EN.search(plain)))


_HIRAGANA = re.compile("[ぁ-ゖ]")


def filler(text: str) -> dict[str, float]:
    """Returns stop words, pairs of words and hiragana sequences of a text, with their weights."""
    words = latin(text)
    weights = {f"~{word}": LITTLE for word in words if word in STOP}
    weights |= {f"{one} {other}": PAIR for one, other in pairwise(map(stem, words))}
    if not text.isascii():
        whole = fold(text)
        some = (whole[at : at + n] for n in (2, 3) for at in range(len(whole) - n + 1))
        weights |= {f"~{each}": HIRAGANA for each in some if _HIRAGANA.search(each)}
    return weights


def features(text: str) -> tuple[dict[str, float], Mentioned]:
    """Returns a text's features with their weights, and its words that have synonyms.

    A feature is a word, a letter pair, a synonym group or a form of question.
    """
    weights, groups = dict(parts(text)), tuple(mentioned_groups(text))
    groups_of_word = Counter(word for _group, word in groups)
    for group, word in groups:
        part = concept(group)
        weights[part] = max(weights.get(part, 0.0), SYNONYM / groups_of_word[word])
    return weights | {f"?{form}": FORM for form in question_forms(text)}, groups


def ngrams(text: str) -> list[str]:
    """Returns the n-grams of letters of a text; Latin ones extend over the ends of words.

    >>> ngrams("two ox"), ngrams("緑の家")
    ([' tw', 'two', 'wo ', 'o o', ' ox', 'ox '], ['緑', 'の', '家', '緑の', 'の家'])
    """
    whole, lengths = f" {' '.join(latin(text))} ", [LATIN]
    if language_of(text) == "ja":
        whole, lengths = fold(text), [JAPANESE_SHORT, JAPANESE_LONG]
    return [whole[at : at + n] for n in lengths for at in range(len(whole) - n + 1)]


@dataclass(frozen=True, slots=True)
class QueryFeatures:
    """Features of a query, computed once when it is parsed.

    - ``words``, ``stems``: its Latin words, and their stems.
    - ``sound``, ``kana``: its pronunciation, and romaji as hiragana; "" if it is neither.
    - ``parts``: its words and letter pairs, each with a weight.
    - ``forms``: forms of questions, such as *when*.
    - ``synonyms``: its words that have synonyms, after the number of their group.
    - ``weights``: its ``features``; ``filler``: its little words, pairs of words etc.
    - ``ngrams``: how often it has each n-gram.
    - ``language``: "en" or "ja"; ``is_question``: it is a question, as it was typed.
    """

    words: tuple[str, ...]
    stems: tuple[str, ...]
    sound: str
    kana: str
    parts: Mapping[str, float]
    forms: frozenset[str]
    synonyms: Mentioned
    weights: Mapping[str, float]
    filler: Mapping[str, float]
    ngrams: Mapping[str, int]
    language: str
    is_question: bool


def query_features(text: str, typed: str, whole: str, unsplit: Container[str]) -> QueryFeatures:
    """Computes the features of a query.

    - ``text``: its words to search; ``typed``: those before they were interpreted.
    - ``whole``: its terms as one text; ``unsplit``: katakana words that stay whole in ``parts``.
    """
    words, pronunciation, kana = tuple(latin(text)), sound(text), in_kana(whole)
    stems, language = tuple(map(stem, words)), language_of(text)
    split_parts = query_parts(text, unsplit)
    ngram_counts, filler_weights = Counter(ngrams(text)), filler(text)
    weights, groups = features(text)
    return QueryFeatures(
        words=words,
        stems=stems,
        sound=pronunciation,
        kana=kana,
        parts=split_parts,
        forms=question_forms(text),
        synonyms=groups,
        weights=weights,
        filler=filler_weights,
        ngrams=ngram_counts,
        language=language,
        is_question=is_question(typed),
    )

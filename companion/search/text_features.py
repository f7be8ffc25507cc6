"""Features by which texts are compared: words, synonyms, the form of a question, n-grams."""

import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from . import fuzzy
from .normalise import STOP, fold, language_of, latin, parts, split_words, stem, wide

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
    """A word of a group of synonyms: as written, normalised, and (if Latin) without endings."""

    text: str
    folded: str
    stems: str


type Group = tuple[Word, ...]
"""Words with the same meaning."""
type Mentioned = tuple[tuple[int, Word], ...]
"""The words of a text that have synonyms, each after the number of its group."""


def group(words: Iterable[str], of: str) -> Group:
    """Returns a group of synonyms from ``words``; ``ValueError`` if they are fewer than two.

    ``of``: name of their source, for the error's message.
    """
    words = tuple(words)
    if len(set(map(fold, words))) < 2:
        raise ValueError(f"{of}: {', '.join(words)} are no two words")
    return tuple(
        Word(text, fold(text), " ".join(map(stem, latin(text))) if text.isascii() else "")
        for text in words
    )


GENERAL = tuple(
    group(each["words"], FILE.name) for each in tomllib.loads(FILE.read_text("utf-8"))["same"]
)
"""The synonyms that hold in any text."""


def concept(group: int) -> str:
    """Returns the pseudo word, such as #3, for a group of synonyms; no text contains it."""
    return f"#{group}"


class Synonyms:
    """Finds words that have synonyms in a text. A group's number is its index in ``groups``."""

    def __init__(self, groups: Sequence[Group]) -> None:
        self.groups = groups
        # Latin words by their stems; others by two letters, with spaces if they have one.
        self._by_stems: dict[str, list[tuple[int, Word]]] = defaultdict(list)
        self._by_letters: dict[str, list[tuple[int, Word, str]]] = defaultdict(list)
        for number, words in enumerate(groups):
            for word in words:
                if word.stems:
                    self._by_stems[word.stems].append((number, word))
                else:
                    wanted = word.folded if len(word.folded) > 1 else f" {word.folded} "
                    self._by_letters[wanted[:2]].append((number, word, wanted))
        self._longest = max(len(stems.split()) for stems in self._by_stems)

    def mentioned(self, text: str) -> Mentioned:
        """Returns the words of a text that have synonyms, as (number of their group, word)."""
        stems = [stem(word) for word in latin(text)]
        found: list[tuple[int, Word]] = []
        for start in range(len(stems)):
            for end in range(start + 1, min(start + self._longest, len(stems)) + 1):
                found += self._by_stems.get(" ".join(stems[start:end]), ())
        if text.isascii():
            return tuple(found)
        # A single kanji counts only as a separate word, not within a compound.
        folded = f" {' '.join(split_words(text))} {fold(text)} "
        pairs = dict.fromkeys(folded[at : at + 2] for at in range(len(folded) - 1))
        for pair in pairs:
            for number, word, wanted in self._by_letters.get(pair, ()):
                if wanted in folded:
                    found.append((number, word))
        return tuple(found)


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


LIST_WORDS = tomllib.loads(Path(__file__).with_name("list_words.toml").read_text("utf-8"))
"""Words with which queries ask for lists, and compare numbers."""
_LISTS, _LISTING = (frozenset(LIST_WORDS[name].split()) for name in ("lists", "listing"))
_LISTS_JA, _LISTING_JA = (re.compile(LIST_WORDS[name]) for name in ("lists_ja", "listing_ja"))


def beyond_list(text: str) -> set[str]:
    """Returns a query's words and letter pairs without those that ask for a list, such as *all*."""
    left = " ".join(word for word in _LISTS_JA.sub(" ", text).split() if word not in _LISTS)
    return {part for part, weight in parts(left).items() if weight >= 1}


def only_lists(bare: str) -> bool:
    """True if a query only asks for a list, such as *all tiles*.

    ``bare``: the query without the name of the kind, here *tiles*.
    """
    left = _LISTING_JA.sub(" ", _LISTS_JA.sub(" ", bare))
    return set(latin(bare)) <= _LISTS | _LISTING and not re.search("[ぁ-ゖァ-ヺ一-鿿]", left)


_HIRAGANA = re.compile("[ぁ-ゖ]")


def filler(text: str) -> dict[str, float]:
    """Returns features of a text that say little, with weights: stop words, word pairs, hiragana.

    Hiragana are taken in sequences of two or three letters.
    """
    words = latin(text)
    weights = {f"~{word}": LITTLE for word in words if word in STOP}
    weights |= {f"{one} {other}": PAIR for one, other in pairwise(map(stem, words))}
    if not text.isascii():
        whole = fold(text)
        some = (whole[at : at + n] for n in (2, 3) for at in range(len(whole) - n + 1))
        weights |= {f"~{each}": HIRAGANA for each in some if _HIRAGANA.search(each)}
    return weights


def features(text: str, synonyms: Synonyms) -> tuple[dict[str, float], Mentioned]:
    """Returns a text's features with their weights, and its words that have synonyms.

    A feature is a word, a letter pair, a group of synonyms or a form of question.
    """
    weights, groups = dict(parts(text)), synonyms.mentioned(text)
    groups_of_word = Counter(word for _group, word in groups)
    for group, word in groups:
        part = concept(group)
        weights[part] = max(weights.get(part, 0.0), SYNONYM / groups_of_word[word])
    return weights | {f"?{form}": FORM for form in question_forms(text)}, groups


def ngrams(text: str) -> list[str]:
    """Returns a text's sequences of a few letters; Latin ones extend over the ends of words.

    >>> ngrams("two ox"), ngrams("緑の家")
    ([' tw', 'two', 'wo ', 'o o', ' ox', 'ox '], ['緑', 'の', '家', '緑の', 'の家'])
    """
    whole, lengths = f" {' '.join(latin(text))} ", [LATIN]
    if language_of(text) == "ja":
        whole, lengths = fold(text), [JAPANESE_SHORT, JAPANESE_LONG]
    return [whole[at : at + n] for n in lengths for at in range(len(whole) - n + 1)]


# ── phrases around a question ───────────────────────────────────────────────────────────────────

FILLER = Path(__file__).with_name("filler_words.toml")


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
    _filler_patterns(tomllib.loads(FILLER.read_text("utf-8")), name) for name in ("", "_name")
)


def strip_filler(text: str, names: Container[str]) -> str:
    """Returns a question without phrases around it that say nothing, such as *well*.

    It stays whole if too little would be left, or if the phrase before a single word may be a name:
    in *well upgrade*, *well* may be the piece. ``names``: all names, normalised.
    """
    before, after = _FILLER
    starts = before.match(text)
    left = after.sub("", text[starts.end() if starts else 0 :])
    if starts and len(left.split()) < 2 and fold(starts[0]) in names:
        return text
    return left if len(fold(left)) > 3 else text


def only_name(text: str, names: Container[str]) -> str:
    """Returns the name in a question such as *what is the forge?*; "" for any other question.

    ``names``: all names, normalised.
    """
    before, after = _ASKS_NAME
    starts = before.match(text)
    for begin in dict.fromkeys((starts.end() if starts else 0, 0)):
        name = after.sub("", text[begin:])
        if name != text and fold(name) in names:
            return name
    return ""


_FOREIGN = re.compile(
    r"\b(?:in|playing) (?!(?:an?|the|my|your|our) )([a-z'-]+(?: [a-z'-]+){0,3})[?.!]*$"
    r"|^([ァ-ヺー]{3,}|[一-鿿]{2,})(?:って|で|だと)|^([ァ-ヺー]{5,}|[一-鿿]{3,})の"
)
"""The place of a game's name in a question: at its end in English, at its start in Japanese."""
ODD = 0.7
"""Likeness, 0 to 1, above which a word in katakana may be a misspelt name and not a game's."""


def foreign_game(text: str, known: Iterable[Container[str]], names: Sequence[str]) -> str:
    """Returns the words where a question names a game, if none is ``known`` or like a name."""
    if not (is_question(text) and (match := _FOREIGN.search(wide(text)))):
        return ""
    words = next(filter(None, match.groups()))
    whole = "ァ" <= words[0] <= "ー"  # pairs of katakana are everywhere, and may be misspelt
    found = {fold(words)} if whole else {part for part in parts(words) if len(part) > 1}
    if not found or any(part in each for part in found for each in known):
        return ""
    return "" if whole and fuzzy.nearest(fold(words), names, ODD) else words

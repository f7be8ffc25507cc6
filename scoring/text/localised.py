"""Words in every language the companion speaks. Everything a person reads is a ``Text``.

A text is put together only when somebody reads it, so that scoring and searching never format
a sentence that nobody sees.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

SOURCE_LANGUAGES = ("en", "ja")
"""Every text exists in these; data files give both side by side."""


def _languages() -> tuple[str, ...]:
    found = {path.stem for path in (Path(__file__).parent / "words").glob("*.ftl")}
    return (*SOURCE_LANGUAGES, *sorted(found - set(SOURCE_LANGUAGES)))


LANGUAGES = _languages()
"""The languages that games share words in; a game may lack all but the source languages."""


@lru_cache(256)
def spoken(language: str) -> str:
    """The language that a reader of ``language`` gets.

    >>> spoken("ja-JP"), spoken("tlh")
    ('ja', 'en')
    """
    plain = language.lower().replace("_", "-")
    if plain in LANGUAGES:
        return plain
    base = plain.partition("-")[0]
    return base if base in LANGUAGES else SOURCE_LANGUAGES[0]


def number_text(number: int | Fraction) -> str:
    """A number in digits, with the minus sign instead of a hyphen.

    >>> number_text(-4), number_text(Fraction(7, 2))
    ('−4', '7/2')
    """
    return str(number).replace("-", "−")


class Text:
    """The same words in every language. Texts are equal if they say the same."""

    __slots__ = ()

    def said(self, language: str) -> str:
        """The words in ``language``; a language that is not there reads English."""
        raise NotImplementedError

    @property
    def en(self) -> str:
        return self.said("en")

    @property
    def ja(self) -> str:
        return self.said("ja")

    def json(self) -> dict[str, str]:
        """Language to words."""
        return {language: self.said(language) for language in LANGUAGES}

    def __add__(self, other: Text) -> Text:
        return Joined((self, other))

    def __bool__(self) -> bool:
        return bool(self.said(SOURCE_LANGUAGES[0]))

    def __str__(self) -> str:
        return self.said(SOURCE_LANGUAGES[0])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and self.json() == other.json()

    def __hash__(self) -> int:
        return hash(self.said(SOURCE_LANGUAGES[0]))


@dataclass(frozen=True, slots=True, eq=False)
class Given(Text):
    """Words as the data files give them.

    >>> Given({"en": "Gold", "ja": "金"}).said("ja")
    '金'
    """

    words: Mapping[str, str]

    def said(self, language: str) -> str:
        words = self.words
        return words[language] if language in words else words.get(spoken(language), words["en"])


@dataclass(frozen=True, slots=True, eq=False)
class Verbatim(Text):
    """The same in every language: a name that somebody typed, a number, a sign."""

    words: str

    def said(self, language: str) -> str:
        return self.words


@dataclass(frozen=True, slots=True, eq=False)
class Joined(Text):
    """Texts one after the other, with nothing or a text between them."""

    parts: tuple[Text, ...]
    between: Text | None = None

    def said(self, language: str) -> str:
        between = self.between.said(language) if self.between else ""
        return between.join(part.said(language) for part in self.parts)


EMPTY: Text = Verbatim("")


def number(value: Fraction | int) -> Text:
    """Whole numbers plainly, others as a fraction.

    >>> number(Fraction(3)).en, number(Fraction(1, 2)).en
    ('3', '1/2')
    """
    return Verbatim(str(value))


def joined(texts: Iterable[Text], between: Text | None = None) -> Text:
    """Texts strung together. For a list with commas use ``words.listed``."""
    return Joined(tuple(texts), between)


def from_table(table: object, more: Mapping[str, str] | None = None) -> Text:
    """``{"en": ..., "ja": ...}`` as a ``Text``; ``more`` has further languages.

    Raises ``ValueError`` unless exactly the source languages are there and none is empty: the
    problem, and the key at fault if there is one.
    """
    if not isinstance(table, Mapping):
        raise ValueError('should be a table of both languages: { en = "…", ja = "…" }')
    if set(table) != set(SOURCE_LANGUAGES):
        missing = sorted(set(SOURCE_LANGUAGES) - set(table))
        extra = sorted(set(table) - set(SOURCE_LANGUAGES))
        problem = " and ".join(
            [f"lacks {', '.join(missing)}"] * bool(missing)
            + [f"has unknown {', '.join(map(str, extra))}"] * bool(extra)
        )
        raise ValueError(problem, *extra[:1])
    for language in SOURCE_LANGUAGES:
        if not isinstance(table[language], str) or not table[language].strip():
            raise ValueError(f"{language} is empty", language)
    return Given({language: words.strip() for language, words in table.items()} | dict(more or {}))

"""Texts in every language of the app. Whatever is displayed to people is a ``Text``.

A text is formatted only when it is read, so scoring and searching spend no time on sentences that
nobody sees.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

SOURCE_LANGUAGES = ("en", "ja")
"""Languages in which every text exists. Data files contain both next to each other."""


def _languages() -> tuple[str, ...]:
    found = {path.stem for path in (Path(__file__).parent / "words").glob("*.ftl")}
    return (*SOURCE_LANGUAGES, *sorted(found - set(SOURCE_LANGUAGES)))


LANGUAGES = _languages()
"""Languages of the app. Every message shared by all games exists in each; a game may have only the
source languages."""


def supported_language(language: str) -> str:
    """Returns the language in which the app speaks to a reader of ``language``.

    >>> supported_language("ja-JP"), supported_language("tlh")
    ('ja', 'en')
    """
    plain = language.lower().replace("_", "-")
    if plain in LANGUAGES:
        return plain
    base = plain.partition("-")[0]
    return base if base in LANGUAGES else SOURCE_LANGUAGES[0]


def number_text(number: int | Fraction) -> str:
    """Formats a number in digits, with a true minus sign instead of a hyphen.

    >>> number_text(-4), number_text(Fraction(7, 2))
    ('−4', '7/2')
    """
    return str(number).replace("-", "−")


class Text:
    """A text in every language of the app; two are equal if they are so in each language."""

    __slots__ = ()

    def in_language(self, language: str) -> str:
        """Returns the text's words in ``language``, or in English if that language is missing."""
        raise NotImplementedError

    @property
    def en(self) -> str:
        return self.in_language("en")

    @property
    def ja(self) -> str:
        return self.in_language("ja")

    def json(self) -> dict[str, str]:
        """Returns a text's words by language, such as {"en": "Gold", "ja": "金"}."""
        return {language: self.in_language(language) for language in LANGUAGES}

    def __add__(self, other: "Text") -> "Text":
        return Joined((self, other))

    def __bool__(self) -> bool:
        return bool(self.in_language(SOURCE_LANGUAGES[0]))

    def __str__(self) -> str:
        return self.in_language(SOURCE_LANGUAGES[0])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and self.json() == other.json()

    def __hash__(self) -> int:
        return hash(self.in_language(SOURCE_LANGUAGES[0]))


@dataclass(frozen=True, slots=True, eq=False)
class Given(Text):
    """A text with its words given by language, as in the data files.

    >>> Given({"en": "Gold", "ja": "金"}).in_language("ja")
    '金'
    """

    words: Mapping[str, str]

    def in_language(self, language: str) -> str:
        words = self.words
        return (
            words[language]
            if language in words
            else words.get(supported_language(language), words["en"])
        )


@dataclass(frozen=True, slots=True, eq=False)
class Verbatim(Text):
    """A text that is the same in every language: a name that somebody typed, a number, a sign."""

    words: str

    def in_language(self, language: str) -> str:
        return self.words


@dataclass(frozen=True, slots=True, eq=False)
class Joined(Text):
    """Several texts joined to one, with ``between`` (a separator) after each but the last."""

    parts: tuple[Text, ...]
    between: Text | None = None

    def in_language(self, language: str) -> str:
        between = self.between.in_language(language) if self.between else ""
        return between.join(part.in_language(language) for part in self.parts)


EMPTY: Text = Verbatim("")


def number(value: Fraction | int) -> Text:
    """Converts ``value`` to a text: a whole number in digits, any other as a fraction.

    >>> number(Fraction(3)).en, number(Fraction(1, 2)).en
    ('3', '1/2')
    """
    return Verbatim(str(value))


def joined(texts: Iterable[Text], between: Text | None = None) -> Text:
    """Joins texts to one, with ``between`` (a separator) after each but the last.

    For a list with commas use ``Words.listed``.
    """
    return Joined(tuple(texts), between)


def from_table(table: object, more: Mapping[str, str] | None = None) -> Text:
    """Converts ``{"en": ..., "ja": ...}`` to a ``Text``.

    ``more``: the text in further languages, by language. Raises ``ValueError`` unless the table has
    exactly English and Japanese, neither empty; its arguments are a description of the problem and,
    if one key has it, that key.
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

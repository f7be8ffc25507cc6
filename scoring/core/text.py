"""Words in both languages.

Everything a person reads is a ``Text``; there is no default language inside ``scoring``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

LANGUAGES = ("en", "ja")


@dataclass(frozen=True, slots=True)
class Text:
    """The same words in English and Japanese.

    >>> Text("Gold", "金").said("ja")
    '金'
    """

    en: str
    ja: str

    def said(self, language: str) -> str:
        """The words in ``language``; anything but Japanese reads English."""
        return self.ja if language.lower().startswith("ja") else self.en

    def fill(self, **values: object) -> Text:
        """Both languages with ``{name}`` replaced; a ``Text`` value speaks each language.

        >>> Text("{n} of {what}", "{what}を{n}").fill(n=2, what=Text("gold", "金"))
        Text(en='2 of gold', ja='金を2')
        """
        return Text(
            self.en.format(**{key: _said(value, "en") for key, value in values.items()}),
            self.ja.format(**{key: _said(value, "ja") for key, value in values.items()}),
        )

    def __add__(self, other: Text) -> Text:
        return Text(self.en + other.en, self.ja + other.ja)

    def json(self) -> dict[str, str]:
        return {"en": self.en, "ja": self.ja}


def _said(value: object, language: str) -> object:
    if isinstance(value, Text):
        return value.said(language)
    if isinstance(value, Fraction):
        return number(value)
    return value


EMPTY = Text("", "")


def join(texts: Iterable[Text], en: str = ", ", ja: str = "、") -> Text:
    """Texts strung together, each language with its own comma."""
    listed = list(texts)
    return Text(en.join(t.en for t in listed), ja.join(t.ja for t in listed))


def counted(n: int, one: str, many: str, ja: str) -> Text:
    """A number with its noun: English bends the noun, Japanese adds the counter.

    >>> counted(1, "set", "sets", "組"), counted(2, "set", "sets", "組")
    (Text(en='1 set', ja='1組'), Text(en='2 sets', ja='2組'))
    """
    return Text(f"{n} {one if n == 1 else many}", f"{n}{ja}")


def number(value: Fraction | int) -> str:
    """Whole numbers plainly, others as a fraction.

    >>> number(Fraction(3)), number(Fraction(1, 2))
    ('3', '1/2')
    """
    return str(value)


def from_table(table: object) -> Text:
    """``{"en": ..., "ja": ...}`` as a ``Text``.

    Raises ``ValueError`` unless exactly the two languages are there and neither is empty.
    """
    if not isinstance(table, Mapping):
        raise ValueError("should be a table with en and ja")
    if set(table) != set(LANGUAGES):
        missing = sorted(set(LANGUAGES) - set(table))
        extra = sorted(set(table) - set(LANGUAGES))
        raise ValueError(
            " and ".join(
                [f"lacks {', '.join(missing)}"] * bool(missing)
                + [f"has unknown {', '.join(map(str, extra))}"] * bool(extra)
            )
        )
    for language in LANGUAGES:
        if not isinstance(table[language], str) or not table[language].strip():
            raise ValueError(f"{language} is empty")
    return Text(table["en"].strip(), table["ja"].strip())

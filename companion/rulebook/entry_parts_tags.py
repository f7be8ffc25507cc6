"""Tags and filters that render a catalogue: names with matches marked, scores, facts."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from django import template
from django.template.loader import select_template
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString

from companion.games import game_templates
from companion.games.localised_text_tags import icon
from companion.search import fold
from scoring.model.catalogue import Catalogue, FactKind
from scoring.registry import folders
from scoring.text import messages
from scoring.text.localised import Text

register = template.Library()


@register.filter
def marked(text: str, terms: Iterable[str]) -> SafeString:
    """Returns an entry's name, ``text``, as HTML with ``<mark>`` around the match of a search.

    That is the first of the ``terms`` (normalised: case, width, kana) that occurs. The first term
    may match anywhere; the others, if in Latin letters, only at a word's start.
    """
    folded, at = _places(text)
    for n, term in enumerate(terms):
        for found in re.finditer(re.escape(term), folded) if term else ():
            first, last = at[found.start()], at[found.end() - 1] + 1
            if n and term.isascii() and first and text[first - 1].isalnum():
                continue
            return format_html("{}<mark>{}</mark>{}", text[:first], text[first:last], text[last:])
    return escape(text)


@lru_cache(4096)
def _places(text: str) -> tuple[str, tuple[int, ...]]:
    """Returns a text normalised (case, width, kana), and each character's index in ``text``."""
    parts = [fold(character) for character in text]
    return "".join(parts), tuple(n for n, part in enumerate(parts) for _letter in part)


@register.simple_tag
def emblem(catalogue: Catalogue) -> SafeString:
    """Draws a game's symbol called *emblem*, or for a game without it an icon of dice."""
    return game_templates.piece(catalogue.box.slug, "emblem", inline=True) or icon("dice")


@register.simple_tag
def picture(slug: str, entry: str, kind: str) -> SafeString:
    """Returns the drawing of an ``entry``, else its kind's symbol, else one of the app's own icons.

    ``slug``: the game's. ``entry``, ``kind``: ids.
    """
    shown = (game_templates.piece(slug, name, inline=True) for name in (entry, kind))
    return next(filter(None, shown), None) or icon("info" if kind == "ruling" else "book")


@register.filter
def sort_of(value: object, catalogue: Catalogue) -> str:
    """Returns the type of a value in an entry's scoring rule, such as *number* for 3 points.

    One of *number*, *numbers*, *pieces*, *entry*, *entries* and *plain*.
    """
    if isinstance(value, Mapping):
        return "pieces"
    if isinstance(value, str):
        return "entry" if value in catalogue else "plain"
    if isinstance(value, Sequence):
        return "entries" if value and all(each in catalogue for each in value) else "numbers"
    return "number"


@register.simple_tag
def drawn_fact(slug: str, fact: FactKind, value: str) -> SafeString:
    """Renders the ``value`` of an entry's ``fact``, such as its cost, with a template.

    That is one of the game ``slug`` for this fact, else a general one for facts of its type.
    """
    names = (f"game/{slug}/_fact_{fact.id}.html", f"lookup/_fact_{fact.type}.html")
    shown: SafeString = select_template(names).render({"game": slug, "fact": fact, "value": value})
    return shown


@register.simple_tag
def message(slug: str, id_: str) -> Text:
    """Returns the message with the id ``id_`` from the translated messages of the game ``slug``."""
    return messages.at(folders()[slug])(id_)


@register.filter
def tallied(text: str, fact: FactKind) -> Iterable[tuple[Text, int]]:
    """Counts the letters in a fact's value, ``text``, where each letter stands for something.

    Returns pairs: the name of a letter, from the fact's list of words, and its count.
    """
    return [(name, text.count(each)) for each, name in fact.words.items() if each in text]


@register.filter
def places(text: str, letter: str) -> list[int]:
    """Returns the indexes at which ``letter`` occurs in ``text``."""
    return [n for n, each in enumerate(text) if each == letter]

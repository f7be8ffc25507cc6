"""How a catalogue's values are drawn and said: names with the match marked, scores, edges."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from django import template
from django.templatetags.static import static
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from companion.lookup.search import fold
from companion.templatetags.words import SPRITE, drawing, drawn, icon
from scoring.core.catalogue import Catalogue, FactKind
from scoring.core.text import Text

register = template.Library()

# What goes with a rule word. The rule's own text explains; these are the rows beneath it.
KEYS = {
    "points": gettext_lazy("points"),
    "before": gettext_lazy("before"),
    "after": gettext_lazy("after"),
    "pieces": gettext_lazy("pieces"),
    "among": gettext_lazy("one of"),
    "accepts": gettext_lazy("accepts"),
    "of": gettext_lazy("of"),
    "count": gettext_lazy("how many"),
    "values": gettext_lazy("numbers"),
    "first": gettext_lazy("first"),
    "step": gettext_lazy("step"),
    "steps": gettext_lazy("in turn"),
    "share": gettext_lazy("divided by"),
    "times": gettext_lazy("times"),
    "least": gettext_lazy("at least"),
}
SIDES = (
    gettext_lazy("bottom"),
    gettext_lazy("lower left"),
    gettext_lazy("upper left"),
    gettext_lazy("top"),
    gettext_lazy("upper right"),
    gettext_lazy("lower right"),
)
EDGES = {
    "R": ("edge_road", gettext_lazy("road")),
    "W": ("edge_water", gettext_lazy("water")),
    "F": ("edge_field", gettext_lazy("field")),
}

DRAWINGS = {"tile_outline", "tile_centre", *(name for name, _words in EDGES.values())}


@register.filter
def marked(text: str, terms: Iterable[str]) -> SafeString:
    """A name with the first stretch that matches one of the folded ``terms`` marked."""
    folded, at = _places(text)
    for term in terms:
        start = folded.find(term) if term else -1
        if start >= 0:
            first, last = at[start], at[start + len(term) - 1] + 1
            return format_html("{}<mark>{}</mark>{}", text[:first], text[first:last], text[last:])
    return escape(text)


@lru_cache(4096)
def _places(text: str) -> tuple[str, tuple[int, ...]]:
    """A text folded letter by letter, and where each folded letter stood."""
    parts = [fold(character) for character in text]
    return "".join(parts), tuple(n for n, part in enumerate(parts) for _letter in part)


@register.filter
def word(fact: FactKind, value: str) -> Text:
    """A word of a fact's closed list."""
    return fact.words[value]


@register.simple_tag
def emblem(catalogue: Catalogue) -> SafeString:
    """A drawing that stands for the game: the first that its sprite has, or a die."""
    return drawing(catalogue.box.slug, *catalogue.kinds, *catalogue) or icon("dice")


@register.simple_tag
def picture(slug: str, entry: str, kind: str) -> SafeString:
    """An entry's own drawing, its kind's, or the interface's for words in print."""
    return drawing(slug, entry, kind) or icon("info" if kind == "ruling" else "book")


@register.filter
def key_words(key: str) -> str:
    """What a number beside a rule word is."""
    return str(KEYS.get(key, key.replace("_", " ")))


@register.filter
def sort_of(value: object, catalogue: Catalogue) -> str:
    """What a value beside a rule word is, named like a fact's type."""
    if isinstance(value, Mapping):
        return "pieces"
    if isinstance(value, str):
        return "entry" if value in catalogue else "plain"
    if isinstance(value, Sequence):
        return "entries" if value and all(each in catalogue for each in value) else "numbers"
    return "number"


@register.simple_tag
def hexagon(slug: str, edges: str) -> SafeString:
    """A tile's six edges as a drawing with a text alternative; words only without drawings."""
    if not drawn(slug).keys() >= DRAWINGS:
        return format_html("<span>{}</span>", around(edges))
    sprite = static(SPRITE.format(slug=slug))
    sides = format_html_join(
        "",
        '<use href="{}#{}" transform="rotate({} 50 48)"/>',
        ((sprite, EDGES[letter][0], 60 * n) for n, letter in enumerate(edges)),
    )
    return format_html(
        '<svg class="hex" viewBox="0 0 100 96" role="img" aria-label="{}">'
        '<use href="{}#tile_outline"/>{}<use href="{}#tile_centre"/></svg>',
        around(edges),
        sprite,
        sides,
        sprite,
    )


@register.filter
def around(edges: str) -> str:
    """Where each kind of edge lies: "road: bottom, top; water: upper left; …"."""
    found = []
    for letter, (_name, words) in EDGES.items():
        sides = [str(SIDES[n]) for n, edge in enumerate(edges) if edge == letter]
        if sides:
            found.append(f"{words} {_(', ').join(sides)}")
    return _("; ").join(found)


@register.filter
def tallied(edges: str) -> str:
    """How many of each kind of edge there are."""
    counts = [(words, edges.count(letter)) for letter, (_name, words) in EDGES.items()]
    return _(", ").join(f"{words} {n}" for words, n in counts if n)

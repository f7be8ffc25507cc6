"""Tags for look-up: texts with entry names as links, excerpts, facts, sources."""

import html
import re
from collections.abc import Iterator, Mapping
from functools import cache

from django import template
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from companion import search
from companion.games.localised_text_tags import other_language
from companion.search.excerpts import excerpt
from companion.search.hits import WHOLE
from scoring.model.catalogue import Catalogue, Entry
from scoring.text.localised import LANGUAGES, Text, supported_language

register = template.Library()


@register.simple_tag
def linked(catalogue: Catalogue, entry: Entry, other: bool = False) -> list[SafeString]:
    """Returns the paragraphs of an entry as HTML, in which names of other entries are links.

    ``other``: in the other language. Each other entry is linked once.
    """
    language = other_language() if other else _language()
    seen = {entry.id}
    return [
        SafeString("".join(_pieces(catalogue, text, language, seen)))
        for text in (entry.text, *entry.body)
    ]


FIRST = 3
"""Number of hits that show a short entry in full if the query is a question."""


@register.simple_tag
def excerpts(hit: search.Hit, query: search.Query, place: int) -> SafeString:
    """Renders excerpts from the entry of a hit, with the words of the query marked.

    ``place``: the hit's index in the list. Of a question's first ``FIRST`` hits, short entries are
    shown in full.
    """
    entry, language = hit.item.entry, _language()
    assert entry
    paragraphs = [text.in_language(language) for text in (entry.text, *entry.body)]
    whole = WHOLE[language] if query.is_question and place < FIRST else 0
    # ``html.escape`` is faster: Django's also checks for lazy strings, for each of many short
    # texts.
    return SafeString(
        "".join(
            '<span class="hit__text">'
            + "".join(
                f"<mark>{html.escape(text)}</mark>" if marks else html.escape(text)
                for text, marks in bits
            )
            + "</span>"
            for bits in excerpt(query.plain, paragraphs, whole)
        )
    )


IN_LINE = 4
"""Most facts (such as cost) in the line below a hit, and most entries listed in one of them."""


@register.simple_tag
def fact_line(
    catalogue: Catalogue, entry: Entry, hits: search.SearchResults | None = None
) -> list[tuple[str, str]]:
    """Returns up to ``IN_LINE`` facts of an entry that was found as pairs (label, short text).

    With ``hits``, facts that the query names come first.
    """
    language, line = _language(), []
    query_parts = set(search.parts(hits.query.plain)) if hits else set()
    for fact in catalogue.facts.values():
        if fact.id not in entry.facts:
            continue
        value, label = entry.facts[fact.id], fact.name.in_language(language)
        match fact.type:
            case "number":
                text = str(value)
            case "word":
                text = fact.words[value].in_language(language)
            case "pieces":
                text = ", ".join(
                    f"{n} {catalogue.name(each).in_language(language)}" for each, n in value.items()
                )
            case "entries" if len(value) <= IN_LINE and query_parts & set(search.parts(label)):
                # Lists are long: shown only if the query names the fact (the faces at one price).
                text = ", ".join(catalogue.name(each).in_language(language) for each in value)
            case _:
                continue
        line.append((label, text))
    line.sort(key=lambda pair: not query_parts & set(search.parts(pair[0])))
    return line[:IN_LINE]


@register.simple_tag
def related(passage: search.Passage, most: int = 6) -> tuple[Entry, ...]:
    """Returns up to ``most`` entries to read after a passage, which answers a question.

    They are those that its entry is about, those about it, and those it links to.
    """
    catalogue, entry = passage.item.catalogue, passage.entry
    rulings = [each.id for each in catalogue.values() if entry.id in each.about]
    ids = dict.fromkeys((*entry.about, *rulings, *entry.see))
    shown = {each.entry.id for each in passage.both}
    return tuple(catalogue[id_] for id_ in ids if id_ not in shown)[:most]


_SO_MANY = re.compile(r"(\d)(?:-(\d))? players?:")


@register.simple_tag
def for_players(entry: Entry, players: int) -> Text | None:
    """Returns an entry's paragraph for so many players (*2-3 players: ...*); None without one."""
    for text in entry.body:
        if match := _SO_MANY.match(text.en):
            least, most = int(match[1]), int(match[2] or match[1])
            if least <= players <= most:
                return text
    return None


@register.simple_tag
def first_source(catalogue: Catalogue, entry: Entry) -> str:
    """Returns the name of the first source that an entry cites; "" if it cites none."""
    return catalogue.sources[entry.cites[0]].name.in_language(_language()) if entry.cites else ""


_ASKS = re.compile(
    r"^(?:can|could|may|must|should|do|does|did|is|are|was|will|has|have|am)\b"
    r"|^(?=.*[ぁ-ん])(?!.*(?:何|なに|なん|いつ|どこ|だれ|誰|どう|どの|どれ|どちら|どっち|いくつ|いくら|なぜ))"
    r".*(?:か|の|[？?])$",
    re.IGNORECASE,
)
"""A query that *yes* or *no* answers: in English it begins with a verb, in Japanese it ends like a
question and has no word that asks for a thing."""
_SAID = re.compile(r"(Yes|No)[,.:;]\s*|(はい|いいえ)[、。]\s*")
_TURNS = tuple(
    re.compile(each, re.IGNORECASE)
    for each in (
        r"^(?:can|could|may)\b|(?:[えけげせてねべめれ]る|いい|よい)(?:の|か)?[？?]?$",
        r"\b(?:must|need|needs|needed|forced|required|have to|has to|necessary)\b"
        r"|ないと|なければ|なきゃ|必要|必須|必ず|べき|ねば",
        r"\b(?:forbidden|prohibited|banned|illegal)\b|禁止|だめ|ダメ|駄目|反則",
        r"\b(?:optional|free to|allowed)\b|任意|自由|てもいい|てもよい",
        r"\b(?:without|instead|unless|except)\b|なし|なく|ずに|代わり|以外",
        r"\b(?:only|just|alone|both|or)\b|だけ|しか|のみ|それとも|両方",
        r"\b(?:not|never|no|none|un\w+|cannot|lose|lost|wasted|useless)\b|n't\b"
        r"|ない|ません|失|消え",
        r"\b(?:before|after|while|until|more|less|fewer|same|another|other|others|again)\b"
        r"|前|後|以上|以下|同じ|別|ほか|他|もう一度|また",
        *(r"\bred\b|赤", r"\bblue\b|青", r"\byellow\b|黄", r"\bgreen\b|緑", r"\bpurple\b|紫"),
    )
)
"""Patterns of words that turn or narrow a question, such as *not*, *only* or a colour.

Two questions are the same only if they match the same patterns.
"""


@register.simple_tag
def yes_or_no(passage: search.Passage, query: str) -> tuple[str, str, str]:
    """Returns *yes*, *no* or "" as the answer to ``query``, what is before the passage, and it.

    The word is that with which the entry's text begins. It is "" if ``query`` is no such question,
    or differs from the entry's own question by a *not*, *only* or the like. Then the text does
    without that word, too.
    """
    entry, before, sentence = passage.entry, passage.before, passage.text
    said = _SAID.match(entry.text.in_language("en"))
    first = passage.paragraph == entry.text.in_language(passage.language)
    if said is None or not first or not _ASKS.search(query.strip()):
        return "", before, sentence
    asked = entry.name.in_language(passage.language)
    turned = any(bool(each.search(query)) != bool(each.search(asked)) for each in _TURNS)
    if before:
        return "", _SAID.sub("", before, count=1) if turned else before, sentence
    rest = _SAID.sub("", sentence, count=1)
    if not rest + passage.after:
        return "", before, sentence
    return "" if turned else (said[1] or "").lower(), before, rest[:1].upper() + rest[1:]


def _language() -> str:
    return supported_language(get_language() or "en")


def _pieces(catalogue: Catalogue, text: Text, language: str, seen: set[str]) -> Iterator[str]:
    slug, words, at = catalogue.box.slug, text.in_language(language), 0
    names, pattern = glossary(slug, language)
    for match in pattern.finditer(words):
        id_ = names[_same(match["name"], language)]
        if id_ in seen:
            continue
        seen.add(id_)
        yield escape(words[at : match.start()])
        yield format_html(
            '<a class="term" href="{}">{}</a>', reverse("entry", args=[slug, id_]), match[0]
        )
        at = match.end()
    yield escape(words[at:])


@cache
def glossary(slug: str, language: str) -> tuple[Mapping[str, str], re.Pattern[str]]:
    """Returns a mapping from name to entry's id for links, and a pattern that finds the names.

    ``slug``: the game's. ``language``: of the names, *en* or *ja*. English names are in lower case.
    Left out are questions, names of 40 characters or more, and names that two entries share.
    """
    assert language in LANGUAGES
    ids: dict[str, str] = {}
    twice = set()
    for entry in search.games_by_slug()[slug].catalogue.values():
        name = _same(entry.name.in_language(language), language)
        if name in ids:
            twice.add(name)
        if len(name) < 40 and not name.endswith(("?", "？")):
            ids.setdefault(name, entry.id)
    for name in twice:
        ids.pop(name, None)
    listed = "|".join(map(re.escape, sorted(ids, key=len, reverse=True))) or "(?!)"
    if language != "ja":
        return ids, re.compile(rf"(?<![\w-])(?P<name>{listed})s?(?![\w-])", re.IGNORECASE)
    return ids, re.compile(f"(?:{_BEGINS})(?P<name>{listed})(?:{_ENDS})")


def _same(name: str, language: str) -> str:
    return name if language == "ja" else name.casefold()


_SCRIPTS = ("ァ-ヺー", "一-鿿々", "A-Za-z0-9")
_ANY = "".join(_SCRIPTS)
_BEGINS = "|".join([*(f"(?<![{s}])(?=[{s}])" for s in _SCRIPTS), f"(?![{_ANY}])"])
_ENDS = "|".join([*(f"(?<=[{s}])(?![{s}])" for s in _SCRIPTS), f"(?<![{_ANY}])"])
"""Bounds of a Japanese name: no letter of the same script directly before or after it."""

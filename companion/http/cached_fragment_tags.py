"""Tag that caches rendered parts of a page, with placeholders for values of one response.

Phones at a table share a cached part: its key must contain all values that it shows. Values of a
single phone, such as a form's CSRF token, are never cached but filled in for each response.
"""

from __future__ import annotations

from secrets import token_hex
from typing import Any

from django import template
from django.conf import settings
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.template.context import Context
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from companion.http.compression_and_headers import without_indentation
from scoring.solving.cache import Cache

register = template.Library()

PLACEHOLDERS = {name: f"placeholder-{token_hex(16)}" for name in ("csrf_token", "form_key", "base")}
"""Names of context values that differ in each response, with placeholders for cached parts."""

type Part = tuple[str, tuple[str, ...]]
"""A rendered part, and the names of its placeholders."""

_parts: Cache[tuple[Any, ...], Part] = Cache(4096)


@register.tag
def fragment(parser: Parser, token: Token) -> FragmentNode:
    """Template tag that caches the HTML between ``{% fragment "name" key … %}`` and its end.

    The keys must be all values that the HTML shows. Excepted are those in ``PLACEHOLDERS``, such as
    the CSRF token, which are put in anew each time. ``parser``, ``token``: Django's.
    """
    _, name, *keys = token.split_contents()
    nodes = parser.parse(("endfragment",))
    parser.delete_first_token()
    return FragmentNode(nodes, name, [parser.compile_filter(each) for each in keys])


class FragmentNode(template.Node):
    def __init__(self, nodelist: NodeList, name: str, keys: list[FilterExpression]) -> None:
        self.nodelist, self.name, self.keys = nodelist, name, keys

    def render(self, context: Context) -> SafeString:
        if settings.DEBUG:  # no caching in development, so that template changes show
            return self.nodelist.render(context)
        key = (self.name, get_language(), *(each.resolve(context) for each in self.keys))
        text, names = _parts.get(key, lambda: self._rendered(context))
        for name in names:
            text = text.replace(PLACEHOLDERS[name], conditional_escape(context[name]))
        return SafeString(text)  # safe: rendered by a template, which has escaped it

    def _rendered(self, context: Context) -> Part:
        with context.push(**PLACEHOLDERS):
            text = without_indentation(self.nodelist.render(context))
        return text, tuple(name for name, each in PLACEHOLDERS.items() if each in text)

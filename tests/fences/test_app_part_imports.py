"""The app is cut by what people do, and the parts depend on each other one way.

A view is a module that answers requests: `views.py` of a part, or one in its `views/`. Views are
called by addresses only; what two of them need is in a module beside them.
"""

import pytest

from tests.docs import architecture_diagram
from tests.fences.test_imports import ROOT, module, sources, strays, within

APP = "companion"
PARTS = {
    "http": set(),
    "games": {"http"},
    "operations": {"http", "games"},
    "search": {"http", "games"},
    "rulebook": {"http", "games", "search"},
    "sheet_pages": {"games"},
    "tables": {"http", "games", "sheet_pages"},
    "patterns": {"games", "search", "sheet_pages", "tables"},
    "sync": {"http", "games", "sheet_pages", "tables"},
    "history": {"http", "games", "sheet_pages", "tables"},
    "calculators": {"http", "games", "sheet_pages", "tables"},
    "api": {"http", "games", "search", "sheet_pages"},
    "standalone": {"http", "games", "history", "operations", "search"},
    "home": {"http", "games", "search", "tables"},
}
"""Each part with those that it may use. None is used by one that it uses."""


def part(name):
    """The part that a full name lies in; empty for the project's own modules."""
    folder = name.removeprefix(f"{APP}.").partition(".")[0]
    return folder if within(name, APP) and folder in PARTS else ""


def is_view(name):
    """True if a full name is a module of views, or one in it."""
    return within(name, APP) and "views" in name.split(".")


def files():
    return [path for path in sources(APP) if part(module(path))]


def test_each_folder_is_a_part():
    ours = {"locale", "management", "migrations", "views"}
    folders = {path.parent.name for path in (ROOT / APP).glob("*/__init__.py")}
    assert folders - ours <= PARTS.keys()


def test_a_part_uses_those_below_it():
    def allowed(path, name):
        here, there = part(module(path)), part(name)
        if there:
            return there == here or there in PARTS[here]
        return not within(name, APP) or within(name, *architecture_diagram.AROUND)

    assert strays(files(), allowed) == []


def test_only_addresses_name_views():
    def allowed(path, name):
        return not is_view(name) or path.name == "urls.py"

    assert strays(sources(APP), allowed) == []


def test_every_address_leads_to_a_view():
    """A handler anywhere else would dodge the rule above."""

    def allowed(path, name):
        return not within(name, APP) or is_view(name) or name == f"{APP}.http.url_converters"

    assert strays([ROOT / APP / "urls.py"], allowed) == []


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("companion.tables.views.log", True),
        ("companion.search.views.find", True),
        ("companion.tables.log_lines", False),
        ("django.views.decorators", False),
    ],
)
def test_a_view_is_known_by_its_place(name, known):
    assert is_view(name) == known

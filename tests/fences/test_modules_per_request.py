"""Counts the modules that one request walks through, and keeps the counts from growing.

A reader who follows a request opens a module, reads the function that is called there, and goes on
to the next. Three numbers say how far that walk goes:

- *Modules*: the distinct modules of ``companion`` and ``scoring`` in which a function is entered
  between the call of the view and its response, ``companion.urls`` included.
- *Returns*: entries into a module that had been entered and left before. Only the first call of
  each function counts, since nobody reads it twice: a loop adds nothing, a second helper of a
  module that was left adds one.
- *Everything*: the distinct modules without any of the exceptions below. It is printed only, as it
  depends on what earlier requests have left in caches.

The requests are real ones, by Django's client; ``sys.monitoring`` tells each function as it starts.
These are no steps of the walk:

- properties, lambdas, comprehensions, double underscore methods: they are read where they stand;
- ``scoring.text`` and ``companion.messages``: words;
- ``scoring.model``, which are values, but for ``sheet_reader``, which reads what was posted;
- what knows neither games nor tables and could be a library (``LIBRARY``);
- but in the walk of an optimum, what ``scoring`` calls within itself: a reader of a page takes a
  game's answer as it is (``doors``).

Two kinds of modules count as one: the tags, filters and context processors that a template runs
(``templates``), and the mathematics of a game, its formulas (``points``) and models (``solvers``),
which may take as many files as it needs. Each file of formulas counted by itself, an optimum has
one module more.

A branch is one request. The numbers of a walk are those of its longest branch, each number for
itself.
"""

import functools
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from operator import le
from pathlib import Path
from types import CodeType
from typing import Any

import pytest
from django.core.handlers.base import BaseHandler
from django.template.base import Template
from django.test import Client

from companion import preload
from companion.models import Table
from companion.tables import ledger
from scoring import examples
from scoring import game as find_game
from tests.page_posts import post_cell, table_at
from tests.web.test_write_plan_to_sheet import CARRY, WON, offered

pytestmark = pytest.mark.django_db

ROOT = f"{Path(__file__).parents[2]}/"
WORDS = ("scoring.text", "companion.messages")
LIBRARY = (
    "companion.http",
    "companion.sheet_pages.hexagon_drawing",
    "companion.search.excerpts",
    "companion.search.fuzzy",
    "companion.search.normalise",
    "companion.search.posting_lists",
    "companion.search.japanese_input",
    "companion.search.text_features",
    "companion.soft_delete",
    "companion.tables.compiled_sql",
    "scoring.check",
    "scoring.solving",
)
"""Deadlines, caches, headers, hexagons, letters and spellings of words, what texts are compared by,
SQL that Django is too slow to compile for each request; integer programmes and their certificates,
made and checked without knowing of what."""
PAGE = re.compile(r"companion\.(\w+\.\w+_tags|games\.game_templates|tables\.back_link)")
MATHEMATICS = re.compile(r"(scoring\.games\.\w+)\.(?:points|solvers\..*)")
READER = "scoring.model.sheet_reader"
TOOL = 4  # of the six numbers of `sys.monitoring`, one that no profiler takes

type Step = tuple[str, str, str]
"""Module and name of a function, and the module that called it."""

CEILINGS = {
    "cell": (10, 6),
    "poll": (4, 1),
    "poll of a sheet": (3, 1),
    "question": (7, 4),
    "optimum": (10, 29),
}
"""Modules and returns, at most, of the longest branch. They may only be lowered."""


def within(name: str, packages: tuple[str, ...]) -> bool:
    return any(name == each or name.startswith(f"{each}.") for each in packages)


def module(code: CodeType) -> str:
    """The module of ours that a code belongs to, ``templates`` for Django's rendering, or ""."""
    if code is Template.render.__code__:
        return "templates"
    file = code.co_filename
    if not file.startswith(ROOT) or file.startswith((f"{ROOT}.venv", f"{ROOT}tests")):
        return ""
    return file.removeprefix(ROOT).removesuffix(".py").replace("/", ".").removesuffix(".__init__")


@functools.cache
def properties(name: str) -> frozenset[CodeType]:
    """The codes of all properties of a module's classes."""
    classes = [each for each in vars(sys.modules[name]).values() if isinstance(each, type)]
    found = [each for one in classes for each in vars(one).values()]
    plain = [each.fget for each in found if isinstance(each, property)]
    cached = [each.func for each in found if isinstance(each, functools.cached_property)]
    codes = (getattr(each, "__code__", None) for each in (*plain, *cached))
    return frozenset(filter(None, codes))


class Walk:
    """The steps of the last request; ``doors``: without those from ``scoring`` into itself."""

    def __init__(self, doors: bool) -> None:
        self.doors = doors
        self.steps: list[Step] = []
        self.known: set[CodeType] = set()
        self.everything: set[str] = set()

    def begin(self, code: CodeType, offset: int) -> object:
        name = module(code)
        if not name:
            return sys.monitoring.DISABLE
        self.everything.add(name)
        if code in self.known or code.co_name.startswith(("<", "__")):
            return None
        if name in sys.modules and code in properties(name):
            return None
        caller = self.caller()
        if self.doors and within(name, ("scoring",)) and within(caller, ("scoring",)):
            return None
        self.known.add(code)
        self.steps.append((name, code.co_qualname, caller))
        return None

    @staticmethod
    def caller() -> str:
        frame = sys._getframe(2).f_back
        while frame is not None:
            if (name := module(frame.f_code)) and not within(name, LIBRARY):
                return name
            frame = frame.f_back
        return ""

    def path(self) -> list[tuple[str, list[str]]]:
        """The modules in the order of the walk, each with the functions entered there."""
        found: list[tuple[str, list[str]]] = [("companion.urls", [])]
        for name, function, _caller in self.steps:
            if within(name, (*WORDS, *LIBRARY)):
                continue
            if within(name, ("scoring.model",)) and name != READER:
                continue
            name = "templates" if PAGE.fullmatch(name) else MATHEMATICS.sub(r"\1.mathematics", name)
            if found[-1][0] != name:
                found.append((name, []))
            found[-1][1].append(function)
        return found

    @property
    def numbers(self) -> tuple[int, int, int]:
        path = self.path()
        modules = {name for name, _ in path}
        return len(modules), len(path) - len(modules), len(self.everything | {"companion.urls"})

    def __str__(self) -> str:
        return "\n".join(f"    {name}: {', '.join(functions)}" for name, functions in self.path())


@contextmanager
def watched(walk: Walk) -> Iterator[None]:
    """Tells a walk each function that starts in the view of a request made inside."""
    told, resolve = sys.monitoring, BaseHandler.resolve_request

    def counted(view: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(view)
        def counting(*args: Any, **kwargs: Any) -> Any:
            told.set_events(TOOL, told.events.PY_START)
            try:
                return view(*args, **kwargs)
            finally:
                told.set_events(TOOL, 0)

        return counting

    def resolved(self: BaseHandler, request: Any) -> Any:
        match = resolve(self, request)
        match.func = counted(match.func)
        return match

    told.use_tool_id(TOOL, "walks")
    told.register_callback(TOOL, told.events.PY_START, walk.begin)
    told.restart_events()
    BaseHandler.resolve_request = resolved  # type: ignore[method-assign]
    try:
        yield
    finally:
        BaseHandler.resolve_request = resolve  # type: ignore[method-assign]
        told.register_callback(TOOL, told.events.PY_START, None)
        told.free_tool_id(TOOL)


class Walks:
    """The branches of one walk, each with its numbers."""

    def __init__(self, doors: bool = True) -> None:
        self.doors, self.found = doors, dict[str, Walk]()

    def go(self, name: str, request: Callable[[], Any], status: int = 200) -> Any:
        walk = Walk(self.doors)
        with watched(walk):
            response = request()
        assert response.status_code == status, (name, response.status_code)
        self.found[name] = walk
        return response

    def keep(self, title: str) -> None:
        """Prints every branch; fails if one is longer than the ceiling."""
        for name, walk in self.found.items():
            print(f"{title}, {name}: {walk.numbers}\n{walk}")
        longest = tuple(map(max, zip(*(each.numbers for each in self.found.values()), strict=True)))
        print(f"{title}: {longest}")
        assert all(map(le, longest, CEILINGS[title])), (longest, CEILINGS[title])


class Table_:
    """A table with a phone of the host, and short ways to post."""

    def __init__(self, slug: str, **more: str) -> None:
        self.host = Client()
        names = {"p1/name": "Aki", "p2/name": "Mika", "form": f"{slug}{more}"}
        self.key = self.host.post(f"/open/{slug}/", names | more)["Location"].split("/")[2]
        self.forms = 0

    @property
    def stored(self) -> Table:
        return Table.objects.get(key=self.key)

    def cell(self, path: str, text: str, page: str = "", seat: str = "p1", **more: Any) -> Any:
        self.forms += 1
        more = {"base": self.stored.revision, "form": f"form {self.forms}"} | more
        there = f"/table/{self.key}/sheet/{seat}/{page}"
        return post_cell(self.host, there, path, text, **{"seen": more["base"]} | more)

    def post(self, data: dict[str, Any], page: str = "", **more: Any) -> Any:
        self.forms += 1
        data = data | {"base": self.stored.revision, "form": f"form {self.forms}"}
        return self.host.post(f"/table/{self.key}/sheet/p1/{page}", data, **more)

    def elsewhere(self, cells: dict[str, Any]) -> int:
        """Writes cells as another phone would; returns the revision before."""
        before = self.stored.revision
        ledger.write(self.key, None, "p2", cells, before, f"elsewhere {before}")
        return before


def test_a_cell() -> None:
    walks, table = Walks(), Table_("keyflower")
    go, cell, wood = walks.go, table.cell, "p1/resources/wood"
    htmx = {"HX-Request": "true"}
    go("first", lambda: cell(wood, "3"))
    go("next", lambda: cell(wood, "4"))
    go("not readable", lambda: cell(wood, "many"))
    go("unknown", lambda: cell("p1/nothing", "1"))
    go("a seat that is not this phone's to write", lambda: cell("p9/name", "x"))
    go("the same again", lambda: cell(wood, "5", form="once"))
    go("arrived before", lambda: cell(wood, "5", form="once"))
    before = table.elsewhere({wood: 6})
    go("conflict", lambda: cell(wood, "7", base=before))
    before = table.elsewhere({"p1/resources/stone": 6})
    go("late", lambda: cell(wood, "8", base=before, seen=before))
    go("a tile", lambda: cell("p1/village/keywood", "after"))
    go("settings", lambda: cell("p1/name", "Zoë", "settings/"))
    go("redraws", lambda: cell("p1/colour", "green", "settings/"))
    go("a ruling", lambda: cell("rulings/preset", "online", "settings/"))
    go("map", lambda: cell("p1/map/keywood", "0,0/0", "map/"))
    go("moved on the map", lambda: cell("p1/village/keywood", "", "map/"))
    go("undo", lambda: table.post({"go": "undo"}, headers=htmx))
    go("undo without script", lambda: table.post({"go": "undo"}), 302)
    form = {"page": "sheet", wood: "2", "p1/village/keywood": "after"}
    go("whole form", lambda: table.post(form), 302)
    go("whole form, not readable", lambda: table.post(form | {wood: "x"}), 422)
    go("whole form, settings", lambda: table.post({"page": "settings", "p1/name": "A"}), 302)
    cards = Table_("nidavellir")
    go("columns", lambda: cards.cell("p1/heroes/astrid", "1"))
    shared = Table_("map_masters")
    path = next(iter(find_game("map_masters").sheet.declared))
    go("a pad of all players", lambda: shared.cell(f"p1/{path}", "1"))
    screens = Table_("keyflower", screens="1")
    go("behind screens", lambda: screens.cell(wood, "3"))
    table.host.post(f"/table/{table.key}/finish", {"go": "finish"})
    go("after the end", lambda: cell(wood, "9"))
    pad = Client().post("/score/keyflower/", {"players": "2"})["Location"]
    seen = str(table_at(pad).revision)

    def on_pad(text: str, **more: str) -> Any:
        return post_cell(Client(), pad, wood, text, seen=seen, **more)

    go("pad", lambda: on_pad("3", form="a"))
    go("pad, conflict", lambda: on_pad("4", was="1", form="b"))
    go("pad, not readable", lambda: on_pad("x", form="c"))
    walks.keep("cell")


def test_a_poll_without_news() -> None:
    walks, table = Walks(), Table_("keyflower")
    htmx = {"HX-Request": "true"}
    for address in ("", "screen/"):
        page = table.host.get(f"/table/{table.key}/{address}").content.decode()
        token = re.search(r"\?v=([\w.-]+)", page)
        assert token
        poll = f"/table/{table.key}/{address}?v={token[1]}"
        walks.go(address or "board", lambda: table.host.get(poll, headers=htmx), 204)  # noqa: B023
    pad = Client().post("/score/keyflower/", {"players": "2"})["Location"]
    seen = table_at(pad).revision
    walks.go("pad", lambda: Client().get(pad, {"v": seen}, headers=htmx), 204)
    walks.keep("poll")


def test_a_poll_of_a_sheet_without_news() -> None:
    walks, table = Walks(), Table_("keyflower")
    table.cell("p1/resources/wood", "3")
    path = f"/table/{table.key}/sheet/p1/?v={table.stored.revision}"
    walks.go("sheet", lambda: table.host.get(path, headers={"HX-Request": "true"}), 204)
    walks.keep("poll of a sheet")


QUERIES = (
    "windmill",
    "windmill tie",
    "who wins in a tie?",
    "かぜぐるま",
    "同点の場合は？",
    "kind:tile wood",
    "hamer",
    "how many players?",
    '"end of the game" -winter',
    "zzzqqq",
    "largest coin",
    "tile with cost less than 3",
    "season:winter cost<=2",
)


def test_a_question() -> None:
    preload.load_all()  # as a server does before it takes requests
    walks, phone = Walks(), Client()
    for query in QUERIES:
        walks.go(query, lambda: phone.get("/find", {"q": query}))  # noqa: B023
        walks.go(
            f"{query} in a game",
            lambda: phone.get("/find", {"q": query, "game": "keyflower"}),  # noqa: B023
        )
    walks.keep("question")


PLANNED = {
    "keyflower": ("village_on_the_map",),
    "nidavellir": ("last_decisions", "idavoll"),
    "diploma": ("known",),
    "map_masters": ("unknown",),
}
"""Worked games of each game with planners."""
TO_WRITE: dict[str, tuple[str, dict[str, Any]]] = {
    "place_tiles": ("keyflower", {"seats": {"p1": WON}}),
    "last_transport": ("keyflower", {"seats": {"p1": CARRY}}),
    "route": (
        "map_masters",
        {
            "table": {"primary_objective_2": "objective_monster"},
            "seats": {"p1": {"dungeon": "A-C Px; >-A; >-B r; B-D xP; C-C P", "primary_1": 3}},
        },
    ),
}
"""Planners that find something to do only on a sheet with open moves: such a sheet."""


def go_to_plans(walks: Walks, name: str, slug: str, state: Any, planners: Iterable[str]) -> None:
    """Walks to a seat's plans at a table and on a pad, and writes those that can be written."""
    sheet, table = find_game(slug).sheet, Table_(slug)
    cells = {
        path: value
        for path, value in sheet.cells(state).items()
        if path.rpartition("/")[2] not in ("name", "colour") and sheet.records(path, value)
    }
    table.elsewhere({f"seats/{seat}": True for seat in state["seats"]} | cells)
    pad = Client().post(f"/score/{slug}/", {"sheet": json.dumps(state)})["Location"]
    for planner in planners:
        for phone, where, path in (
            (table.host, "at a table", f"/table/{table.key}/ask/p1/{planner}/"),
            (Client(), "on a pad", f"{pad}ask/{planner}/"),
        ):
            page = walks.go(f"{name} {planner} {where}", lambda: phone.get(path))  # noqa: B023
            for told, more in (("stale", {"rests": ""}), ("written", {})):
                if sent := offered(page.content.decode()):
                    walks.go(
                        f"{name} {planner} {where}, {told}",
                        lambda: phone.post(path, sent | more),  # noqa: B023
                        302,
                    )


@pytest.mark.parametrize("slug", PLANNED)
def test_an_optimum(slug: str) -> None:
    walks, game = Walks(doors=False), find_game(slug)
    for name in PLANNED[slug]:
        state = game.sheet.read(examples(slug)[name].state)
        go_to_plans(walks, f"{slug} {name}", slug, state, game.planners)
    walks.keep("optimum")


def test_an_optimum_that_is_written() -> None:
    walks = Walks(doors=False)
    for planner, (slug, state) in TO_WRITE.items():
        go_to_plans(walks, f"{slug} open", slug, find_game(slug).sheet.read(state), [planner])
    assert {name.rpartition(", ")[2] for name in walks.found} >= {"stale", "written"}
    walks.keep("optimum")

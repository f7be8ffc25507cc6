"""Breaks one module a line at a time, and looks which breaks the tests notice.

The tests run once, whole, and note which of them come past which function. Then each mutant is
made in a fork of that very process, where the function's code is another: nothing is loaded again,
and only tests that come past are run, the quickest first. What is decided when a module is loaded
(a constant, a default) is broken in a process of its own.
"""

from __future__ import annotations

import ast
import functools
import gc
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType

import hypothesis
import pytest
from _pytest.doctest import DoctestItem
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.provider import OperatorProvider

from scoring.solving.cache import Cache
from tests.mutants.extra_mutation_operators import OtherWord, RemoveStatement, Span

ROOT = Path(__file__).parents[2]
NEEDS_ARGUMENTS = {"VariableReplacer", "VariableInserter"}
LEAST_SECONDS = 4
"""Seconds of processor time that a mutant has in any case."""
WAITING = 6
"""Times as long, it may stand still: a busy machine is no break."""
REMEMBERED = 256
LONGEST_TEST = 3.0
"""Seconds of processor time of a test that is still run for a mutant."""
SEED = os.environ.get("COMPANION_SEED", "")
KILLED, SURVIVED = 1, 0
TOOL = sys.monitoring.COVERAGE_ID


@dataclass(frozen=True)
class Mutant:
    """One break: the line before and after, and the whole source with it."""

    line: int
    was: str
    now: str
    source: str

    def __str__(self) -> str:
        return f"{self.line}: {self.was}  ->  {self.now}"


# ── making mutants ─────────────────────────────────────────────────────────────────────


def mutants(path: str, most: int) -> list[Mutant]:
    """At most so many breaks of a module, each elsewhere; the same for the same seed."""
    source = (ROOT / path).read_text()
    places: dict[Span, list[tuple[type, int]]] = defaultdict(list)
    provider = OperatorProvider()
    operators = [provider[name] for name in provider if name not in NEEDS_ARGUMENTS]
    nodes = list(ast_nodes(get_ast(source)))
    for operator in (*operators, RemoveStatement, OtherWord):
        spans = (span for node in nodes for span in operator().mutation_positions(node))
        for index, span in enumerate(spans):
            places[span].append((operator, index))
    # the names decide, not the order in which places were found
    chance = random.Random(path + SEED)
    drawn = sorted(places)
    chance.shuffle(drawn)
    found: list[Mutant] = []
    for place in drawn:
        options = places[place]
        chance.shuffle(options)
        for operator, index in options:
            if made := _made(source, operator, index):
                found.append(made)
                break
        if len(found) == most:
            break
    return sorted(found, key=lambda each: each.line)


def _made(source: str, operator: type, index: int) -> Mutant | None:
    """The source with that break; none where it is no Python, or means the same."""
    text = mutate_code(source, operator(), index)
    try:
        if text is None or _meaning(text) == _meaning(source):
            return None
    except SyntaxError:
        return None
    was, now = source.splitlines(), text.splitlines()
    first = next(n for n, (a, b) in enumerate(zip(was, now, strict=False)) if a != b)
    rest = len(was) - len(now)
    last = next(n for n in range(len(was) - 1, -1, -1) if n - rest < 0 or was[n] != now[n - rest])
    before = " ".join(line.strip() for line in was[first : last + 1])
    after = " ".join(line.strip() for line in now[first : last + 1 - rest])
    return Mutant(first + 1, before, after, text)


@functools.lru_cache(4096)
def _meaning(source: str) -> str:
    """Returns the code of a module without its annotations, which nobody runs."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.FunctionDef):
            node.returns = None
        elif isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(None)
    return ast.dump(tree)


def _spent() -> float:
    """Seconds of processor time so far: a wall clock would leave out tests on a busy machine."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


# ── putting them in place ──────────────────────────────────────────────────────────────


def units(code: CodeType) -> Iterator[CodeType]:
    """The functions of a module and of its classes, each with all that lies inside it."""
    for const in code.co_consts:
        if isinstance(const, CodeType):
            if const.co_flags & 0x2:  # optimised: a function, and no body of a class
                yield const
            else:
                yield from units(const)


def _compiled(source: str, file: str) -> CodeType:
    """Compiles a module as it is loaded: without the ``__future__`` of this one."""
    return compile(source, file, "exec", dont_inherit=True)


def changed(source: str, mutant: Mutant, path: str) -> tuple[int, CodeType] | None:
    """Returns the function that differs, and its code; none where more than one function is."""
    was, now = (_compiled(text, str(ROOT / path)) for text in (source, mutant.source))
    old, new = list(units(was)), list(units(now))
    if len(old) != len(new) or _shell(was) != _shell(now):
        return None
    differing = [n for n, pair in enumerate(zip(old, new, strict=True)) if pair[0] != pair[1]]
    return (differing[0], new[differing[0]]) if len(differing) == 1 else None


def _shell(code: CodeType) -> object:
    """Returns the code that runs when a module is loaded."""
    consts = tuple(
        (_shell(const) if not const.co_flags & 0x2 else const.co_qualname)
        if isinstance(const, CodeType)
        else (type(const), const)
        for const in code.co_consts
    )
    return code.co_code, code.co_names, consts


class Breaking:
    """A pytest plugin: tests once, then again for each mutant."""

    def __init__(self, path: str, mutants: Sequence[Mutant]) -> None:
        self.path, self.mutants = path, mutants
        self.file = str(ROOT / path)
        self.source = (ROOT / path).read_text()
        self.survived: list[Mutant] = []
        self.at_load: list[Mutant] = []
        self.untested: set[Mutant] = set()
        self.child, self.why = False, ""
        self.broken: list[str] = []
        self.near: list[str] = []
        self.memories: list[Cache[Hashable, object]] = []
        self.seconds: dict[str, float] = defaultdict(float)
        self.past: dict[tuple[str, int], set[str]] = defaultdict(set)

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        phases = [hypothesis.Phase.explicit, hypothesis.Phase.generate]
        hypothesis.settings.register_profile(
            "mutants", deadline=None, derandomize=True, database=None, phases=phases
        )
        hypothesis.settings.load_profile("mutants")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and self.child:
            (self.folder / "why").write_text(f"{report.nodeid}\n{report.longrepr}")
            os._exit(KILLED)
        if report.failed:
            self.broken.append(report.nodeid)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed or session.config.option.collectonly:
            return True
        self._watched(session)
        if self.broken:
            return True
        gc.collect()
        objects = gc.get_objects()
        functions = self._functions(objects)
        caches = [o for o in objects if isinstance(o, functools._lru_cache_wrapper)]
        ours = [c for c in caches if getattr(c, "__module__", "").startswith("scoring.games")]
        self.memories = [o for o in objects if isinstance(o, Cache)]
        del objects
        gc.freeze()
        from django.db import connections

        connections.close_all()
        quickest = sorted(session.items, key=lambda item: self.seconds[item.nodeid])
        past_any = {nodeid for each in self.past.values() for nodeid in each}
        self.near = [item.nodeid for item in quickest if item.nodeid in past_any]
        for each in (ours, caches):
            if self._forked(session, quickest, [], None, each) == KILLED:
                self.broken.append(f"a fork without a break: {self.why}")
                return True
        for mutant in self.mutants:
            where = changed(self.source, mutant, self.path)
            if where is None:
                self.at_load.append(mutant)
                continue
            number, code = where
            old = self.units[number]
            past = self.past[old.co_qualname, old.co_firstlineno]
            items = [item for item in quickest if item.nodeid in past]
            if not items:
                self.survived.append(mutant)
                self.untested.add(mutant)
                continue
            targets = functions[old.co_qualname, old.co_firstlineno]
            # nearly all are noticed without reading every game again
            if all(
                self._forked(session, items, targets, code, c) == SURVIVED for c in (ours, caches)
            ):
                self.survived.append(mutant)
            print("x" if mutant in self.survived else ".", end="", file=sys.stderr, flush=True)
        return True

    def _watched(self, session: pytest.Session) -> None:
        """Every test once, and which functions of the module it came past."""
        whole = _compiled(self.source, self.file)
        self.units = list(units(whole))
        home: dict[CodeType, tuple[str, int]] = {}

        def of(code: CodeType, key: tuple[str, int]) -> None:
            home[code] = key
            for const in code.co_consts:
                if isinstance(const, CodeType):
                    of(const, key)

        for unit in self.units:
            of(unit, (unit.co_qualname, unit.co_firstlineno))
        now: set[tuple[str, int]] = set()

        def start(code: CodeType, offset: int) -> object:
            if code.co_filename != self.file:
                return sys.monitoring.DISABLE
            if key := home.get(code):
                now.add(key)
            return None

        sys.monitoring.use_tool_id(TOOL, "mutants")
        sys.monitoring.register_callback(TOOL, sys.monitoring.events.PY_START, start)
        sys.monitoring.register_callback(TOOL, sys.monitoring.events.PY_RESUME, start)
        sys.monitoring.set_events(
            TOOL, sys.monitoring.events.PY_START | sys.monitoring.events.PY_RESUME
        )
        items = session.items
        doctests = (item for item in items if isinstance(item, DoctestItem))
        self.names = {item.nodeid: dict(item.dtest.globs) for item in doctests}
        for number, item in enumerate(items):
            now.clear()
            after = items[number + 1] if number + 1 < len(items) else session
            before = _spent()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            self.seconds[item.nodeid] = _spent() - before
            if self.seconds[item.nodeid] <= LONGEST_TEST:
                for key in now:
                    self.past[key].add(item.nodeid)
        sys.monitoring.set_events(TOOL, 0)
        sys.monitoring.free_tool_id(TOOL)

    def _functions(self, objects: Sequence[object]) -> dict[tuple[str, int], list[FunctionType]]:
        found: dict[tuple[str, int], list[FunctionType]] = defaultdict(list)
        for each in objects:
            if isinstance(each, FunctionType) and each.__code__.co_filename == self.file:
                found[each.__code__.co_qualname, each.__code__.co_firstlineno].append(each)
        return found

    def _forked(
        self,
        session: pytest.Session,
        items: Sequence[pytest.Item],
        targets: Sequence[FunctionType],
        code: CodeType | None,
        caches: Sequence[functools._lru_cache_wrapper[object]],
    ) -> int:
        """The tests in a fork, where these functions have that code."""
        longest = LEAST_SECONDS + 5 * int(sum(self.seconds[item.nodeid] for item in items))
        folder = self.folder = Path(tempfile.mkdtemp(prefix="mutant-"))
        child = os.fork()
        if child == 0:
            try:
                resource.setrlimit(resource.RLIMIT_CPU, (longest, longest))
                self._child(session, items, targets, code, caches, folder)
            except BaseException:
                os._exit(KILLED)
            os._exit(SURVIVED)
        deadline = time.monotonic() + WAITING * longest
        while time.monotonic() < deadline:
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                break
            time.sleep(0.01)
        else:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            status = KILLED
        why = folder / "why"
        self.why = why.read_text() if why.exists() else ""
        shutil.rmtree(folder, ignore_errors=True)
        return SURVIVED if status == 0 else KILLED

    def _child(
        self,
        session: pytest.Session,
        items: Sequence[pytest.Item],
        targets: Sequence[FunctionType],
        code: CodeType | None,
        caches: Sequence[functools._lru_cache_wrapper[object]],
        folder: Path,
    ) -> None:
        from django.db import connections

        self.child = True
        session.config.pluginmanager.unregister(name="terminalreporter")
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        for connection in connections.all():
            name = str(connection.settings_dict["NAME"])
            if os.path.exists(name):
                for log in Path(name).parent.glob(f"{Path(name).name}-*"):  # not all is in it yet
                    shutil.copy(log, folder)
                connection.settings_dict["NAME"] = shutil.copy(name, folder)
        if code:
            for target in targets:
                target.__code__ = code
        for memory in self.memories:  # what was answered before the break is forgotten
            Cache.__init__(memory, REMEMBERED)
        for cache in caches:
            if getattr(cache, "__module__", "").startswith(("scoring", "companion", "tests")):
                cache.cache_clear()
        for number, item in enumerate(items):
            if isinstance(item, DoctestItem):  # a doctest forgets its names when it is over
                item.dtest.globs = dict(self.names[item.nodeid])
            after = items[number + 1] if number + 1 < len(items) else session
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)


# ── what is broken when it is loaded ───────────────────────────────────────────────────


class Loading:
    """A pytest plugin, made before the app is loaded: that module has another source."""

    def __init__(self, path: str, source: str) -> None:
        file = str(ROOT / path)
        plain = SourceFileLoader.get_code
        for name in [each for each in sys.modules if each.partition(".")[0] == "scoring"]:
            del sys.modules[name]  # this module has asked for some of it

        def get_code(loader: SourceFileLoader, fullname: str) -> CodeType | None:
            if loader.path == file:
                return _compiled(source, file)
            return plain(loader, fullname)

        SourceFileLoader.get_code = get_code  # type: ignore[assignment, method-assign]


def loaded(path: str, source: str, paths: Sequence[str]) -> int:
    """1 if the tests notice that the module has another source when it is loaded."""
    with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
        file.write(source)
        file.flush()
        command = [sys.executable, "-m", "tests.mutants", "--load", path, file.name, *paths]
        try:
            done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=180)
        except subprocess.TimeoutExpired:
            return KILLED
    return KILLED if done.returncode else SURVIVED

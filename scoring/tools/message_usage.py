"""Compares the messages that code uses with those that exist, without running the code.

Parses Python: every ``say("id", n=3)`` must have a message with exactly these arguments, and every
message should be used somewhere. Only for checks and tests.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scoring.loading.toml_reader import parsed
from scoring.text import messages
from scoring.text.data_error import DataError, suggestion
from scoring.text.localised import SOURCE_LANGUAGES
from scoring.text.messages import Words

_TAG = re.compile(r'\{% message \S+ "([^"]+)"')


@dataclass(frozen=True, slots=True)
class Call:
    """One place in Python or a template that uses a message, such as ``say("sets", n=3)``.

    ``ids``: patterns of message ids, each with the id as error messages display it. A literal
        matches itself, ``{...}`` in an f-string anything. Empty if the id is a variable.
    ``args``: names of the arguments; ``None`` if there is a ``**``.
    """

    file: str
    line: int
    ids: tuple[tuple[re.Pattern[str], str], ...]
    args: frozenset[str] | None


@dataclass(frozen=True, slots=True)
class MessageUsage:
    """All uses of messages in one folder, and every other string in its Python files.

    An id that code takes from a variable may be among these strings.
    """

    calls: tuple[Call, ...]
    strings: frozenset[str]


def faults(folder: Path, known: Words | None = None) -> Iterator[DataError]:
    """Yields an error for each use of a message that does not exist or takes other arguments.

    ``folder``: the folder or file whose code is read. ``known``: the messages that exist; without
    it, those of the game in ``folder`` and the shared ones.
    """
    known = known or messages.at(folder)
    for call in message_usage(folder).calls:
        for pattern, shown in call.ids:
            yield from _faults_of(call, pattern, shown, known)


def unused(known: Words, folders: Iterable[Path], data: Path | None = None) -> Iterator[DataError]:
    """Yields an error for each of the ``known`` messages that no code in ``folders`` uses.

    ``data``: a game's folder. Its data files use messages, too: ``key-<need>`` for keys of scoring
        rules, and ids that code takes from them by a variable.
    """
    found = [message_usage(folder) for folder in folders]
    calls = [call for each in found for call in each.calls]
    strings = {string for each in found for string in each.strings}
    texts = (path.read_text("utf-8") for path in data.rglob("*.toml")) if data else ()
    data_strings = {string for text in texts for string in _strings(parsed(text))}
    by_variable = data_strings if any(not call.ids for call in calls) else set()
    file = known.files[SOURCE_LANGUAGES[0]]
    within = {
        node.id.name
        for entry in file.entries.values()
        for node in _nodes(entry)
        if type(node).__name__ == "MessageReference"
    }
    for id_ in file.arguments:
        plain = id_.partition("-")[2]
        if id_ in strings | by_variable | within:
            continue
        if id_.startswith("key-") and plain in data_strings:
            continue
        if id_.startswith("count-") and data and plain not in strings | data_strings:
            yield DataError(file.name, id_, f"nothing is called {plain}", file.line(id_))
        elif not any(pattern.fullmatch(id_) for call in calls for pattern, _ in call.ids):
            yield DataError(file.name, id_, "no code asks for it", file.line(id_))


def message_usage(folder: Path) -> MessageUsage:
    """Returns all uses of messages, and all strings, in a folder's (or file's) code, templates."""
    calls: list[Call] = []
    strings: set[str] = set()
    for path in sorted(folder.rglob("*.py")) if folder.is_dir() else (folder,):
        nodes = list(ast.walk(ast.parse(path.read_text("utf-8"), path.name)))
        name = path.relative_to(folder).as_posix() if folder.is_dir() else path.name
        speakers = set(_speakers(nodes))
        literal = set()
        for node in nodes:
            if isinstance(node, ast.Call) and (call := _call(node, name, speakers)):
                calls.append(call)
                literal |= set(map(id, ast.walk(node.args[0])))
        strings |= {
            node.value
            for node in nodes
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in literal
        }
    for path in sorted(folder.rglob("*.html")):
        source, name = path.read_text("utf-8"), path.relative_to(folder).as_posix()
        for tag in _TAG.finditer(source):
            line, named = source.count("\n", 0, tag.start()) + 1, re.compile(re.escape(tag[1]))
            calls.append(Call(name, line, ((named, tag[1]),), frozenset()))
    return MessageUsage(tuple(calls), frozenset(strings))


def _speakers(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yields the names by which a module (all nodes of its syntax tree) calls its messages."""
    yield from ("say", "SHARED")
    for node in nodes:
        match node:
            case ast.Assign(
                targets=[ast.Name(id=name)], value=ast.Call(func=ast.Attribute(attr="of"))
            ):
                yield name
            case ast.ImportFrom(names=names):
                yield from (a.asname for a in names if a.name == "SHARED" and a.asname)


def _call(node: ast.Call, file: str, speakers: set[str]) -> Call | None:
    if not node.args:
        return None
    match node.func:
        case ast.Name(id=name) if name in speakers:
            before, args = "", [keyword.arg for keyword in node.keywords]
        case ast.Attribute(value=ast.Name(id=name), attr="counted") if name in speakers:
            before, args = "count-", ["n"]
        case _:
            return None
    asked = [_pattern(each, before) for each in _choices(node.args[0])]
    known = [each for each in asked if each is not None]
    if before:  # ``counted`` uses *count-other* for a piece without a message of its own
        known = [each for each in known if not re.fullmatch(r"[a-z0-9-]+", each[1])] or [
            (re.compile("count-.*"), "count-…")
        ]
    given = None if None in args else frozenset(arg for arg in args if arg)
    return Call(file, node.lineno, tuple(known), given)


def _choices(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.IfExp):
        yield from _choices(node.body)
        yield from _choices(node.orelse)
    else:
        yield node


def _pattern(node: ast.expr, before: str) -> tuple[re.Pattern[str], str] | None:
    match node:
        case ast.Constant(value=str(value)):
            return re.compile(re.escape(before + value)), before + value
        case ast.JoinedStr(values=values):
            parts = [str(v.value) if isinstance(v, ast.Constant) else None for v in values]
            pattern = "".join(".+" if part is None else re.escape(part) for part in parts)
            shown = "".join("…" if part is None else part for part in parts)
            return re.compile(re.escape(before) + pattern), before + shown
    return None


def _faults_of(
    call: Call, pattern: re.Pattern[str], shown: str, known: Words
) -> Iterator[DataError]:
    every = set(known.arguments) | set(known.behind.arguments if known.behind else ())
    fitting = [id_ for id_ in sorted(every) if pattern.fullmatch(id_)]
    if not fitting:
        if not shown.startswith("count-"):
            problem = f"words/ has no message {shown}{suggestion(shown, every)}"
            yield DataError(call.file, shown, problem, call.line)
        return
    given = call.args
    if given is None or any(known.owner(id_).arguments[id_] == given for id_ in fitting):
        return
    id_ = fitting[0]
    owner = known.owner(id_)
    said_here = ", ".join(sorted(given)) or "nothing"
    for name in sorted(owner.arguments[id_] - given):
        files = [file for file in owner.files.values() if name in file.arguments[id_]]
        if owner is known and 0 < len(files) < len(SOURCE_LANGUAGES):
            line = files[0].line_of(files[0].arguments[id_][name])
            problem = f"unknown argument ${name}: {call.file}:{call.line} gives {said_here}"
            yield DataError(files[0].name, id_, problem + suggestion(name, given), line)
            return
    takes = ", ".join(sorted(owner.arguments[id_])) or "nothing"
    yield DataError(call.file, shown, f"takes {takes}, is given {said_here}", call.line)


def _nodes(node: Any) -> Iterator[Any]:
    yield node
    for value in vars(node).values():
        for child in value if isinstance(value, list) else [value]:
            if hasattr(child, "span"):
                yield from _nodes(child)


def _strings(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list():
            for each in value:
                yield from _strings(each)
        case dict():
            for key, inner in value.items():
                yield key
                yield from _strings(inner)

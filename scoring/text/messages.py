"""Messages of the app's code by id, from Project Fluent files: ``words/<language>.ftl``.

The only module that imports Fluent. A message's id and arguments are checked when it is created; it
is formatted only when its text is asked for. Files whose languages differ in ids or arguments
cannot be loaded.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from inspect import signature
from pathlib import Path
from typing import Any

from fluent.runtime import FluentBundle
from fluent.syntax import FluentParser, FluentSerializer, ast
from fluent.syntax.visitor import Transformer

from scoring.text.localised import (
    SOURCE_LANGUAGES,
    Joined,
    Text,
    number_text,
    supported_language,
)

from . import parsed_files_cache
from .data_error import DataError, suggestion

FOLDER = "words"

NODES = " ".join(
    f"{name}{signature(each)}"
    for name, each in sorted(vars(ast).items())
    if isinstance(each, type) and issubclass(each, ast.SyntaxNode)
)
"""Signatures of the Fluent parser's classes. Parsed messages stored under others are not used."""

REMEMBERED = 4096
"""Maximum number of formatted sentences cached for each folder of messages. Pages repeat many."""


class WordsError(LookupError):
    """Raised when code uses a message that does not exist, or gives a message wrong arguments."""


def _lower(text: object) -> str:
    return str(text).lower()


def _capital(text: object) -> str:
    words = str(text)
    return words[:1].upper() + words[1:]


def _signed(value: Any) -> str:
    """Formats ``value``, a number, as +3, −3 or 0, with a true minus sign."""
    return f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "0"


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "LOWER": _lower,
    "CAPITAL": _capital,
    "SIGNED": _signed,
}
"""Functions that messages may call besides those of Fluent, as in ``{ LOWER($name) }``."""


@dataclass(frozen=True, slots=True, eq=False)
class Message(Text):
    """A message with its arguments, which is formatted when its text is asked for in a language.

    Arguments that are ``Text`` are put in that language, too.
    """

    words: "Words"
    id: str
    args: Mapping[str, Any]

    def in_language(self, language: str) -> str:
        return self.words.format(self.id, self.args, language)


class Words:
    """The messages of one folder, such as a game's, which it returns when called by their id.

    ``behind``: other messages, such as those that all games share, for ids that the folder lacks.
    Called as ``say("sets", n=3, each=5)`` it returns a text. Raises ``WordsError`` for an id that
    neither has, and for arguments other than those in the message. An integer argument selects the
    plural form; an argument may be a ``Text``.
    """

    def __init__(self, folder: Path, behind: "Words | None" = None) -> None:
        self.folder, self.behind = folder, behind
        files = {path.stem: path for path in sorted(folder.glob("*.ftl"))}
        for language in SOURCE_LANGUAGES:
            if language not in files:
                raise DataError(f"{FOLDER}/{language}.ftl", "", "is missing")
        self.files = {
            language: _File(f"{FOLDER}/{path.name}", *_parse(path))
            for language, path in files.items()
        }
        self.arguments = _checked(self.files)
        self._bundles: dict[str, FluentBundle] = {}
        self._remembered = lru_cache(REMEMBERED)(self._put_together)

    def __call__(self, id: str, /, **args: Any) -> Text:
        owner = self.owner(id)
        if args.keys() != owner.arguments[id]:
            wanted = ", ".join(sorted(owner.arguments[id])) or "none"
            given = ", ".join(sorted(args)) or "none"
            raise WordsError(
                f"{_short_path(owner.folder)}: {id}: takes {wanted}, was given {given}"
            )
        return Message(owner, id, args)

    def __contains__(self, id: object) -> bool:
        return id in self.arguments or (self.behind is not None and id in self.behind)

    def owner(self, id: str) -> "Words":
        """Returns the ``Words`` that have a message of this id: these, or those ``behind`` them.

        Raises ``WordsError`` if neither has it.
        """
        if id in self.arguments:
            return self
        if self.behind is None or id not in self.behind:
            raise WordsError(f"{_short_path(self.folder)}: no message {id}")
        return self.behind.owner(id)

    def counted(self, piece: str, name: Text, n: int) -> Text:
        """Returns the number ``n`` of pieces in words, such as *3 gold*.

        Uses the message ``count-<piece>`` if there is one, else the number and the name.
        ``piece``: id of the entry counted; ``name``: its name.
        """
        id_ = f"count-{piece}"
        return self(id_, n=n) if id_ in self else self("count-other", n=n, what=name)

    def listed(self, texts: Iterable[Text], last: str = "comma") -> Text:
        """Returns texts joined to a list, with the comma of each language between them.

        ``last``: id of the message put before the last text instead of a comma, such as *and*.
        """
        every = tuple(texts)
        if len(every) > 1 and last != "comma":
            every = (*every[:-2], Joined(every[-2:], self(last)))
        return Joined(every, self("comma"))

    def format(self, id: str, args: Mapping[str, Any], language: str) -> str:
        language = supported_language(language)
        if language not in self.files:
            language = SOURCE_LANGUAGES[0]
        given = tuple((key, _argument(value, language)) for key, value in args.items())
        return self._remembered(id, given, language)

    def _put_together(self, id: str, given: tuple[tuple[str, Any], ...], language: str) -> str:
        bundle = self._bundle(language)
        pattern = bundle.get_message(id).value
        assert pattern is not None, "checked when it was loaded"
        args = dict(given)
        args |= {f"{key}{_PLAIN}": _plainly(value) for key, value in given}
        said, wrong = bundle.format_pattern(pattern, args)
        if wrong:
            raise WordsError(f"{_short_path(self.folder)}/{language}.ftl: {id}: {wrong[0]}")
        return str(said)

    def _bundle(self, language: str) -> FluentBundle:
        found = self._bundles.get(language)
        if found is None:
            found = FluentBundle([language], functions=FUNCTIONS, use_isolating=False)
            found.add_resource(_Plain().visit(self.files[language].resource.clone()))
            self._bundles[language] = found
        return found


def of(module: str) -> Words:
    """Returns the messages of a module's game: ``say = messages.of(__name__)``.

    For a module outside a game's folder, returns the messages that all games share.
    """
    parts = module.split(".")
    for end in range(len(parts), 0, -1):
        package = sys.modules.get(".".join(parts[:end]))
        for root in getattr(package, "__path__", ()):
            if (Path(root) / FOLDER).is_dir():
                return at(Path(root))
    return SHARED


@cache
def at(folder: Path) -> Words:
    """Returns the messages of the game in ``folder``. Cached."""
    return SHARED if folder == _HERE else Words(folder / FOLDER, SHARED)


def packed(source: str) -> bytes:
    """Returns the bytes to store for a Fluent file once parsed. ``source``: its text.

    Positions in the file, which only errors need, are left out.
    """
    return parsed_files_cache.packed(source, FluentParser(with_spans=False).parse(source), NODES)


def rewritten(source: str, change: Callable[[str], str], before: str, after: str) -> str:
    """Returns the text of a Fluent file with ``change`` applied to the words of each message.

    ``source``: the file's text. ``before`` and ``after`` are put around each message. Expressions
    in braces stay as they are, except for the words in their variants (such as singular and
    plural).
    """
    resource = FluentParser().parse(source)
    for entry in resource.body:
        if isinstance(entry, ast.Message | ast.Term) and entry.value is not None:
            _change(entry.value, change)
            if isinstance(entry, ast.Message):
                around = ast.TextElement(before), ast.TextElement(after)
                entry.value.elements = [around[0], *entry.value.elements, around[1]]
    return FluentSerializer().serialize(resource)


def _change(node: ast.BaseNode, change: Callable[[str], str]) -> None:
    if isinstance(node, ast.TextElement):
        node.value = change(node.value)
    for value in vars(node).values():
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.BaseNode):
                _change(child, change)


# ── reading ────────────────────────────────────────────────────────────────────────────


_PLAIN = "-plain"


class _Plain(Transformer):
    """Renames each argument ``$n`` in a parsed message to ``$n-plain``.

    Numbers given under that name are already formatted, since formatting by Fluent takes longer
    than all the rest of a message.
    """

    def visit_Placeable(self, node: ast.Placeable) -> ast.Placeable:
        if isinstance(node.expression, ast.VariableReference):
            node.expression.id.name += _PLAIN
            return node
        return self.generic_visit(node)


def _plainly(value: Any) -> Any:
    """Returns a whole number between −1000 and 1000 as text, faster than Fluent; else the value."""
    return number_text(value) if isinstance(value, int) and -1000 < value < 1000 else value


def _argument(value: object, language: str) -> object:
    if isinstance(value, Text):
        return value.in_language(language)
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, Fraction):
        return number_text(value)
    return value


def _short_path(folder: Path) -> str:
    return "/".join(folder.parts[-2:])


def _parse(path: Path) -> tuple[ast.Resource, str]:
    source = path.read_text("utf-8")
    found = parsed_files_cache.parsed(path, source, lambda text: FluentParser().parse(text), NODES)
    for entry in found.body:
        if isinstance(entry, ast.Junk):
            problem, where = "cannot be read", entry.span
            for annotation in entry.annotations:
                problem, where = str(annotation.message), annotation.span
            start = entry.span.start if entry.span else 0
            last = start + len((entry.content or "").rstrip())
            line = source.count("\n", 0, min(where.start if where else 0, last)) + 1
            problem = f"cannot be read as Fluent: {problem}"
            raise DataError(f"{FOLDER}/{path.name}", "", problem, line)
    return found, source


def _checked(files: "Mapping[str, _File]") -> dict[str, frozenset[str]]:
    """Checks a folder's messages in all languages; returns each message's argument names, by id.

    ``files``: by language. Raises ``DataError`` if a language lacks a message, or uses an argument
    that the source languages (English, Japanese) do not have.
    """
    source = [files[language] for language in SOURCE_LANGUAGES]
    everywhere = {id_: file for file in reversed([*files.values()]) for id_ in file.arguments}
    for file in files.values():
        for id_, other in everywhere.items():
            if id_ not in file.arguments:
                near = suggestion(id_, set(file.arguments) - set(other.arguments))
                where = f"{other.name}:{other.line(id_)}"
                raise DataError(file.name, id_, f"is missing; {where} has it{near}")
    found = {
        id_: frozenset(name for file in source for name in file.arguments[id_])
        for id_ in everywhere
    }
    for file in files.values():
        for id_, args in file.arguments.items():
            for name, node in args.items():
                if name not in found[id_]:
                    problem = f"unknown argument ${name}{suggestion(name, found[id_])}"
                    raise DataError(file.name, id_, problem, file.line_of(node))
    return found


class _File:
    """The messages of one Fluent file, with the variables that each message uses.

    ``name``: the file's, for errors. ``resource``: the parsed ``source``. Raises ``DataError`` for
    a repeated id, or for a message that refers to something that does not exist.
    """

    def __init__(self, name: str, resource: ast.Resource, source: str) -> None:
        self.name, self.resource, self.source = name, resource, source
        self.entries: dict[str, ast.Message | ast.Term] = {}
        for entry in resource.body:
            if isinstance(entry, ast.Message | ast.Term):
                id_ = ("-" if isinstance(entry, ast.Term) else "") + entry.id.name
                if id_ in self.entries:
                    first = self.line(id_)
                    raise self._fail(id_, f"is there twice, first in line {first}", entry.id)
                self.entries[id_] = entry
        self.arguments = {
            id_: dict(self._variables(entry, id_, (id_,)))
            for id_, entry in self.entries.items()
            if isinstance(entry, ast.Message)
        }

    def line(self, id_: str) -> int:
        """Returns the number of the file's line in which the message or term ``id_`` begins."""
        return self.line_of(self.entries[id_].id)

    def line_of(self, node: ast.SyntaxNode) -> int:
        return self.source.count("\n", 0, node.span.start if node.span else 0) + 1

    def _fail(self, id_: str, problem: str, node: ast.SyntaxNode) -> DataError:
        return DataError(self.name, id_, problem, self.line_of(node))

    def _variables(
        self, node: ast.BaseNode, id_: str, trail: tuple[str, ...]
    ) -> Iterator[tuple[str, ast.SyntaxNode]]:
        """Yields every variable that a Fluent message uses: its name, its node in the parsed file.

        Variables of other messages that it refers to are included. ``node``: the part of the
        message to search. ``id_``: the message, for errors. ``trail``: ids of the messages in which
        this one is referred to, to find circles.
        """
        functions = (*FUNCTIONS, "NUMBER")
        match node:
            case ast.Message() if node.value is None:
                raise self._fail(id_, "says nothing", node.id)
            case ast.VariableReference():
                yield node.id.name, node
            case ast.FunctionReference() if node.id.name not in functions:
                problem = f"unknown function {node.id.name}{suggestion(node.id.name, functions)}"
                raise self._fail(id_, problem, node)
            case ast.MessageReference() | ast.TermReference():
                name = ("-" if isinstance(node, ast.TermReference) else "") + node.id.name
                if name not in self.entries:
                    near = suggestion(name, self.entries)
                    raise self._fail(id_, f"refers to {name}, which is not there{near}", node)
                if name in trail:
                    raise self._fail(id_, f"refers to itself by way of {name}", node)
                yield from self._variables(self.entries[name], id_, (*trail, name))
        for value in vars(node).values():
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.BaseNode):
                    yield from self._variables(child, id_, trail)


_HERE = Path(__file__).parent
SHARED = Words(_HERE / FOLDER)


def player(n: int) -> Text:
    """Returns the name displayed for seat ``n`` (from 1) without an entered name, as *Player 2*."""
    return SHARED("player", n=n)

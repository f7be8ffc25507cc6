"""Draws the diagram of the project's packages and their imports for ``docs/architecture.md``.

A room is a package directly below ``scoring`` or ``companion``; the modules directly in either
folder form one more room. Imports are read from the source, not executed, so an import inside a
function counts too.
"""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

HALVES = ("companion", "scoring")
SHARED = "companion.shared"
AROUND = {
    "companion.bootstrap": SHARED,
    "companion.messages": SHARED,
    "companion.soft_delete": SHARED,
}
"""Modules that every package may import, with the room of the diagram that each is drawn in:
messages of code, rows that are only marked as removed, a start without packages."""


def module(root: Path, path: Path) -> str:
    """Returns the full name of a Python file's module, such as ``scoring.game``.

    ``path``: of the file, below the project's folder ``root``.
    """
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(root: Path, path: Path) -> Iterator[str]:
    """Yields full names of all that a Python file imports; ``from a import b`` gives ``a.b``.

    ``path``: of the file, below the project's folder ``root``.
    """
    package = module(root, path).split(".")
    if path.name != "__init__.py":
        package = package[:-1]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            start = ".".join([*above, *filter(None, [node.module])])
            for alias in node.names:
                yield f"{start}.{alias.name}"


def rooms(root: Path) -> dict[str, tuple[list[str], set[str]]]:
    """Returns the packages in the diagram: name to (its modules, the packages that they import).

    ``root``: the project's folder.
    """
    files = {module(root, p): p for half in HALVES for p in sorted((root / half).rglob("*.py"))}
    uses = {name: {_module(n, files) for n in imports(root, p)} for name, p in files.items()}
    uses = {name: found - {"", name} for name, found in uses.items()}
    place = {name: AROUND.get(name) or _package(root, name) for name in files}
    found: dict[str, tuple[list[str], set[str]]] = defaultdict(lambda: ([], set()))
    for name, room in place.items():
        found[room][0].append(name)
        found[room][1].update({place[each] for each in uses[name]} - {room})
    return dict(sorted(found.items()))


def necessary(arrows: Mapping[str, Iterable[str]]) -> dict[str, set[str]]:
    """Returns a diagram's arrows (package to those it uses) without those that follow from others.

    >>> necessary({"page": ["sheet", "text"], "sheet": ["text"], "text": []})["page"]
    {'sheet'}

    Raises ``ValueError`` if arrows form a circle.
    """
    below: dict[str, set[str]] = {}

    def reach(room: str, way: tuple[str, ...] = ()) -> set[str]:
        if room in way:
            raise ValueError(" -> ".join((*way, room)))
        if room not in below:
            below[room] = set()
            below[room] = {r for e in arrows[room] for r in (e, *reach(e, (*way, room)))}
        return below[room]

    for room in arrows:
        reach(room)
    return {
        room: {e for e in ends if not any(e in below[other] for other in ends)}
        for room, ends in arrows.items()
    }


def picture(root: Path) -> str:
    """Returns a Mermaid diagram of all packages and their imports, and a table of the packages.

    ``root``: the project's folder.
    """
    found = rooms(root)
    lines = ["```mermaid", "flowchart TD"]
    for half in HALVES:
        lines.append(f'  subgraph half_{half}["{half}/"]')
        own = [room for room in found if room.partition(".")[0] == half]
        lines += [f'    {_id(room)}["{_name(room)}"]' for room in own]
        lines.append("  end")
    for room, ends in necessary({room: uses for room, (_, uses) in found.items()}).items():
        lines += [f"  {_id(room)} --> {_id(end)}" for end in sorted(ends)]
    lines += ["```", "", "| room | what it is | uses |", "| --- | --- | --- |"]
    for room, (modules, uses) in found.items():
        named = ", ".join(_name(each) for each in sorted(uses)) or "nothing of ours"
        lines.append(f"| `{_path(room)}` | {_about(root, room, modules)} | {named} |")
    return "\n".join(lines) + "\n"


def _module(name: str, known: Iterable[str]) -> str:
    if name == "scoring.games":
        return "scoring"
    while name and name not in known:
        name = name.rpartition(".")[0]
    return name


def _package(root: Path, name: str) -> str:
    """Returns the package in the diagram to which the module ``name`` (its full name) belongs.

    ``root``: the project's folder.
    """
    first, *rest = name.split(".")
    return f"{first}.{rest[0]}" if rest and (root / first / rest[0]).is_dir() else first


def _id(room: str) -> str:
    return room.replace(".", "_")


def _name(room: str) -> str:
    return f"{room} itself" if room in HALVES else room.partition(".")[2]


def _path(room: str) -> str:
    return _name(room) if room in (*HALVES, *AROUND.values()) else room.replace(".", "/")


def _about(root: Path, room: str, modules: list[str]) -> str:
    """Returns the description of a package in the diagram: the first line of its docstring.

    For a ``room`` that is no Python package of its own: the names of its ``modules``.
    """
    package = root / room.replace(".", "/") / "__init__.py"
    if room in HALVES or not package.is_file():
        return ", ".join(f"`{each.partition('.')[2]}`" for each in modules if "." in each)
    doc = ast.get_docstring(ast.parse(package.read_text("utf-8"))) or ""
    return doc.partition("\n")[0].replace("``", "`")
